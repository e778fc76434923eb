// A library opened at run time; closed with the object.
#pragma once

#include <string>

namespace zerogather {

class SharedLibrary {
 public:
  // Throws Error with the loader's text.
  explicit SharedLibrary(const std::string& file);
  ~SharedLibrary();
  SharedLibrary(const SharedLibrary&) = delete;
  SharedLibrary& operator=(const SharedLibrary&) = delete;

  // As it was asked for.
  const std::string& file() const { return file_; }

  // Null if the library has no such symbol.
  void* Find(const char* symbol) const;

  // The file that holds an address of the library, without symbolic links.
  static std::string FileOf(const void* address);

 private:
  std::string file_;
  void* handle_;
};

}  // namespace zerogather
