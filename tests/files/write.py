# What this writes was read by PyTorch, NumPy and Python (judge.py); since then its bytes are golden (out).
import collections, csv, json, os, pathlib, pickle
import numpy as np
import torch
from safetensors.torch import save_file
w = torch.arange(12.).reshape(4, 3)
os.makedirs("deep/er", exist_ok=True)
torch.save(collections.OrderedDict(weight=torch.nn.Parameter(w), bias=torch.ones(4)), "deep/er/state.pt")
types = [torch.arange(3).to(getattr(torch, d)) for d in
         "uint8 int8 int16 int32 int64 float16 bfloat16 float64 bool".split()] + [torch.tensor([1 + 2j])]
torch.save({"step": 7, "loss": 2.5, "w": w, "t": w.t(), "row": w[1], "types": types, "dt": torch.float32,
            "size": torch.Size([1, 2]), "dev": torch.device("cpu"), "np": np.arange(6.).reshape(2, 3),
            "sc": np.float32(1.5), "n": None, "big": 2**70, "neg": -5, "far": -2**40, "e": (), "s": {1}, "b": b"ab\xff",
            "text": "\u00e9\u4e2d", "inf": float("inf")}, "all.pt")
np.save("c", np.arange(6, dtype=np.float32).reshape(2, 3))
np.save("f", np.arange(6).reshape(2, 3).T)
np.savez("z", np.arange(3), b=np.eye(2))
np.savetxt("t.csv", np.arange(6.).reshape(2, 3), delimiter=",", fmt="%.2f", header="a,b,c")
with open("two.pkl", "wb") as f:
    pickle.dump({"a": [1, 2.5, "x", b"y", (1, 2), True, None], "n": np.arange(3), "i": np.int64(4)}, f)
    pickle.dump("the second", f, protocol=2)
with open("two.pkl", "rb") as f:
    print(pickle.load(f), pickle.load(f))
json.dump({"a": [1]}, open("c.json", "w"), indent=1)
with open("log.txt", "w") as f:
    f.write("one\n")
    print("two", file=f)
with open("log.txt", "a") as f:
    f.write("three\n")
with open("r.csv", "w", newline="") as f:
    csv.writer(f).writerows([["a", "b"], [1, "x,y"]])
(pathlib.Path("d") / "e").mkdir(parents=True)
(pathlib.Path("d") / "e" / "x.txt").write_text("h\u00e9")
(pathlib.Path("d") / "b.bin").write_bytes(b"\0\1")
save_file({"w": w, "i": torch.arange(3), "h": torch.ones(2).half()}, "m.safetensors", metadata={"format": "pt"})
torch.save(w, "tmp.pt")
os.replace("tmp.pt", "final.pt")
open("gone.txt", "w").write("x")
os.remove("gone.txt")
print(torch.load("all.pt")["t"].stride(), torch.load("final.pt").shape, sorted(os.listdir(".")), open("log.txt").read())
np.savez_compressed("packed", a=np.zeros(1000))
print(np.load("packed.npz")["a"].shape, os.path.getsize("packed.npz") < 1000)
