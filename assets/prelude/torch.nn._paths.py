# Computes losses of sequences without known places, and reads images at places between the cells.

import torch
from torch._C import _named, _unsupported

_never = -1e30  # the logarithm of a chance that is 0, with a gradient that is no nan


def _rows(targets, target_lengths):
    """Targets as rows (N, S), also when they stand one after the other."""
    if targets.dim() == 2:
        return targets
    rows = torch.zeros(len(target_lengths), max([1] + target_lengths), dtype=targets.dtype)
    start = 0
    for row, length in zip(rows, target_lengths):
        row[:length] = targets[start:start + length]
        start += length
    return rows


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False):
    """-log of the chance that the steps (T, N, C) spell the targets, with blanks and repeats left out."""
    single = log_probs.dim() == 2
    if single:
        log_probs, targets = log_probs.unsqueeze(1), targets.unsqueeze(0)
    as_list = lambda x: x.reshape(-1).tolist() if isinstance(x, torch.Tensor) else [x] if isinstance(x, int) else list(x)
    input_lengths, target_lengths = as_list(input_lengths), as_list(target_lengths)
    steps, count, _ = log_probs.shape
    if max(input_lengths) > steps:
        raise RuntimeError(f"Expected input_lengths to have value at most {steps}, but got value {max(input_lengths)} "
                           "(while checking arguments for ctc_loss_cpu)")
    rows = _rows(targets, target_lengths).long()
    spelled = torch.full((count, 2 * rows.size(1) + 1), blank)
    spelled[:, 1::2] = rows
    skips = torch.zeros(spelled.shape, dtype=torch.bool)
    skips[:, 2:] = (spelled[:, 2:] != blank) & (spelled[:, 2:] != spelled[:, :-2])
    never = torch.full(spelled.shape, _never, dtype=log_probs.dtype)
    known = log_probs.gather(2, spelled.expand(steps, *spelled.shape))
    paths = torch.where(torch.arange(spelled.size(1)) < 2, known[0], never)
    ends = torch.tensor(input_lengths).unsqueeze(1)
    for t in range(1, steps):
        one = torch.cat([never[:, :1], paths[:, :-1]], 1)
        two = torch.where(skips, torch.cat([never[:, :2], paths[:, :-2]], 1)[:, :paths.size(1)], never)
        paths = torch.where(t < ends, torch.logsumexp(torch.stack([paths, one, two]), 0) + known[t], paths)
    lengths = torch.tensor(target_lengths)
    last = torch.stack([2 * lengths, (2 * lengths - 1).clamp(min=0)], 1)
    found = paths.gather(1, last)
    found = torch.where(torch.stack([lengths >= 0, lengths > 0], 1), found, never[:, :2].expand(found.shape))
    loss = -torch.logsumexp(found, 1)
    # PyTorch's gradient is that of what stood before log_softmax: with the chances themselves in it.
    inside = torch.arange(steps).view(-1, 1, 1) < ends
    loss = loss + torch.where(inside, log_probs.detach().exp() * (log_probs - log_probs.detach()),
                              torch.zeros_like(log_probs)).sum((0, 2))
    cannot = loss > -_never / 2
    loss = torch.where(cannot, torch.full_like(loss, 0.0 if zero_infinity else float("inf")), loss)
    if reduction == "mean":
        return (loss / lengths.clamp(min=1)).mean()
    return loss.sum() if reduction == "sum" else _named(loss[0] if single else loss, "CtcLossBackward0")


def affine_grid(theta, size, align_corners=None):
    """The places (N, H, W, 2) that the matrices theta (N, 2, 3) give to the cells of an image."""
    if len(size) != 4 or theta.shape[-2:] != (2, 3):
        _unsupported("affine_grid() is supported for images (N, C, H, W) and theta (N, 2, 3)")
    along = lambda n: (torch.linspace(-1, 1, n, dtype=theta.dtype) * (1 if align_corners else (n - 1) / n)
                       if n > 1 else torch.zeros(n, dtype=theta.dtype))
    count, _, height, width = size
    base = torch.ones(count, height, width, 3, dtype=theta.dtype)
    base[..., 0] = along(width)
    base[..., 1] = along(height).unsqueeze(-1)
    made = base.view(count, height * width, 3).bmm(theta.transpose(1, 2)).view(count, height, width, 2)
    return _named(made, "AffineGridGeneratorBackward0")


def _place(x, size, padding_mode, align_corners):
    """A place between -1 and 1 as one in cells."""
    x = (x + 1) / 2 * (size - 1) if align_corners else ((x + 1) * size - 1) / 2
    if padding_mode == "reflection":
        low, span = (0.0, float(size - 1)) if align_corners else (-0.5, float(size))
        away = (x - low).abs()
        extra = away.fmod(span) if span > 0 else torch.zeros_like(x)
        even = (away / span).floor() % 2 == 0 if span > 0 else torch.ones_like(x, dtype=torch.bool)
        x = torch.where(even, extra + low, span - extra + low)
    return x if padding_mode == "zeros" else x.clamp(0, size - 1)


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """input (N, C, H, W) at the places of grid (N, h, w, 2), -1 to 1: (N, C, h, w)"""
    if input.dim() != 4 or mode not in ("bilinear", "nearest"):
        _unsupported("grid_sample() is supported for images (N, C, H, W), mode 'bilinear' or 'nearest'")
    count, channels, height, width = input.shape
    x = _place(grid[..., 0], width, padding_mode, align_corners)
    y = _place(grid[..., 1], height, padding_mode, align_corners)
    cells = input.reshape(count, channels, height * width)

    def at(column, row):
        """The cells there, and 0 outside."""
        inside = (column >= 0) & (column < width) & (row >= 0) & (row < height)
        places = (row.clamp(0, height - 1) * width + column.clamp(0, width - 1)).long()
        found = cells.gather(2, places.reshape(count, 1, -1).expand(-1, channels, -1))
        return found.view(count, channels, *x.shape[1:]) * inside.unsqueeze(1)

    if mode == "nearest":
        return _named(at(x.detach().round(), y.detach().round()), "GridSampler2DBackward0")
    left, top = x.detach().floor(), y.detach().floor()
    east, south = x - left, y - top
    west, north = 1 - east, 1 - south
    made = (at(left, top) * (north * west).unsqueeze(1) + at(left + 1, top) * (north * east).unsqueeze(1)
            + at(left, top + 1) * (south * west).unsqueeze(1) + at(left + 1, top + 1) * (south * east).unsqueeze(1))
    return _named(made, "GridSampler2DBackward0")
