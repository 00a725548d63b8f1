# MD5 digests.
import hashlib
for t in (b"", b"abc", b"a"*55, b"a"*56, b"a"*64, "Größe".encode()*30): print(hashlib.md5(t).hexdigest())
print(int(hashlib.md5("cat".encode()).hexdigest(),16) % 1000, hashlib.new("md5", b"x").hexdigest(), hashlib.md5().digest_size, hashlib.md5().name)
from importlib.metadata import version
print(version("torch"))
