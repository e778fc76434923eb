// Text of the last failure of this thread, for the caller above the C ABI.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace zerogather {

// Thrown inside the library only; every entry point of the C ABI turns it into a status.
class Error : public std::exception {
 public:
  explicit Error(std::string text) : text_(std::move(text)) {}
  const std::string& text() const { return text_; }
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

// "what: strerror(errno)", for a system call that failed.
Error SystemError(const std::string& what);

void SetLastError(std::string_view text) noexcept;
const char* LastError() noexcept;

}  // namespace zerogather
