#include "check.h"

#include <unistd.h>

#include <cstdio>

namespace zerogather::test {
namespace {

std::string& Scenes() {
  thread_local std::string scenes;
  return scenes;
}

}  // namespace

void Fail(const char* file, int line, const std::string& what) {
  const std::string scene = Scenes().empty() ? "" : " [" + Scenes() + "]";
  (void)std::fprintf(stderr, "%s:%d: %s%s\n", file, line, what.c_str(), scene.c_str());
  (void)std::fflush(nullptr);
  // At once: other threads may be in the middle of a gather with this one.
  _exit(1);
}

Scene::Scene(const std::string& text) : outer_length_(Scenes().size()) {
  Scenes() += (outer_length_ == 0 ? "" : ", ") + text;
}

Scene::~Scene() { Scenes().resize(outer_length_); }

void CheckContains(const char* file, int line, const std::string& text, const std::string& part) {
  if (text.find(part) == std::string::npos) {
    Fail(file, line, "'" + text + "' does not contain '" + part + "'");
  }
}

}  // namespace zerogather::test
