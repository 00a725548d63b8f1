# Pictures seen through a grid of places, and a few layers of pictures.

import torch
import torch.nn.functional as F
from torch._C import _named, _unsupported


def _axis(size, align_corners):
    """The middles (or, with corners, the ends) of `size` cells between -1 and 1."""
    if size < 2:
        return torch.zeros(size)
    ends = torch.linspace(-1, 1, size)
    return ends if align_corners else ends * (size - 1) / size


def affine_grid(theta, size, align_corners=False):
    """theta (N, 2, 3), size (N, C, H, W) -> the places (N, H, W, 2) that each cell is taken from"""
    if len(size) != 4:
        _unsupported("F.affine_grid of volumes")
    rows, columns = size[2:]
    grid = torch.stack([_axis(columns, align_corners).expand(rows, columns),
                        _axis(rows, align_corners).unsqueeze(1).expand(rows, columns),
                        torch.ones(rows, columns)], dim=-1)
    places = grid.view(1, rows * columns, 3) @ theta.transpose(1, 2)
    return _named(places.view(size[0], rows, columns, 2), "AffineGridGeneratorBackward0")


def _picked(input, rows, columns):
    """Cells (N, C, ...) at places (N, ...), 0 outside."""
    height, width = input.shape[2:]
    inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    place = rows.clamp(0, height - 1) * width + columns.clamp(0, width - 1)
    flat = input.flatten(2)
    index = place.flatten(1).unsqueeze(1).expand(-1, flat.size(1), -1)
    found = flat.gather(2, index).view(flat.size(0), flat.size(1), *rows.shape[1:])
    return found * inside.unsqueeze(1)


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """input (N, C, H, W) at the places grid (N, Ho, Wo, 2) between -1 and 1 -> (N, C, Ho, Wo)"""
    if input.dim() != 4 or mode not in ("bilinear", "nearest") or padding_mode == "reflection":
        _unsupported("F.grid_sample: pictures, bilinear or nearest, zeros or border are supported")
    height, width = input.shape[2:]
    x, y = grid.unbind(-1)
    if align_corners:
        x, y = (x + 1) / 2 * (width - 1), (y + 1) / 2 * (height - 1)
    else:
        x, y = ((x + 1) * width - 1) / 2, ((y + 1) * height - 1) / 2
    if padding_mode == "border":
        x, y = x.clamp(0, width - 1), y.clamp(0, height - 1)
    if mode == "nearest":
        output = _picked(input, y.round().long(), x.round().long())
    else:
        left, top = x.floor(), y.floor()
        output = 0
        for down in (0, 1):
            for right in (0, 1):
                share = (1 - (x - left - right).abs()) * (1 - (y - top - down).abs())
                output = output + _picked(input, (top + down).long(), (left + right).long()) * \
                    share.unsqueeze(1)
    return _named(output, "GridSampler2DBackward0")


def channel_shuffle(input, groups):
    """(N, groups * k, ...): the channels of the groups in turn"""
    parts = input.reshape(input.size(0), groups, -1, *input.shape[2:])
    return _named(parts.transpose(1, 2).reshape(input.shape), "ChannelShuffleBackward0")


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """Each cell divided by a power of the mean square of the channels around it."""
    squares = F.pad(input.square().unsqueeze(1).movedim(2, -1), (size // 2, (size - 1) // 2))
    mean = squares.unfold(-1, size, 1).sum(-1).movedim(-1, 2).squeeze(1) / size
    return input / (mean * alpha + k) ** beta


def pdist(input, p=2):
    """The distances between all pairs of rows."""
    return torch.pdist(input, p)
