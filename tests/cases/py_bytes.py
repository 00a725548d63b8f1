# Byte-pair encoding over the bytes of UTF-8, and the ids of a tokeniser as tensors.
import torch

text = "the cat, the hat — the café 😀 the end"
raw = text.encode("utf-8")
print(raw, len(text), len(raw), raw[:3], raw[-1], list(raw[:5]))
ids = list(map(int, raw))


def stats(ids):
    counts = {}
    for pair in zip(ids, ids[1:]):
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def merge(ids, pair, index):
    out, i = [], 0
    while i < len(ids):
        if i + 1 < len(ids) and (ids[i], ids[i + 1]) == pair:
            out.append(index)
            i += 2
        else:
            out.append(ids[i])
            i += 1
    return out


merges = {}
for k in range(4):
    counts = stats(ids)
    pair = max(counts, key=counts.get)
    ids = merge(ids, pair, 256 + k)
    merges[pair] = 256 + k
    print(f"merge {k + 1}: {pair} -> {256 + k}, {counts[pair]} times")

vocab = {i: bytes([i]) for i in range(256)}
for (first, second), index in merges.items():
    vocab[index] = vocab[first] + vocab[second]
print([vocab[256 + k] for k in range(4)], {v: k for k, v in vocab.items()}[b"the "])


def decode(ids):
    return b"".join(vocab[i] for i in ids).decode("utf-8", errors="replace")


print(decode(ids) == text, decode([128]), repr(decode([0xe2, 0x80])), f"{len(raw) / len(ids):.2f}x")
x = torch.tensor(ids[:8])
print(x, x.dtype, decode(x.tolist()), torch.tensor(list("hé".encode()), dtype=torch.uint8))
print(bytes(torch.tensor([104, 105]).tolist()).decode(), "é".encode("latin-1"), b"\xe9".decode("latin-1"), b"hi".hex(), bytes.fromhex("68 69"))
try:
    b"\xff\xfe".decode("utf-8")
except UnicodeDecodeError as e:
    print(e)
try:
    b"a" + "b"
except TypeError as e:
    print(e)
counts = {}
for token in "low low lower".encode().split(b" "):
    counts[token] = counts.get(token, 0) + 1
print(counts, b"low" in counts, sorted(counts), b"low".startswith(b"lo"), b"lower".replace(b"er", b"est"))
