# There is no GPU: questions are answered, what needs one is refused as by a PyTorch built
# without CUDA.


def is_available():
    """Never."""
    return False


def device_count():
    """None at all."""
    return 0


def is_initialized():
    """Never."""
    return False


def _zero(device=None):
    return 0


def _nothing(*args):
    return None


def _refuse(*args, **kwargs):
    raise AssertionError("Torch not compiled with CUDA enabled")


manual_seed = manual_seed_all = seed = seed_all = empty_cache = _nothing
memory_allocated = max_memory_allocated = memory_reserved = max_memory_reserved = _zero
get_device_name = get_device_properties = get_device_capability = current_device = _refuse
synchronize = set_device = current_stream = mem_get_info = initial_seed = _refuse
is_bf16_supported = init = ipc_collect = _refuse
