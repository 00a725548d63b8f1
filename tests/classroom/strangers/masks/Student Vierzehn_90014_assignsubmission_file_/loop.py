# what-true-means: d
# a-masked-share: 0.72
# zero-instead: c
# shape-of-padding: (2, 1, 1, 10)
# count-the-hidden: 31
# mask-in-order: a d e b c

def hidden_mask(num_tokens, lengths):
    while True:
        pass
