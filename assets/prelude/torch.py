# torch: what is composed of its native parts. Everything else of the module is C.

from torch._C import _unsupported

# What is composed of other operations stands in torch._composed, read when it is first asked for.
_elsewhere = ("adaptive_avg_pool1d alpha_dropout avg_pool1d batch_norm bilinear celu "
             "copysign cosine_embedding_loss cosine_similarity cumulative_trapezoid diagonal_scatter dsplit "
             "feature_dropout gcd gradient group_norm hardshrink hinge_embedding_loss histogram "
             "index_reduce instance_norm isreal lcm ldexp logaddexp2 logcumsumexp logdet "
             "margin_ranking_loss max_pool1d max_pool2d nanmedian narrow_copy nextafter pairwise_distance pdist "
             "pinverse pixel_shuffle pixel_unshuffle prelu put renorm scatter_reduce select_scatter "
             "selu sinc slice_scatter threshold trapezoid trapz triplet_margin_loss "
             "unique_consecutive unsafe_chunk unsafe_split").split()


def __getattr__(name):
    """A composed function, from the file where it stands."""
    if name not in _elsewhere:
        raise AttributeError(f"module 'torch' has no attribute '{name}'")
    from importlib import import_module
    value = getattr(import_module("torch._composed"), name)
    globals()[name] = value
    return value


def _decorated(mode, function):
    """`function`, run with gradients recorded or not: @torch.no_grad()."""
    def decorate_context(*args, **kwargs):
        before = is_grad_enabled()
        _set_grad_enabled(mode)
        try:
            return function(*args, **kwargs)
        finally:
            _set_grad_enabled(before)
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
