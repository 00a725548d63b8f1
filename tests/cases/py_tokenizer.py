# Tokenisers made of dictionaries and string methods; JSON.
from collections import Counter, defaultdict, OrderedDict
import string, json
import torch
corpus = ["the cat sat on the mat", "the dog ate my homework", "attention is all you need!"]
class Tokenizer:
    PAD, UNK, BOS, EOS = "<pad>", "<unk>", "<bos>", "<eos>"
    def __init__(self, texts, min_freq=1, lower=True):
        self.counter = Counter()
        for t in texts: self.counter.update(self.tokenize(t))
        self.itos = [self.PAD, self.UNK, self.BOS, self.EOS] + sorted(w for w, c in self.counter.items() if c >= min_freq)
        self.stoi = {w: i for i, w in enumerate(self.itos)}
    @staticmethod
    def tokenize(s): return s.lower().translate(str.maketrans("", "", string.punctuation)).split()
    def encode(self, s, max_len=None):
        ids = [self.stoi[self.BOS]] + [self.stoi.get(t, self.stoi[self.UNK]) for t in self.tokenize(s)] + [self.stoi[self.EOS]]
        if max_len: ids = ids[:max_len] + [self.stoi[self.PAD]] * max(0, max_len - len(ids))
        return ids
    def decode(self, ids, skip=True):
        return " ".join(self.itos[int(i)] for i in ids if not (skip and int(i) < 4))
    def __len__(self): return len(self.itos)
    def __call__(self, texts):
        m = max(len(self.encode(t)) for t in texts)
        ids = torch.tensor([self.encode(t, m) for t in texts])
        return {"input_ids": ids, "attention_mask": (ids != 0).long()}
tok = Tokenizer(corpus)
print(len(tok), tok.itos[:6], tok.counter.most_common(2))
b = tok(corpus); print(b); print([tok.decode(r) for r in b["input_ids"]])
for k, v in b.items(): print(f"{k:>15}: {tuple(v.shape)}")
print(tok.encode("the zebra", 8), tok.decode(torch.tensor([4, 5])))
# bpe
def get_stats(ids):
    counts = {}
    for pair in zip(ids, ids[1:]): counts[pair] = counts.get(pair, 0) + 1
    return counts
def merge(ids, pair, idx):
    new, i = [], 0
    while i < len(ids):
        if i < len(ids) - 1 and ids[i] == pair[0] and ids[i + 1] == pair[1]:
            new.append(idx); i += 2
        else:
            new.append(ids[i]); i += 1
    return new
ids = [ord(c) for c in "aaabdaaabac"]; print(ids)
merges = {}
for k in range(3):
    st = get_stats(ids); top = max(st, key=st.get); idx = 256 + k
    print(f"merging {top} into {idx}"); ids = merge(ids, top, idx); merges[top] = idx
print(ids, merges)


vocab2 = defaultdict(int)
for w in " ".join(corpus).split(): vocab2[" ".join(list(w)) + " </w>"] += 1
print(list(vocab2.items())[:3], dict(vocab2)["t h e </w>"])
print(json.dumps({"a": 1, "b": [1, 2, None, True], "c": 1.5, "d": "x\"y"}))
print(json.dumps({"a": {"b": 2}, "l": [1, 2]}, indent=2), json.loads('{"a": [1, 2.5, "x", null, true]}'))
s = "Hello, World"; print(s.title(), s.swapcase(), s.find("o"), s.replace("l", "L", 1), s.partition(", "), s.zfill(15), s.center(20, "*"), s.startswith(("He", "x")), s.count("l"), s.split(", "), s[::-1], s.lower().islower(), "a,b,,c".split(","), " x ".strip(), "x".isalpha(), "12".isdigit(), s.index("W"), ord("a"), chr(98), "abc".ljust(5) + "|", "a-b_c".replace("-", " ").split("_"), s.casefold(), "%5.2f|%-5s|%03d" % (1.234, "ab", 7), "{0} {1} {0}".format("a", "b"), "{x:>4}".format(x=3), "ab" * 2, "b" in "abc", sorted("hello"), set("a"), list(reversed("abc")), "\n".join("ab"), "tab\there", 'q"q', "é", "日本", s.rsplit("o", 1), s.rfind("o"), "x=1".split("=", 1), "line1\nline2".splitlines(), s.removeprefix("Hello"))
