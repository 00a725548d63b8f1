"""The page against the native program: does the engine for a browser meet what is asked of it?

    bench_page.py build/qkv build/web

Each lesson and two trainings, by `qkv run --simd baseline --threads 1` and by the engine under node, in turn: the medians
of processor time, a process whole with its start, and the engine without node's, warm; and the median of their ratios.
Then the page in Chromium: from opening to the first step, and each key of each lesson."""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LESSON_MOST, TRAINING_MOST = 4.0, 2.0  # of the native time
OPENING_MOST, KEY_MOST, SIZE_MOST = 1000, 16, 3e6  # ms, ms, bytes
LESSON_ROUNDS, TRAINING_ROUNDS = 9, 5
TRAININGS = {  # and the files that they need
    "a GPT of one block, 300 steps of AdamW": ["tests/bench_page_gpt.py"],
    "the head of a-head-learns-to-copy": ["tools/models/reversing.py", "tools/models/committed.py"],
}


class Engine:
    """The engine for a browser in a node that stays."""

    def __init__(self, wasm):
        self.node = subprocess.Popen(["node", os.path.join(HERE, "bench_page.mjs"), wasm], text=True,
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(self, code, files):
        print("run", os.path.basename(code), *files, sep="\t", file=self.node.stdin, flush=True)
        return float(self.node.stdout.readline())


def native(qkv, code, files):
    folder = os.path.dirname(files[0]) if files else None
    child = subprocess.Popen([qkv, "run", "--simd", "baseline", "--threads", "1", os.path.basename(code)], cwd=folder,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"bench: qkv run {code} ended with {status}")
    return 1e3 * (used.ru_utime + used.ru_stime)


def compare(qkv, engine, name, files, rounds, most):
    code = files[0] if files else name
    for _ in range(rounds if not files else 1):
        engine.run(code, files)
    pairs = [(native(qkv, code, files), engine.run(code, files)) for _ in range(rounds)]
    ratio = statistics.median(page / alone for alone, page in pairs)
    alone, page = (statistics.median(side) for side in zip(*pairs))
    print(f"  {name:40s} native {alone:8.1f} ms, page {page:8.1f} ms, ratio {ratio:5.2f}"
          + (f" (MORE THAN {most:.0f})" if ratio > most else ""), flush=True)
    return ratio


def verdict(what, value, unit, most):
    told = f"at most {most:g}{unit}: met" if value <= most else f"MORE THAN {most:g}{unit}"
    print(f"{what}: {value:.{2 if most < 10 else 0}f}{unit}, {told}")


def in_chromium(qkv, web, lessons):
    if shutil.which("chromedriver") is None:
        print("page: no chromedriver here")
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([qkv, "page", "--course", "-o", f"{folder}/course"], check=True,
                       env={**os.environ, "QKV_PAGE": os.path.join(web, "page.html")})
        index = f"{folder}/course/index.html"
        done = subprocess.run(["node", os.path.join(HERE, "bench_page_browser.mjs"), index, *lessons],
                              stdout=subprocess.PIPE, text=True)
        verdict("size of the page", os.path.getsize(index) / 1e6, " MB", SIZE_MOST / 1e6)
    if done.returncode != 0:
        sys.exit(f"bench: {done.stdout}")
    seen = json.loads(done.stdout)
    openings, keys = sorted(seen["openings"]), seen["keys"]
    print(f"  openings, ms: {', '.join(f'{ms:.0f}' for ms in openings)}")
    verdict("from opening to the first step, median", statistics.median(openings), " ms", OPENING_MOST)
    for name, times in keys.items():
        print(f"  {name:24s} {len(times):3d} keys, median {statistics.median(times):5.1f} ms, worst {max(times):6.1f} ms, "
              f"within {KEY_MOST} ms {sum(ms <= KEY_MOST for ms in times)}")
    every = sorted(ms for times in keys.values() for ms in times)
    verdict("a key, median", statistics.median(every), " ms", KEY_MOST)
    verdict("a key, 9 of 10", every[int(0.9 * len(every))], " ms", KEY_MOST)
    verdict("a key, worst", every[-1], " ms", KEY_MOST)
    within = sum(ms <= KEY_MOST for ms in every)
    print(f"keys within {KEY_MOST} ms: {100 * within / len(every):.1f} % ({within} of {len(every)})")


def main(qkv, web):
    qkv = os.path.abspath(qkv)
    rows = subprocess.run([qkv, "lessons"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    lessons = [words[1] for words in map(str.split, rows) if words and words[0].isdigit()]
    engine = Engine(os.path.join(web, "qkv.wasm"))
    print("page: processor time in node against that of the native program, medians")
    print(f"  load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    ratios = [compare(qkv, engine, name, [], LESSON_ROUNDS, LESSON_MOST) for name in lessons]
    trained = [compare(qkv, engine, name, files, TRAINING_ROUNDS, TRAINING_MOST) for name, files in TRAININGS.items()]
    verdict("a lesson's run, the slowest of all", max(ratios), " times native", LESSON_MOST)
    verdict("a training, the slowest", max(trained), " times native", TRAINING_MOST)
    in_chromium(qkv, web, lessons)


if __name__ == "__main__":
    main(*sys.argv[1:])
