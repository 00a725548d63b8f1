# What is not read and not written: a sentence for each. run with --files in --write out
import io, os, pickle
import numpy as np
import torch
def refused(what, *args):
    try:
        print("done", what(*args))
    except Exception as e:
        print(type(e).__name__, str(e).replace("\n", " ")[:170])
for name in ("../in/c.npy", "/etc/passwd", "sub/../c.npy", "link.txt", "folder/passwd", "pipe", "sub", "nope", "c.npy/x", "a\0b",
             "a" * 300):
    refused(open, name)
    if "\0" not in name:
        print(os.path.exists(name), end=" ")
for name in ("../x", "/etc/x", "a/../b", "there.txt", "nofolder/x", "away/x", "away.txt"):
    refused(open, name, "w")
refused(open, "there.txt", "a")
refused(os.makedirs, "/content/x")
refused(os.remove, "there.txt")
refused(os.remove, "c.npy")
refused(os.rename, "c.npy", "d.npy")
refused(torch.save, torch.ones(1), "there.txt")
refused(np.save, "/tmp/../c", np.ones(1))
refused(torch.load, "model.pt")
refused(torch.load, "words.txt")
refused(torch.load, "z.npz")
refused(np.load, "o.npy")
refused(np.load, "u.npy")
refused(np.load, "p2.pkl")
refused(pickle.loads, b"cos\nsystem\n(S'id'\ntR.")
refused(pickle.loads, b"\x80\x04\x8c\x08builtins\x8c\x04eval\x93.")
refused(pickle.loads, b"(" * 20000 + b".")
refused(pickle.loads, b"\x80\x02" + b"]" * 20000 + b"a" * 19999)
refused(pickle.loads, b"\x80\x02\x8b\xff\xff\xff\x7f.")
refused(pickle.loads, b"cnumpy.core.multiarray\nscalar\n(cnumpy\ndtype\n(U\x02f8I00\nI01\ntRU\x03abctR.")
refused(torch.load, io.BytesIO(b"PK\x03\x04" + b"\0" * 40))
refused(torch.load, io.BytesIO(open("sub/w.pth", "rb").read().replace(b"FloatStorage", b"Size        ")))
refused(pickle.loads, b"")
deep = pickle.loads(b"\x80\x02" + b"]" * 20000 + b"a" * 19999 + b".")
kept = [[n] for n in range(100000)]
print(len(deep))
torch.save(torch.nn.Linear(1, 1), "whole.pt")
print(type(torch.load("whole.pt")).__name__, os.path.exists("whole.pt"))
open("/tmp/scratch.txt", "w").write("in memory")
print(open("/tmp/scratch.txt").read())
