// What a test commands the stub to do wrong.
//
// A fault is site[@nth]:rank:action, several are separated by ';'.
//   site    init, split, finalize, destroy, abort, async (GetAsyncError), enqueue (the call of
//           ncclAllGather), allgather (its work on the stream)
//   nth     only the nth time that this rank comes there, 1 for the first; always without it
//   rank    in its communicator, or *
//   action  delay=MILLIS, hang (until abort or "clear"), error=CODE, progress (the call returns
//           ncclInProgress; enqueue only)
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace zerogather::stub {

class Faults {
 public:
  // One per library; starts with what ZG_STUB_FAULT says.
  static Faults& Instance();

  // False for a text that is no list of faults; then nothing is added.
  bool Add(const std::string& text);
  // Removes all faults and lets go what hangs.
  void Clear();

  // What a rank that comes to a site must do.
  struct Orders {
    int64_t delay_millis = 0;
    bool hang = false;
    bool progress = false;
    int error = 0;
    uint64_t generation = 0;
  };
  Orders OrdersFor(const std::string& site, int rank);

  // Obeys delay and hang until the flag is set; then the error.
  int Obey(const Orders& orders, const std::atomic<bool>& aborted) const;

 private:
  struct Fault {
    std::string site;
    int nth = 0;    // 0: always
    int rank = -1;  // -1: every
    Orders orders;
    std::map<int, int> visits;  // by rank
  };

  Faults();
  static bool Parse(const std::string& text, Fault* fault);

  std::mutex mutex_;
  std::vector<Fault> faults_;
  std::atomic<uint64_t> generation_{0};  // counts the clears
};

}  // namespace zerogather::stub
