"""Longformer: sliding chunks by as_strided, and global tokens."""
import math
import torch
import torch.nn.functional as F
from torch import nn


def _chunk(h, window_overlap):
    h = h.view(h.size(0), torch.div(h.size(1), (window_overlap * 2), rounding_mode="trunc"), window_overlap * 2, h.size(2))
    chunk_size = list(h.size())
    chunk_size[1] = chunk_size[1] * 2 - 1
    chunk_stride = list(h.stride())
    chunk_stride[1] = chunk_stride[1] // 2
    return h.as_strided(size=chunk_size, stride=chunk_stride)


def _pad_and_transpose_last_two_dims(x, padding):
    x = nn.functional.pad(x, padding)
    return x.view(*x.size()[:-2], x.size(-1), x.size(-2))


def _pad_and_diagonalize(c):
    total_num_heads, num_chunks, window_overlap, hidden_dim = c.size()
    c = nn.functional.pad(c, (0, window_overlap + 1))
    c = c.view(total_num_heads, num_chunks, -1)
    c = c[:, :, :-window_overlap]
    c = c.view(total_num_heads, num_chunks, window_overlap, window_overlap + hidden_dim)
    return c[:, :, :, :-1]


def sliding_chunks_query_key_matmul(query, key, w):
    b, seq_len, heads, head_dim = query.size()
    assert seq_len % (w * 2) == 0
    chunks_count = torch.div(seq_len, w, rounding_mode="trunc") - 1
    query = query.transpose(1, 2).reshape(b * heads, seq_len, head_dim)
    key = key.transpose(1, 2).reshape(b * heads, seq_len, head_dim)
    query, key = _chunk(query, w), _chunk(key, w)
    scores = torch.einsum("bcxd,bcyd->bcxy", (query, key))
    scores = _pad_and_transpose_last_two_dims(scores, padding=(0, 0, 0, 1))
    out = scores.new_zeros((b * heads, chunks_count + 1, w, w * 2 + 1))
    out[:, :-1, :, w:] = scores[:, :, :w, : w + 1]
    out[:, -1, :, w:] = scores[:, -1, w:, : w + 1]
    out[:, 1:, :, :w] = scores[:, :, -(w + 1): -1, w + 1:]
    out[:, 0, 1:w, 1:w] = scores[:, 0, : w - 1, 1 - w:]
    out = out.view(b, heads, seq_len, 2 * w + 1).transpose(2, 1)
    mask_invalid_locations(out, w)
    return out


def mask_invalid_locations(t, w):
    beginning_mask_2d = t.new_ones(w, w + 1).tril().flip(dims=[0])
    beginning_mask = beginning_mask_2d[None, :, None, :]
    ending_mask = beginning_mask.flip(dims=(1, 3))
    beginning_input = t[:, :w, :, : w + 1]
    beginning_mask = beginning_mask.expand(beginning_input.size())
    t[:, :w, :, : w + 1] = torch.full_like(beginning_input, -float("inf")).where(beginning_mask.bool(), beginning_input)
    ending_input = t[:, -w:, :, -(w + 1):]
    ending_mask = ending_mask.expand(ending_input.size())
    t[:, -w:, :, -(w + 1):] = torch.full_like(ending_input, -float("inf")).where(ending_mask.bool(), ending_input)


def sliding_chunks_matmul_attn_probs_value(probs, value, w):
    b, seq_len, heads, head_dim = value.size()
    chunks_count = torch.div(seq_len, w, rounding_mode="trunc") - 1
    c = probs.transpose(1, 2).reshape(b * heads, torch.div(seq_len, w, rounding_mode="trunc"), w, 2 * w + 1)
    value = value.transpose(1, 2).reshape(b * heads, seq_len, head_dim)
    padded = nn.functional.pad(value, (0, 0, w, w), value=-1)
    size = (b * heads, chunks_count + 1, 3 * w, head_dim)
    stride = padded.stride()
    stride = (stride[0], w * stride[1], stride[1], stride[2])
    chunked = padded.as_strided(size=size, stride=stride)
    c = _pad_and_diagonalize(c)
    context = torch.einsum("bcwd,bcdh->bcwh", (c, chunked))
    return context.view(b, heads, seq_len, head_dim).transpose(1, 2)


torch.manual_seed(11)
B, T, H, D, w = 2, 16, 2, 8, 4
q, k, v = (torch.randn(B, T, H, D, requires_grad=True) for _ in range(3))
scores = sliding_chunks_query_key_matmul(q / math.sqrt(D), k, w)
print(scores.shape, scores[0, 0, 0], scores[0, -1, 1])
probs = F.softmax(scores, dim=-1)
probs = torch.masked_fill(probs, torch.isnan(probs), 0.0)
out = sliding_chunks_matmul_attn_probs_value(probs, v, w)
dense = (q.transpose(1, 2) / math.sqrt(D)) @ k.transpose(1, 2).transpose(-1, -2)
i = torch.arange(T)
band = (i[:, None] - i[None]).abs() <= w
ref = dense.masked_fill(~band, -torch.inf).softmax(-1) @ v.transpose(1, 2)
print(torch.allclose(out, ref.transpose(1, 2), atol=1e-5), out[0, 7, 1])
out.square().sum().backward()
print(q.grad[0, 3, 0], k.grad[1, 15, 1], v.grad.norm())

glob = torch.zeros(B, T, dtype=torch.bool)
glob[0, [0, 5]] = True
glob[1, 2] = True
num = glob.long().sum(dim=1)
mx = num.max()
nz = glob.nonzero(as_tuple=True)
is_local = torch.arange(mx) < num.unsqueeze(dim=-1)
local_nz = is_local.nonzero(as_tuple=True)
no_global = (is_local == 0).nonzero(as_tuple=True)
kg = k.new_zeros(B, mx, H, D)
kg[local_nz] = k[nz]
sg = torch.einsum("blhd,bshd->blhs", (q, kg))
sg = sg.transpose(1, 3)
sg[no_global[0], no_global[1], :, :] = torch.finfo(sg.dtype).min
sg = sg.transpose(1, 3)
both = torch.cat((sg, scores), dim=-1).softmax(-1)
print(both.shape, both[1, 3, 0, :4], nz, no_global)
