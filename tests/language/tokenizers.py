# Tokenizers as teaching notebooks write them: by words, by byte pairs, by a lexer.
import re, json, string, math, random, time, os, sys, textwrap, itertools, functools
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import List, Dict, Tuple, Optional, Iterable
text = "I HAD always thought Jack Gisburn rather a cheap genius--though a good fellow enough--so it was no great surprise to me to hear that, in the height of his glory, he had dropped his painting."
preprocessed = re.split(r'([,.:;?_!"()\']|--|\s)', text)
preprocessed = [item.strip() for item in preprocessed if item.strip()]
print(len(preprocessed), preprocessed[:30])
vocab = {token: integer for integer, token in enumerate(sorted(set(preprocessed)))}
class SimpleTokenizerV2:
    def __init__(self, vocab):
        self.str_to_int = vocab
        self.int_to_str = {i: s for s, i in vocab.items()}
    def encode(self, text):
        preprocessed = re.split(r'([,.:;?_!"()\']|--|\s)', text)
        preprocessed = [item.strip() for item in preprocessed if item.strip()]
        preprocessed = [item if item in self.str_to_int else "<|unk|>" for item in preprocessed]
        return [self.str_to_int.get(s, -1) for s in preprocessed]
    def decode(self, ids):
        text = " ".join([self.int_to_str.get(i, '?') for i in ids])
        return re.sub(r'\s+([,.:;?!"()\'])', r'\1', text)
t = SimpleTokenizerV2(vocab); ids = t.encode("Jack had a good genius, no?"); print(ids, t.decode(ids))
def get_stats(ids):
    counts = {}
    for pair in zip(ids, ids[1:]): counts[pair] = counts.get(pair, 0) + 1
    return counts
def merge(ids, pair, idx):
    out, i = [], 0
    while i < len(ids):
        if i < len(ids) - 1 and (ids[i], ids[i + 1]) == pair: out.append(idx); i += 2
        else: out.append(ids[i]); i += 1
    return out
ids = [ord(c) for c in text]; merges = {}
for k in range(10):
    st = get_stats(ids); pair = max(st, key=st.get); merges[pair] = 256 + k; ids = merge(ids, pair, 256 + k)
print(merges, len(ids))
def get_vocab(text):
    v = defaultdict(int)
    for w in text.strip().split(): v[' '.join(list(w)) + ' </w>'] += 1
    return v
def merge_vocab(pair, v_in):
    v_out = {}
    bigram = re.escape(' '.join(pair))
    p = re.compile(r'(?<!\S)' + bigram + r'(?!\S)')
    for word in v_in: v_out[p.sub(''.join(pair), word)] = v_in[word]
    return v_out
def stats(vocab):
    pairs = defaultdict(int)
    for word, freq in vocab.items():
        symbols = word.split()
        for i in range(len(symbols) - 1): pairs[symbols[i], symbols[i + 1]] += freq
    return pairs
v = get_vocab('low low low lower lowest newest newest widest')
for i in range(8):
    ps = stats(v)
    if not ps: break
    best = max(ps, key=ps.get); v = merge_vocab(best, v); print(best)
print(v)
def basic_tokenize(s):
    s = s.lower(); s = re.sub(r"[^a-zA-Z0-9\s]", "", s); return s.split()
print(basic_tokenize("Don't panic! It's 42, OK?"), Counter(basic_tokenize(text)).most_common(3))
Token = re.compile(r'(?P<NUM>\d+(\.\d*)?)|(?P<ID>[A-Za-z_]\w*)|(?P<OP>[+\-*/=()])|(?P<WS>\s+)')
print([(m.lastgroup, m.group()) for m in Token.finditer('x1 = 3.14 * (y + 2)') if m.lastgroup != 'WS'])
print(re.sub(r'(?P<first>\w)(\w*)', lambda m: m['first'].upper() + m[2], 'hello big world'), re.sub(r'\b(\w+)( \1\b)+', r'\1', 'the the cat sat sat sat'))
print(re.findall(r'\d+(?:\.\d+)?', 'a 1.5 b 20 c .5'), re.findall(r'(\w+)@(\w+)\.com', 'a@b.com c@d.com'), re.split(r'[;,]\s*', 'a, b;c,d'), re.match(r'(\d{4})-(\d\d)', '2024-05-06').groups())
@dataclass
class Config:
    d_model: int = 512
    layers: List[int] = field(default_factory=lambda: [1, 2])
    name: Optional[str] = None
print(Config(), json.dumps(Config().__dict__), random.Random(0).random())
start = time.time(); el = time.time() - start; print(f"{el:.0f}s", textwrap.fill(text, 60), sep='\n')
print(string.ascii_letters[:5], string.punctuation[:5], text.translate(str.maketrans('', '', string.punctuation))[:30], list(itertools.chain.from_iterable([[1], [2]])), math.ceil(math.log2(10)))
