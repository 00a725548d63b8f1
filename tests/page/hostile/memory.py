import torch
x = torch.ones(2)
kept = ["a"]
while True:
    kept = kept + kept
