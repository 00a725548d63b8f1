"""Reads what write.py has written, by PyTorch, NumPy and Python: python3 judge.py FOLDER"""
import os
import json
import pickle
import sys
import zipfile

import numpy as np
import torch

os.chdir(sys.argv[1])
w = torch.arange(12.).reshape(4, 3)
s = torch.load("deep/er/state.pt", weights_only=True)
assert torch.equal(s["weight"], w) and s["weight"].requires_grad and torch.equal(s["bias"], torch.ones(4))
a = torch.load("all.pt")
assert torch.equal(a["w"], w) and torch.equal(a["t"], w.t()) and a["row"].storage_offset() == 3
a["w"][0, 0] = 9
assert a["t"][0, 0] == 9
for t, d in zip(a["types"], "uint8 int8 int16 int32 int64 float16 bfloat16 float64 bool".split()):
    assert torch.equal(t, torch.arange(3).to(getattr(torch, d)))
assert a["types"][-1].item() == 1 + 2j and a["dt"] is torch.float32 and a["size"] == torch.Size([1, 2])
assert (a["step"], a["loss"], a["n"], a["big"], a["neg"], a["far"], a["e"], a["s"], a["b"], a["text"], a["inf"]) == \
    (7, 2.5, None, 2**70, -5, -2**40, (), {1}, b"ab\xff", "\u00e9\u4e2d", float("inf"))
assert (a["np"] == np.arange(6.).reshape(2, 3)).all() and a["sc"] == np.float32(1.5) and a["dev"].type == "cpu"
assert (np.load("c.npy") == np.arange(6).reshape(2, 3)).all() and np.load("f.npy").flags["F_CONTIGUOUS"]
assert np.load("z.npz").files == ["arr_0", "b"] and np.load("packed.npz")["a"].shape == (1000,)
for name in ("all.pt", "z.npz", "packed.npz"):
    assert zipfile.ZipFile(name).testzip() is None
assert np.loadtxt("t.csv", delimiter=",").shape == (2, 3) and torch.load("final.pt").shape == (4, 3)
with open("two.pkl", "rb") as f:
    assert pickle.load(f)["a"] == [1, 2.5, "x", b"y", (1, 2), True, None] and pickle.load(f) == "the second"
assert json.load(open("c.json")) == {"a": [1]} and open("log.txt").read() == "one\ntwo\nthree\n"
data = open("m.safetensors", "rb").read()
head = json.loads(data[8:8 + int.from_bytes(data[:8], "little")])
held = data[8 + int.from_bytes(data[:8], "little"):]
begin, end = head["w"]["data_offsets"]
assert np.frombuffer(held[begin:end], "<f4").tolist() == list(range(12)) and head["i"]["data_offsets"] == [0, 24]
print("all of it is read")
