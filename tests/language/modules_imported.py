from pathlib import Path, PurePosixPath
p = Path("data") / "train" / "x.tar.gz"
print(p, repr(p), p.name, p.stem, p.suffix, p.suffixes, p.parent, p.parts, p.parent.parent, [str(q) for q in p.parents], p.with_suffix(".txt"), p.with_name("y.csv"), p.with_stem("z"), p.relative_to("data"), p.match("*.gz"), p.is_absolute(), Path("/a/../b"), Path("a//b/./c"), Path(), Path("a") == Path("a/"), {Path("q"): 1}[Path("q")], sorted([Path("b"), Path("a")]), "pre" / Path("x"), f"{p}", Path("nope.txt").exists(), Path(".bashrc").suffix, Path("a.b.").suffix, p.as_posix(), Path("/x").joinpath("y", "/z"))
try: Path("/a").relative_to("/b")
except ValueError as e: print(e)
import os
print(os.path.normpath("/a/./b/../c//d"), os.path.isabs("/x"), os.path.relpath("/a/b", "/a/c"), os.path.commonprefix(["abc", "abd"]), os.fspath(Path("q")), os.path.normpath(""), os.path.join(Path("a"), "b") if False else "")
import threading, hashlib, base64, html
out = []
def work(n, factor=1):
    with lock: out.append(n * factor)
lock = threading.Lock()
ts = [threading.Thread(target=work, args=(i,), kwargs={"factor": 10}) for i in range(3)]
for t in ts: t.start()
for t in ts: t.join()
print(out, threading.current_thread().name, lock.locked(), ts[0].is_alive())
print(hashlib.sha1(b"abc").hexdigest(), hashlib.sha256(b"x" * 100).hexdigest(), hashlib.sha512(b"").hexdigest()[:32], hashlib.new("sha1", b"q").hexdigest())
print(base64.b64encode(b"hello!!"), base64.b64decode("aGk="), base64.urlsafe_b64encode(b"\xff\xfe"), html.escape("<a href='x'>"), html.unescape("&lt;b&gt; &amp;"))
import random
random.seed("text"); print(random.random(), random.randint(0, 99)); random.seed(2.5); print(random.random()); random.seed(b"b"); print(random.random())
