# tempfile and shutil: files and folders that last as long as a block.
import os
import shutil
import tempfile

import torch

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "model.pt")
    torch.save({"w": torch.arange(3.)}, path)
    print(torch.load(path), os.path.exists(path), os.path.getsize(path) > 100)
    shutil.copy(path, os.path.join(folder, "again.pt"))
    os.makedirs(os.path.join(folder, "inner"))
    shutil.move(path, os.path.join(folder, "inner"))
    print(sorted(os.listdir(folder)), os.listdir(os.path.join(folder, "inner")))
print(os.path.exists(folder))

with tempfile.NamedTemporaryFile(suffix=".pt", delete=False) as f:
    name = f.name
torch.save(torch.ones(2), name)
print(name.endswith(".pt"), torch.load(name))
os.unlink(name)
print(os.path.exists(name))

with tempfile.NamedTemporaryFile("w+", suffix=".txt") as f:
    f.write("a\nb\n")
    f.seek(0)
    print(f.read().split(), os.path.exists(f.name))
print(os.path.exists(f.name))

folder = tempfile.mkdtemp()
open(os.path.join(folder, "x"), "w").close()
print(os.path.isdir(folder), os.listdir(folder))
shutil.rmtree(folder)
shutil.rmtree(folder, ignore_errors=True)
print(os.path.isdir(folder))
