"""Time per call of torch.distributed's all_gather_into_tensor over NCCL, to set beside `zerogather bench`.

Run it as torchrun runs a script, one process per GPU:
    torchrun --nproc-per-node 2 torch_all_gather.py --sizes 4K,1M,64M
Calls are queued while the stream is kept busy, so that the time between the events is the device's alone; the time
to queue a call is measured beside it. One line per shard size on rank 0: the median of all batches.
"""

import argparse
import json
import os
import statistics
import time

import torch
import torch.distributed as dist

UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
BUSY_CYCLES = 40_000_000


def parse_size(text):
    unit = UNITS.get(text[-1].upper(), 1)
    return int(text[:-1] if unit > 1 else text) * unit


def batch(output, shard, calls):
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    dist.barrier()
    torch.cuda.synchronize()
    torch.cuda._sleep(BUSY_CYCLES)
    queued = time.perf_counter_ns()
    start.record()
    for _ in range(calls):
        dist.all_gather_into_tensor(output, shard)
    end.record()
    queued = (time.perf_counter_ns() - queued) / calls
    torch.cuda.synchronize()
    return start.elapsed_time(end) * 1e6 / calls, queued


def check(output, shard_bytes, world):
    for rank in range(world):
        part = output[rank * shard_bytes : (rank + 1) * shard_bytes]
        assert bool((part == rank + 1).all()), f"rank {rank}'s shard is wrong"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", default="4K,64K,1M,4M,16M,64M")
    parser.add_argument("--batches", type=int, default=9)
    parser.add_argument("--calls", type=int, default=20)
    options = parser.parse_args()
    torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")) % torch.cuda.device_count())
    dist.init_process_group("nccl")
    rank, world = dist.get_rank(), dist.get_world_size()
    for shard_bytes in map(parse_size, options.sizes.split(",")):
        shard = torch.full((shard_bytes,), rank + 1, dtype=torch.uint8, device="cuda")
        output = torch.zeros(shard_bytes * world, dtype=torch.uint8, device="cuda")
        batch(output, shard, options.calls)
        results = [batch(output, shard, options.calls) for _ in range(options.batches)]
        check(output, shard_bytes, world)
        if rank == 0:
            line = {
                "library": "torch.distributed " + torch.__version__,
                "nccl": ".".join(map(str, torch.cuda.nccl.version())),
                "ranks": world,
                "shardBytes": shard_bytes,
                "deviceMicros": round(statistics.median(r[0] for r in results) / 1e3, 2),
                "enqueueMicros": round(statistics.median(r[1] for r in results) / 1e3, 2),
            }
            print(json.dumps(line), flush=True)
        del shard, output
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
