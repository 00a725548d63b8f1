"""How long it takes to begin, as ratios of one run; each the best of several, in turn, in processor time, so
that what others do on the machine does not count:

    bench_start.py build/qkv

`qkv run` on a notebook, and the first frame of every lesson, against `python3 -c pass`; the first frame of a GPT
against `qkv run` of the same file; and a figure, from the import to the file, against matplotlib."""
import glob
import os
import subprocess
import sys
import tempfile
import time

FRAME_MOST, GPT_MOST = 1.0, 1.5
ROUNDS, GPT_ROUNDS = 11, 3
FIGURE_LEAST = 15.0
NOTEBOOK = "weight-splits"  # a built-in lesson, made from such a notebook
GPTS = {
    "GPT-2 small, 64 tokens": "C=768 H=12 layers=12 T=64 vocab=50257 tokens=1",
    "6 layers of 384, 256 tokens": "C=384 H=6 layers=6 T=256 tokens=1",
    "4 layers of 128, 50 tokens generated": "C=128 T=64 tokens=50",
}


def milliseconds(command):
    """Until the frame is there; without one until the end."""
    shown = subprocess.PIPE if "walk" in command else subprocess.DEVNULL
    child = subprocess.Popen(command, stdout=shown, stderr=subprocess.DEVNULL)
    spent = None
    if child.stdout is not None:
        os.read(child.stdout.fileno(), 1)
        spent = time.clock_gettime(~child.pid << 3 | 2)  # clock_getcpuclockid
        child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"bench: {' '.join(command)} ended with {status}")
    return 1e3 * (used.ru_utime + used.ru_stime if spent is None else spent)


def best(rounds, *commands):
    """Of each command the least."""
    return [min(column) for column in zip(*([milliseconds(c) for c in commands] for _ in range(rounds)))]


def told(ratio, most):
    return f"ratio {ratio:.2f}" + (f" (MORE THAN {most:.1f})" if ratio > most else "")


def figure(qkv):
    have = subprocess.run([sys.executable, "-c", "import matplotlib"], stderr=subprocess.DEVNULL)
    if have.returncode != 0:
        print("start: no matplotlib here to draw a figure against")
        return
    with tempfile.TemporaryDirectory() as out:
        code = "tests/bench_figure.py"
        ours, theirs = best(ROUNDS, [qkv, "run", "--pictures", out, code],
                            [sys.executable, code, os.path.join(out, "theirs.png")])
    ratio = theirs / ours
    print(f"start: a figure, import included, qkv run {ours:.1f} ms, matplotlib {theirs:.1f}: {ratio:.1f} times as fast"
          + (f" (LESS THAN {FIGURE_LEAST:.0f})" if ratio < FIGURE_LEAST else ""))


def main(qkv):
    nothing = [sys.executable, "-c", "pass"]
    with tempfile.NamedTemporaryFile() as keys:
        walk = [qkv, "walk", "--no-state", "--script", keys.name]
        run, python = best(ROUNDS, [qkv, "run", NOTEBOOK], nothing)
        print(f"start: qkv run on a notebook {run:.1f} ms, python3 -c pass {python:.1f}: {told(run / python, 1.0)}")
        worst = 0.0
        for lesson in sorted(glob.glob("lessons/[0-9]*.md")):
            frame, python = best(ROUNDS, walk + [lesson], nothing)
            worst = max(worst, frame / python)
            print(f"  first frame of {os.path.basename(lesson)} {frame:.1f} ms, python3 -c pass {python:.1f}: "
                  f"{told(frame / python, FRAME_MOST)}")
        print(f"start: qkv walk to the first frame of a lesson, the slowest of all: {told(worst, FRAME_MOST)}")
        for name, numbers in GPTS.items():
            file = ["tests/bench_gpt.py"] + [w for n in numbers.split() for w in ("--set", n)]
            run, frame = best(GPT_ROUNDS, [qkv, "run"] + file, walk + file)
            print(f"start: qkv walk to the first frame of a GPT ({name}) {frame:.0f} ms, qkv run {run:.0f}: "
                  f"{told(frame / run, GPT_MOST)}")
    figure(qkv)


if __name__ == "__main__":
    main(sys.argv[1])
