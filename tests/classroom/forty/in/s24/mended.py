scaled = scores / 4 ** 0.5
powers = torch.exp(scaled)
shares = powers / powers.sum(dim=-1, keepdim=True)
