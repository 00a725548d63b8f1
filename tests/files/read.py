# What PyTorch, NumPy and Python print of the same files (read.out), from the folder `in`.
import csv, glob, gzip, io, json, os, pathlib, pickle
import numpy as np
import torch
print(torch.load("state.pt"))
a = torch.load("all.pt", map_location="cpu")
print(a)
old = torch.load("old.pt")
print(old["m"].keys(), old["row"], old["row"].storage_offset(), torch.equal(old["w"], a["w"]))
a["w"][0, 0] = 9
print(a["t"][0, 0], a["p"][0, 0].item(), a["w"].grad_fn, a["p"].requires_grad, a["t"].stride())
m = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.LayerNorm(4))
print(m.load_state_dict(torch.load("state.pt", weights_only=True)))
with open("sub/w.pth", "rb") as f:
    print(torch.load(f).shape)
print(torch.load(io.BytesIO(open("sub/w.pth", "rb").read())).sum())
print(np.load("c.npy"), np.load("f.npy"), np.load("f.npy").strides)
z = np.load("z.npz")
print(z.files, z["b"], z["arr_0"], "b" in z)
with np.load("packed.npz") as c:
    print(c["a"].shape, c["a"].sum())
print(np.loadtxt("t.csv", delimiter=","), np.genfromtxt("t.csv", delimiter=",", skip_header=1, usecols=(0, 2)))
for p in range(6):
    with open(f"p{p}.pkl", "rb") as f:
        print(pickle.load(f), pickle.load(f))
        try:
            pickle.load(f)
        except EOFError as e:
            print("EOFError", e)
print(pickle.load(open("tensor.pkl", "rb")))
print(json.load(open("c.json")), open("words.txt").read().split("\n"), open("words.txt", "rb").read())
print(open("words.txt", newline="").readlines(), [line.strip() for line in open("words.txt")])
print(list(csv.reader(open("t.csv")))[1])
P = pathlib.Path(".")
print(sorted(P.glob("*.txt")), sorted(P.rglob("*.txt")), (P / "sub" / "x.txt").read_text(encoding="utf-8"))
print((P / "sub").is_dir(), (P / "nope").exists(), [p.name for p in sorted((P / "sub").iterdir())])
print(os.path.exists("c.npy"), os.path.isfile("sub"), os.path.isdir("sub"), os.path.getsize("c.npy"), sorted(os.listdir("sub")))
print([(top, folders, sorted(files)) for top, folders, files in os.walk("sub")])
print(sorted(glob.glob("*.npz")), sorted(glob.glob("sub/*")), glob.glob("**/*.pth", recursive=True), glob.glob("nix"))
print(gzip.open("g.gz").read()[:7], gzip.open("g.gz", "rt").read()[:6], (P / "c.npy").stat().st_size)
print(np.frombuffer(b"\1\0\2\0", dtype=np.int16), np.fromfile("c.npy", dtype=np.uint8)[:3])
with open("words.txt", "rb") as f:
    print(f.seek(-6, 2), f.read(3), f.tell(), f.read(), f.read())
for bad in ("nope.txt", "nope/x.txt", "sub"):
    try:
        open(bad)
    except OSError as e:
        print(type(e).__name__, e)
try:
    np.load("o.npy")
except ValueError as e:
    print(e)
