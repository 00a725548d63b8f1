# The layout of safetensors, read whole and in parts. What is no such file is told.
import torch
from safetensors import safe_open, SafetensorError
from safetensors.torch import load_file, load, save, save_file
import safetensors.numpy
held = load_file("m.safetensors")
print(held["i"], held["w"].shape, load(open("m.safetensors", "rb").read())["i"])
with safe_open("m.safetensors", framework="pt", device="cpu") as f:
    print(f.keys(), f.metadata(), f.get_tensor("i"), f.get_slice("w")[:1].shape, f.get_slice("w").get_shape())
print(safetensors.numpy.load_file("m.safetensors")["i"])
print(save({"a": torch.ones(1)}))
data = open("m.safetensors", "rb").read()
def lie(old, new):
    return data.replace(old, new)
for name, wrong in (("empty", b""), ("short", data[:-1]), ("long", data + b"\0"), ("length", b"\xff" * 8 + data[8:]),
                    ("overlap", lie(b"[24,72]", b"[ 8,56]")), ("sum", lie(b"[4,3]", b"[4,4]")),
                    ("negative", lie(b"[3]", b"-3 ")), ("kind", lie(b"I64", b"I99")), ("json", lie(b"{", b"["))):
    open("wrong.safetensors", "wb").write(wrong)
    try:
        load_file("wrong.safetensors")
    except SafetensorError as e:
        print(name, "|", e)
w = torch.ones(2, 3)
for bad in ({"a": w, "b": w}, {"a": w.t()}, {"a": 1}):
    try:
        save_file(bad, "x.safetensors")
    except (ValueError, RuntimeError) as e:
        print(type(e).__name__, str(e)[:70])
