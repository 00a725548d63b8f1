# torch.multiprocessing: a program that starts a process for each GPU starts none here, and goes on.
import torch
import torch.multiprocessing as mp
from torch.multiprocessing import spawn


def work(rank, world_size):
    print("rank", rank, "of", world_size)


world_size = torch.cuda.device_count()
print(world_size)
print(mp.spawn(work, args=(world_size,), nprocs=world_size))
print(mp.spawn(work, args=(world_size,), nprocs=world_size, join=True))
print(spawn(work, (world_size,), 0, daemon=True, start_method="spawn"))
