# Composes what torch has beside its native parts. Everything else of the module is C.

from torch._C import _unsupported

# What is composed of other operations stands in torch._composed, read when it is first asked for.
_elsewhere = ("broadcast_shapes celu celu_ conv1d conv2d conv3d conv_transpose1d conv_transpose2d cosine_similarity cross "
              "fake_quantize_per_channel_affine fake_quantize_per_tensor_affine histogram kl_div max_pool1d "
              "max_pool2d pdist prelu selu selu_ threshold threshold_ trapezoid trapz unique_consecutive "
              "_unique_rows cartesian_prod chain_matmul combinations").split()


# Functions that write over their first argument: the methods of the same names.
_in_place = ("abs_ acos_ acosh_ addmv_ arccos_ arccosh_ arcsin_ arcsinh_ arctan_ arctanh_ "
             "asin_ asinh_ atan_ atanh_ ceil_ clamp_ clamp_max_ clamp_min_ clip_ cos_ cosh_ deg2rad_ "
             "detach_ erf_ erfc_ exp2_ exp_ expm1_ fill_ fix_ floor_ frac_ i0_ index_put_ "
             "log10_ log1p_ log2_ log_ logit_ nan_to_num_ neg_ negative_ rad2deg_ reciprocal_ "
             "relu_ resize_as_ round_ rsqrt_ sigmoid_ sin_ sinh_ sqrt_ square_ tan_ tanh_ trunc_ "
             "xlogy_ zero_").split()


def __getattr__(name):
    """A composed function, from the file where it stands, or a method as a function."""
    if name in _in_place:
        value = getattr(Tensor, name)
        globals()[name] = value
        return value
    from importlib import import_module
    if name in ("distributions", "fft"):
        return import_module("torch." + name)
    if name not in _elsewhere:
        raise AttributeError(f"module 'torch' has no attribute '{name}'")
    value = getattr(import_module("torch._composed"), name)
    globals()[name] = value
    return value


def _steps_under(mode, steps):
    """A generator whose steps run so; gradients are as they were while it rests."""
    while True:
        before = is_grad_enabled()
        _set_grad_enabled(mode)
        try:
            value = next(steps)
        except StopIteration:
            return
        finally:
            _set_grad_enabled(before)
        yield value


def _decorated(mode, function, inference):
    """`function`, run with gradients recorded or not: @torch.no_grad()."""
    def decorate_context(*args, **kwargs):
        if inference:
            with inference_mode():
                return function(*args, **kwargs)
        before = is_grad_enabled()
        _set_grad_enabled(mode)
        try:
            made = function(*args, **kwargs)
        finally:
            _set_grad_enabled(before)
        return _steps_under(mode, made) if type(made).__name__ == "generator" else made
    for name in ("__name__", "__qualname__", "__doc__"):
        if hasattr(function, name):
            setattr(decorate_context, name, getattr(function, name))
    return decorate_context


class autocast:
    """Mixed precision is a matter of GPUs: here a block like any other."""

    def __init__(self, device_type="cuda", dtype=None, enabled=True, cache_enabled=None):
        if enabled and device_type != "cuda":
            _unsupported("torch.autocast('" + str(device_type) + "') computes in bfloat16, which is "
                         "not supported; autocast(enabled=False) is")
        self.device = device_type

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return False

    def __call__(self, function):
        return function


def compile(model=None, **options):
    """PyTorch 2's compiler changes no result: the model itself."""
    return model if model is not None else lambda function: function


def set_default_device(device):
    """There is only one device; another one is refused as by .to()."""
    zeros(0).to(device)


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True):
    """Puts an object into a file of this run, or a stream."""
    import _files
    import _torch_file
    _files.save(obj, f, _torch_file.parts)


def load(f, map_location=None, pickle_module=None, *, weights_only=False, mmap=None, **pickle_load_args):
    """The object that save put there, as new."""
    import _files
    import _torch_file
    return _files.load(f, _torch_file.read)
