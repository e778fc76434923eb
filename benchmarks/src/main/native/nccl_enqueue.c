/* What the collective library itself takes to queue an all-gather: the same loop as the Java benchmark
 * NcclEnqueue, in C, over the same library. One process per rank; RANK, WORLD_SIZE and a file for the id:
 *   nccl_enqueue LIBNCCL LIBCUDA ID_FILE BYTES CALLS MODE
 * MODE is blocking, nonblocking, or split: a blocking communicator that was split off a non-blocking one.
 * Rank 0 makes the file, which must not exist, and removes it once all ranks have joined. Everything must be over
 * within DEADLINE_SECONDS.
 * Prints the median time of one call in nanoseconds, over batches that are queued behind nothing and drained
 * in between. No headers of the library or of CUDA are needed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DEADLINE_SECONDS = 120 };

typedef struct {
  char bytes[128];
} unique_id;

/* Whatever hangs, a rank that died or a call that differs, ends here. */
static void too_late(int signal) {
  static const char text[] = "nccl_enqueue: not done before the deadline; is a rank missing?\n";
  const ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
  _exit(written < 0 ? signal : 2);
}

/* A number of an argument or a variable, at least `least`. */
static long number(const char* name, const char* text, long least) {
  char* end = NULL;
  const long value = text == NULL ? least - 1 : strtol(text, &end, 10);
  if (text == NULL || end == text || *end != '\0' || value < least) {
    fprintf(stderr, "nccl_enqueue: %s is '%s'; set it to a number of at least %ld\n", name,
            text == NULL ? "" : text, least);
    exit(2);
  }
  return value;
}

static void* symbol(void* library, const char* name) {
  void* address = dlsym(library, name);
  if (address == NULL) {
    fprintf(stderr, "nccl_enqueue: no %s: %s\n", name, dlerror());
    exit(2);
  }
  return address;
}

static void* library(const char* path) {
  void* opened = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (opened == NULL) {
    fprintf(stderr, "nccl_enqueue: %s\n", dlerror());
    exit(2);
  }
  return opened;
}

static void check(int result, const char* what) {
  if (result != 0) {
    fprintf(stderr, "nccl_enqueue: %s returned %d\n", what, result);
    exit(2);
  }
}

static int64_t nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int ascending(const void* left, const void* right) {
  const int64_t a = *(const int64_t*)left;
  const int64_t b = *(const int64_t*)right;
  return (a > b) - (a < b);
}

enum { kInProgress = 7, kConfigInts = 20 };

/* The configuration of NCCL 2.28: everything undefined but the mode. */
static void configure(int* config, int blocking) {
  for (int i = 0; i < kConfigInts; ++i) config[i] = INT32_MIN;
  config[0] = kConfigInts * (int)sizeof(int);
  config[1] = 0;
  config[2] = (int)0xcafebeefu;
  config[3] = 22803;
  config[4] = blocking;
  memset(config + 8, 0, 8);  /* netName */
  memset(config + 12, 0, 8); /* commName */
}

typedef int (*async_error)(void*, int*);

/* What became of an operation of a non-blocking communicator. */
static int settled(async_error ask, void* communicator, int result) {
  while (result == kInProgress) check(ask(communicator, &result), "ncclCommGetAsyncError");
  return result;
}

/* Rank 0 writes the id; the file appears at once as a whole. A file that is there already is of another run. */
static void publish(const char* path, const unique_id* id) {
  char partial[4096];
  snprintf(partial, sizeof partial, "%s.partial", path);
  const int file = open(partial, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || write(file, id, sizeof *id) != (ssize_t)sizeof *id || close(file) != 0) {
    perror(partial);
    exit(2);
  }
  const int linked = link(partial, path); /* unlike a rename, it replaces nothing */
  if (linked != 0) {
    perror(path);
    fprintf(stderr, "nccl_enqueue: the id file must not exist; remove it, and start all ranks again\n");
  }
  unlink(partial);
  if (linked != 0) exit(2);
}

static void receive(const char* path, unique_id* id) {
  for (;;) { /* until the deadline */
    FILE* file = fopen(path, "rb");
    if (file != NULL) {
      const size_t read = fread(id, sizeof *id, 1, file);
      fclose(file);
      if (read == 1) return;
    }
    usleep(10000);
  }
}

