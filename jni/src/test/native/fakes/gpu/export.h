#pragma once

// In front of a function that a fake exports.
#define ZG_FAKE_EXPORT extern "C" __attribute__((visibility("default")))
