// Failures on command, and how often each function was called.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace zerogather::fake {

class Faults {
 public:
  // One per library. Takes ZG_FAKE_FAIL at the first call: "function:nth:code", several with
  // commas.
  static Faults& Instance();

  // Counts a call of the function; the code that it must return at once, 0 to go on.
  int Enter(const char* function);

  // The same for a call that reaches no device, and works when all are lost.
  int EnterThread(const char* function);

  // The nth call from now on fails, 1 for the next. A code that no device survives stays for all
  // later calls of all functions.
  void FailNth(const std::string& function, int nth, int code);
  void Break(int code);
  void Mend();
  uint64_t Calls(const std::string& function);

 private:
  struct Function {
    uint64_t calls = 0;
    uint64_t failing_call = 0;
    int code = 0;
  };

  Faults();

  std::mutex mutex_;
  std::map<std::string, Function> functions_;
  int broken_ = 0;
};

}  // namespace zerogather::fake
