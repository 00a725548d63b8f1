# What Python, NumPy and PyTorch do with the files of a run.
import os, json, pathlib, torch, numpy as np, csv, io, pickle, gzip
from pathlib import Path
d = Path("run1"); d.mkdir(parents=True, exist_ok=True)
torch.save({"a": torch.ones(2)}, d / "m.pt"); print(torch.load(d / "m.pt"), (d / "m.pt").exists(), (d/"m.pt").suffix)
np.save(d / "x.npy", np.ones(2)); print(np.load(d / "x.npy")); np.savez(d / "y.npz", a=np.ones(1)); print(np.load(d/"y.npz")["a"])
print(os.path.join(d, "z"), os.path.basename(d / "q"), os.path.splitext(d / "q.txt"), os.path.dirname(d/"q"))
with open(d / "t.txt", "w", encoding="utf-8") as f:
    print(f.write("héllo\n"), f.name, f.mode, f.closed, f.writable(), f.readable()); f.writelines(["a\n", "b\n"]); print("x", 1, file=f, flush=True)
print(f.closed)
with open(d / "t.txt", encoding="utf-8") as f, open(d / "u.txt", "w") as g:
    print(f.read(3), f.readline(), f.readlines(), f.read() == ""); f.seek(0); print([l.rstrip() for l in f]); g.write("q")
with open(d / "t.txt", "r+") as f:
    f.seek(0, 2); f.write("end\n"); f.seek(0); print(f.read())
with open(d/"b.bin","wb") as f: f.write(bytes(range(10)))
with open(d/"b.bin","rb") as f: print(f.read(2), f.read(), f.seek(3), f.tell(), f.read(1)); f.seek(-2, 2); print(f.read())
with open(d/"b.bin","ab") as f: f.write(b"zz")
print((d/"b.bin").read_bytes(), (d/"b.bin").stat().st_size, sorted(os.listdir(d)))
for how in ("x","w","r"):
    try:
        with open(d/"u.txt", how) as f: print(how, "ok")
    except FileExistsError as e: print(e)
try: f.read()
except ValueError as e: print(e)
try: open(d/"u.txt").write("x")
except io.UnsupportedOperation as e: print(e)
try: open(d/"u.txt","w").read()
except io.UnsupportedOperation as e: print(e)
with (d/"c.csv").open("w", newline="") as f:
    w = csv.DictWriter(f, fieldnames=["a","b"]); w.writeheader(); w.writerow({"a":1,"b":2})
with open(d/"c.csv") as f: print(list(csv.DictReader(f)))
json.dump({"x":[1,2]}, (d/"j.json").open("w"), indent=2); print((d/"j.json").read_text()); print(json.loads((d/"j.json").read_bytes()))
buf = io.BytesIO(); torch.save(torch.arange(3), buf); buf.seek(0); print(torch.load(buf)); buf = io.BytesIO(); np.save(buf, np.arange(2)); buf.seek(0); print(np.load(buf))
buf = io.BytesIO(pickle.dumps({"a": (1, [2])})); print(pickle.load(buf))
np.savetxt(d/"n.txt", np.eye(2), fmt="%d"); print((d/"n.txt").read_text(), np.loadtxt(d/"n.txt"), np.loadtxt(d/"n.txt", dtype=int), np.genfromtxt(d/"n.txt"))
print(np.loadtxt(["1 2","3 4"]), np.loadtxt(io.StringIO("1,2\n3,4"), delimiter=",", usecols=1), np.loadtxt(io.StringIO("5\n6")))
for p in sorted(d.iterdir()): print(p, p.is_file(), p.stem)
(d/"u.txt").unlink(); print((d/"u.txt").exists()); os.rename(d/"n.txt", d/"n2.txt"); print(os.path.isfile(d/"n2.txt"), (d/"n2.txt").name)
class Cfg:
    def __init__(self): self.n = 3
torch.save({"cfg": Cfg(), "w": torch.ones(1)}, d/"o.pt"); print(torch.load(d/"o.pt")["cfg"].n)
pickle.dump(Cfg(), open(d/"o.pkl","wb")); print(pickle.load(open(d/"o.pkl","rb")).n)
with open(d/"lines.txt","w") as f:
    for i in range(3): f.write(f"{i}\n")
    f.flush(); print(open(d/"lines.txt").read().split())
print(sum(1 for _ in open(d/"lines.txt")), open(d/"lines.txt").readline().strip(), next(open(d/"lines.txt")))
m = torch.nn.Linear(2,2); o = torch.optim.AdamW(m.parameters(), lr=1e-3)
torch.save({"model": m.state_dict(), "opt": o.state_dict(), "epoch": 3, "loss": torch.tensor(1.5)}, d/"ck.pt"); c = torch.load(d/"ck.pt"); print(c["epoch"], c["loss"], c["opt"]["param_groups"][0]["lr"], m.load_state_dict(c["model"]))
a = np.arange(6).reshape(2,3)[:, ::2]; np.save(d/"s.npy", a); print(np.load(d/"s.npy"))
t = torch.arange(10.)[2:5]; torch.save(t, d/"v.pt"); v = torch.load(d/"v.pt"); print(v, v.storage_offset(), len(v.storage()))
torch.save([torch.zeros(0), torch.tensor(3), torch.ones(2,0,3)], d/"e.pt"); print(torch.load(d/"e.pt"))
