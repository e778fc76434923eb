// The fallback that Gloo serves; a library of its own, loaded only when chosen.
#include <jni.h>

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM*, void*) { return JNI_VERSION_10; }
