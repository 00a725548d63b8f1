# Answers for one process, and no group of them: what code asks before it goes the way for one.


def is_available():
    """PyTorch on a CPU has it."""
    return True


def is_initialized():
    """There is no group."""
    return False


def _no_group(*args, **options):
    raise RuntimeError("Default process group has not been initialized, please make sure to call init_process_group.")


get_rank = get_world_size = get_backend = barrier = broadcast = all_reduce = all_gather = reduce = _no_group
destroy_process_group = _no_group


def init_process_group(*args, **options):
    """Refused."""
    from torch._C import _unsupported
    _unsupported("torch.distributed.init_process_group() is not supported: there is one process")


class ReduceOp:
    """How numbers of several processes become one."""

    SUM, AVG, PRODUCT, MIN, MAX = "SUM", "AVG", "PRODUCT", "MIN", "MAX"
