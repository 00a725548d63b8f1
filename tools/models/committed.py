"""What the training scripts share: weights as tenths, written as literals, and the comparison with the
lesson that keeps them."""
import pathlib
import sys


def tenths(weights):
    """Rounded to one decimal: the numbers that the lesson computes with."""
    return {name: (10 * w).round() / 10 for name, w in weights.items()}


def literal(name, weights, notes=()):
    """NAME = torch.tensor([...]) / 10, whole tenths, one row of the table on a line."""
    rows = (10 * weights).round().int().tolist()
    if weights.dim() == 1:
        return f"{name} = torch.tensor({rows}) / 10"
    notes = [f"  # {note}" for note in notes] or [""] * len(rows)
    ends = [","] * (len(rows) - 1) + ["]) / 10"]
    lines = [f"[{', '.join(str(n) for n in row)}]{end}{note}" for row, end, note in zip(rows, ends, notes)]
    return f"{name} = torch.tensor([\n    " + "\n    ".join(lines)


def compare(text):
    """With a lesson's path as argument: does its text hold these literals? Else they are printed."""
    if len(sys.argv) < 2:
        print(text)
    elif text not in pathlib.Path(sys.argv[1]).read_text():
        sys.exit(f"{sys.argv[1]}: other weights than those that this training makes")
    else:
        print(f"{sys.argv[1]}: the weights that this training makes")
