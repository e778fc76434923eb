/* What the collective library itself takes to queue an all-gather: the same loop as the Java benchmark
 * NcclEnqueue, in C, over the same library. One process per rank; RANK, WORLD_SIZE and a file for the id:
 *   nccl_enqueue LIBNCCL LIBCUDA ID_FILE BYTES CALLS MODE
 * MODE is blocking, nonblocking, or split: a blocking communicator that was split off a non-blocking one.
 * Prints the median time of one call in nanoseconds, over batches that are queued behind nothing and drained
 * in between. No headers of the library or of CUDA are needed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  char bytes[128];
} unique_id;

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

static void exchange(const char* path, int rank, unique_id* id) {
  char partial[4096];
  snprintf(partial, sizeof partial, "%s.partial", path);
  if (rank == 0) {
    FILE* file = fopen(partial, "wb");
    if (file == NULL || fwrite(id, sizeof *id, 1, file) != 1 || fclose(file) != 0 || rename(partial, path) != 0) {
      perror(path);
      exit(2);
    }
    return;
  }
  for (int i = 0; i < 6000; ++i) {
    FILE* file = fopen(path, "rb");
    if (file != NULL) {
      const size_t read = fread(id, sizeof *id, 1, file);
      fclose(file);
      if (read == 1) return;
    }
    usleep(10000);
  }
  fprintf(stderr, "nccl_enqueue: no id in %s\n", path);
  exit(2);
}

int main(int argc, char** argv) {
  if (argc != 7) {
    fprintf(stderr, "usage: nccl_enqueue LIBNCCL LIBCUDA ID_FILE BYTES CALLS MODE\n");
    return 2;
  }
  const int rank = atoi(getenv("RANK"));
  const int ranks = atoi(getenv("WORLD_SIZE"));
  const char* local = getenv("LOCAL_RANK");
  const size_t bytes = strtoull(argv[4], NULL, 10);
  const int calls = atoi(argv[5]);
  enum { kBatch = 64 };

  void* cuda = library(argv[2]);
  void* context = NULL;
  void* stream = NULL;
  uint64_t input = 0;
  uint64_t output = 0;
  int device = 0;
  check(((int (*)(unsigned))symbol(cuda, "cuInit"))(0), "cuInit");
  check(((int (*)(int*, int))symbol(cuda, "cuDeviceGet"))(&device, local == NULL ? 0 : atoi(local)), "cuDeviceGet");
  check(((int (*)(void**, int))symbol(cuda, "cuDevicePrimaryCtxRetain"))(&context, device), "cuDevicePrimaryCtxRetain");
  check(((int (*)(void*))symbol(cuda, "cuCtxSetCurrent"))(context), "cuCtxSetCurrent");
  check(((int (*)(void**, unsigned))symbol(cuda, "cuStreamCreate"))(&stream, 1), "cuStreamCreate");
  int (*allocate)(uint64_t*, size_t) = (int (*)(uint64_t*, size_t))symbol(cuda, "cuMemAlloc_v2");
  check(allocate(&input, bytes), "cuMemAlloc_v2");
  check(allocate(&output, bytes * (size_t)ranks), "cuMemAlloc_v2");
  int (*synchronize)(void*) = (int (*)(void*))symbol(cuda, "cuStreamSynchronize");

  void* nccl = library(argv[1]);
  unique_id id;
  void* communicator = NULL;
  if (rank == 0) check(((int (*)(unique_id*))symbol(nccl, "ncclGetUniqueId"))(&id), "ncclGetUniqueId");
  exchange(argv[3], rank, &id);
  const async_error ask = (async_error)symbol(nccl, "ncclCommGetAsyncError");
  int config[kConfigInts];
  configure(config, strcmp(argv[6], "blocking") == 0);
  const int joined = ((int (*)(void**, int, unique_id, int, void*))symbol(nccl, "ncclCommInitRankConfig"))(
      &communicator, ranks, id, rank, config);
  check(settled(ask, communicator, joined), "ncclCommInitRankConfig");
  if (strcmp(argv[6], "split") == 0) {
    void* child = NULL;
    configure(config, 1);
    const int split =
        ((int (*)(void*, int, int, void**, void*))symbol(nccl, "ncclCommSplit"))(communicator, 0, rank, &child, config);
    check(settled(ask, communicator, split), "ncclCommSplit");
    communicator = child;
  }
  int (*gather)(const void*, void*, size_t, int, void*, void*) =
      (int (*)(const void*, void*, size_t, int, void*, void*))symbol(nccl, "ncclAllGather");

  int64_t* times = malloc(sizeof(int64_t) * (size_t)calls);
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
  check(((int (*)(void*))symbol(nccl, "ncclCommAbort"))(communicator), "ncclCommAbort");
  free(times);
  return 0;
}