int main(int argc, char** argv) {
  if (argc != 7) {
    fprintf(stderr, "usage: nccl_enqueue LIBNCCL LIBCUDA ID_FILE BYTES CALLS MODE\n");
    return 2;
  }
  const int rank = (int)number("RANK", getenv("RANK"), 0);
  const int ranks = (int)number("WORLD_SIZE", getenv("WORLD_SIZE"), 1);
  const char* local = getenv("LOCAL_RANK");
  const size_t bytes = (size_t)number("BYTES", argv[4], 1);
  const int calls = (int)number("CALLS", argv[5], 1);
  const int blocking = strcmp(argv[6], "blocking") == 0;
  const int splits = strcmp(argv[6], "split") == 0;
  if (!blocking && !splits && strcmp(argv[6], "nonblocking") != 0) {
    fprintf(stderr, "nccl_enqueue: MODE is '%s'; pass blocking, nonblocking or split\n", argv[6]);
    return 2;
  }
  signal(SIGALRM, too_late);
  alarm(DEADLINE_SECONDS);
  enum { kBatch = 64 };

  void* cuda = library(argv[2]);
  void* context = NULL;
  void* stream = NULL;
  uint64_t input = 0;
  uint64_t output = 0;
  int device = 0;
  check(((int (*)(unsigned))symbol(cuda, "cuInit"))(0), "cuInit");
  check(((int (*)(int*, int))symbol(cuda, "cuDeviceGet"))(&device, local == NULL ? 0 : (int)number("LOCAL_RANK", local, 0)), "cuDeviceGet");
  check(((int (*)(void**, int))symbol(cuda, "cuDevicePrimaryCtxRetain"))(&context, device), "cuDevicePrimaryCtxRetain");
  check(((int (*)(void*))symbol(cuda, "cuCtxSetCurrent"))(context), "cuCtxSetCurrent");
  check(((int (*)(void**, unsigned, int))symbol(cuda, "cuStreamCreateWithPriority"))(&stream, 1, 0),
        "cuStreamCreateWithPriority");
  int (*allocate)(uint64_t*, size_t) = (int (*)(uint64_t*, size_t))symbol(cuda, "cuMemAlloc_v2");
  check(allocate(&input, bytes), "cuMemAlloc_v2");
  check(allocate(&output, bytes * (size_t)ranks), "cuMemAlloc_v2");
  int (*synchronize)(void*) = (int (*)(void*))symbol(cuda, "cuStreamSynchronize");

  void* nccl = library(argv[1]);
  unique_id id;
  void* communicator = NULL;
  void* parent = NULL;
  if (rank == 0) {
    check(((int (*)(unique_id*))symbol(nccl, "ncclGetUniqueId"))(&id), "ncclGetUniqueId");
    publish(argv[3], &id);
  } else {
    receive(argv[3], &id);
  }
  const async_error ask = (async_error)symbol(nccl, "ncclCommGetAsyncError");
  alignas(8) int config[kConfigInts]; /* it holds pointers */
  configure(config, blocking);
  const int joined = ((int (*)(void**, int, unique_id, int, void*))symbol(nccl, "ncclCommInitRankConfig"))(
      &communicator, ranks, id, rank, config);
  check(settled(ask, communicator, joined), "ncclCommInitRankConfig");
  if (rank == 0) unlink(argv[3]);
  if (splits) {
    void* child = NULL;
    configure(config, 1);
    const int split =
        ((int (*)(void*, int, int, void**, void*))symbol(nccl, "ncclCommSplit"))(communicator, 0, rank, &child, config);
    check(settled(ask, communicator, split), "ncclCommSplit");
    parent = communicator;
    communicator = child;
  }
  int (*gather)(const void*, void*, size_t, int, void*, void*) =
      (int (*)(const void*, void*, size_t, int, void*, void*))symbol(nccl, "ncclAllGather");

  int64_t* times = malloc(sizeof(int64_t) * (size_t)calls);
  if (times == NULL) {
    perror("nccl_enqueue");
    return 2;
  }
  for (int round = 0; round < 2; ++round) { /* the first one warms up */
    for (int call = 0; call < calls; ++call) {
      if (call % kBatch == 0) check(synchronize(stream), "cuStreamSynchronize");
      const int64_t start = nanos();
      check(settled(ask, communicator, gather((const void*)input, (void*)output, bytes, 1, communicator, stream)),
            "ncclAllGather");
      times[call] = nanos() - start;
    }
    check(synchronize(stream), "cuStreamSynchronize");
  }
  qsort(times, (size_t)calls, sizeof *times, ascending);
  printf("c rank %d, %s: %zu bytes, %d calls, median %lld ns, p90 %lld ns\n", rank, argv[6], bytes, calls,
         (long long)times[calls / 2], (long long)times[calls * 9 / 10]);
  /* Abort, since a non-blocking communicator must be finalised before it is destroyed. */
  int (*end)(void*) = (int (*)(void*))symbol(nccl, "ncclCommAbort");
  check(end(communicator), "ncclCommAbort");
  if (parent != NULL) check(end(parent), "ncclCommAbort of the parent");
  free(times);
  return 0;
}
