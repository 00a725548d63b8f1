# Reads and writes PyTorch's tensors as safetensors.
import torch

import _disk
import _files
import safetensors
from safetensors import safe_open


def load_file(filename, device="cpu"):
    """All tensors of a file by name."""
    return safetensors._File(filename, False).all()


def load(data):
    """The same, of bytes."""
    return safetensors._File(_Bytes(data), False).all()


class _Bytes:
    """Bytes in the place of a file."""

    def __init__(self, data):
        self.read, self.seek, self.name = lambda: data, lambda pos, whence: pos, "the data"


def _check(tensors):
    safetensors.check(tensors, torch.Tensor)
    seen = {}
    for name, tensor in tensors.items():
        if not tensor.is_contiguous():
            raise ValueError(f"You are trying to save a non contiguous tensor: `{name}` which is not allowed. It either "
                             "means you are trying to save tensors which are reference of each other in which case it's "
                             "recommended to save only the full tensors, and reslice at load time, or simply call "
                             "`.contiguous()` on your tensor to pack it before saving.")
        seen.setdefault(tensor.storage().data_ptr() if tensor.numel() else name, []).append(name)
    shared = [set(names) for names in seen.values() if len(names) > 1]
    if shared:
        raise RuntimeError(f"Some tensors share memory, this will lead to duplicate memory on disk and potential differences "
                           f"when loading them again: {shared}. A potential way to correctly save your model is to use "
                           "`save_model`.")


def save_file(tensors, filename, metadata=None):
    """Tensors by name into a file."""
    _check(tensors)
    _files.save(tensors, filename, lambda tensors, file: safetensors.parts(tensors, metadata))


def save(tensors, metadata=None):
    """Tensors by name as bytes."""
    _check(tensors)
    return b"".join([part if isinstance(part, bytes) else _disk.raw(part) for part in safetensors.parts(tensors, metadata)])


def save_model(model, filename, metadata=None, force_contiguous=True):
    """The tensors of a model, each once."""
    kept, seen = {}, set()
    for name, tensor in model.state_dict().items():
        if tensor.data_ptr() not in seen:
            kept[name] = tensor.contiguous() if force_contiguous else tensor
        seen.add(tensor.data_ptr())
    save_file(kept, filename, metadata)


def load_model(model, filename, strict=True, device="cpu"):
    """Puts them back; (missing, unexpected)."""
    held = load_file(filename)
    missing, unexpected = model.load_state_dict(held, strict=False)
    same = {}
    for name, tensor in model.state_dict().items():
        same.setdefault(tensor.data_ptr(), []).append(name)
    twins = {name for names in same.values() if set(names) & set(held) for name in names}
    missing = set(missing) - twins
    if strict and (missing or unexpected):
        raise RuntimeError(f"Error(s) in loading state_dict for {type(model).__name__}: missing {sorted(missing)}, "
                           f"unexpected {sorted(unexpected)}")
    return missing, unexpected
