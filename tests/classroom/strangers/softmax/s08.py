# lesson: softmax
# student: s08
# sheet: 82VQ-2834
import torch

# add-a-hundred: a
# moves: d a c b e
# shape-of-largest: (2, 4, 1)
# a-share: 0.24
# sums-of-the-rows: line 3, the sum must run along the last axis

# write-softmax
def stable_softmax(x):
    largest = x.max(dim=-1, keepdim=True)[0]
    powers = torch.exp(x - largest)
    return powers / powers.sum(dim=-1, keepdim=True)


if __name__ == "__main__":
    print(stable_softmax(torch.randn(2, 3)))  # looks good
