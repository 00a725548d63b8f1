"""The files of tests/files/in, made by PyTorch 1.13, NumPy 1.24 and Python 3.11: python3 make.py
What qkv writes of them (tests/files/out) was read by the same three: python3 judge.py FOLDER"""
import collections
import gzip
import json
import os
import pickle
import shutil

import numpy as np
import torch

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "in"))
shutil.rmtree("sub", ignore_errors=True)
os.mkdir("sub")
torch.manual_seed(0)
m = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.LayerNorm(4))
w = torch.randn(4, 3)
types = [torch.arange(3).to(getattr(torch, d)) for d in
         "uint8 int8 int16 int32 int64 float16 bfloat16 float64 bool".split()] + [torch.tensor([1 + 2j])]
torch.save(m.state_dict(), "state.pt")
torch.save({"m": m.state_dict(), "row": w[1], "w": w}, "old.pt", _use_new_zipfile_serialization=False)
torch.save({"step": 7, "loss": 2.5, "w": w, "t": w.t(), "row": w[1], "types": types, "dt": torch.float32,
            "size": torch.Size([1, 2]), "dev": torch.device("cpu"), "p": torch.nn.Parameter(w),
            "np": np.arange(6.).reshape(2, 3), "sc": np.float32(1.5), "n": None, "big": 2**70, "neg": -5, "e": (),
            "s": {1, 2}, "b": b"ab\xff", "text": "\u00e9\u4e2d"}, "all.pt")
torch.save(m, "model.pt")
torch.save(w, "sub/w.pth")
np.save("c.npy", np.arange(6, dtype=np.float32).reshape(2, 3))
np.save("f.npy", np.asfortranarray(np.arange(6).reshape(2, 3)))
np.save("o.npy", np.array([{}], dtype=object), allow_pickle=True)
np.save("u.npy", np.array(["ab"]))
np.savez("z.npz", np.arange(3), b=np.eye(2))
np.savez_compressed("packed.npz", a=np.arange(1000) // 100)
np.savetxt("t.csv", np.arange(6.).reshape(2, 3), delimiter=",", fmt="%.2f", header="a,b,c")
for p in range(6):
    with open(f"p{p}.pkl", "wb") as f:
        pickle.dump({"a": [1, 2.5, "x\u00e9", b"y", (1, 2, 3), {1}, True, None, -1, 300, 70000, 2**80, -2**40],
                     "n": np.arange(3), "o": collections.OrderedDict(k=1)}, f, protocol=p)
        pickle.dump("the second", f, protocol=p)
with open("tensor.pkl", "wb") as f:
    pickle.dump({"t": torch.arange(3.)}, f)
with open("c.json", "w") as f:
    json.dump({"a": [1, 2, {"b": None}]}, f)
with open("words.txt", "w") as f:
    f.write("to be\r\nor not\nto be\n")
with open("sub/x.txt", "w") as f:
    f.write("\u00e9")
with gzip.GzipFile("g.gz", "wb", mtime=0) as f:
    f.write(b"hello" * 100)
head, data = {"__metadata__": {"format": "pt"}}, b""
for name, t, kind in (("i", torch.arange(3), "I64"), ("w", w, "F32")):
    raw = t.numpy().tobytes()
    head[name] = {"dtype": kind, "shape": list(t.shape), "data_offsets": [len(data), len(data) + len(raw)]}
    data += raw
text = json.dumps(head, separators=(",", ":")).encode()
text += b" " * (-len(text) % 8)
with open("m.safetensors", "wb") as f:
    f.write(len(text).to_bytes(8, "little") + text + data)
