best_fit = 'd'
shape_of_the_scores = torch.Size([4, 6])
a_score = 1  # 0.5 before rounding
a_share = 0.40
steps_of_attention = ['b', 'e', 'c', 'd', 'a']
def attention(q, k, v):
    s = q @ k.T / k.shape[-1]**.5
    return s.softmax(-1) @ v
a_share2 = 0.9
print(a_share)
