# Models for other programs are not written here; code that only imports this goes on.

from torch._C import _unsupported


def export(*args, **kwargs):
    """Not here."""
    _unsupported("torch.onnx.export is not supported: qkv writes no ONNX files")


def is_in_onnx_export():
    """Never."""
    return False
