# Distances and losses of pairs, windows over one and three axes.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
a, b, c = torch.randn(3, 4, 6)
sign = torch.tensor([1, -1, 1, -1])
print(nn.CosineSimilarity(dim=1)(a, b), nn.PairwiseDistance()(a, b), F.pairwise_distance(a, b, p=1, keepdim=True))
print(nn.TripletMarginLoss()(a, b, c), nn.TripletMarginLoss(margin=0.3, p=1, swap=True, reduction="none")(a, b, c))
print(nn.MarginRankingLoss(margin=0.5)(a[:, 0], b[:, 0], sign), F.margin_ranking_loss(a[:, 1], b[:, 1], sign, reduction="sum"))
print(nn.CosineEmbeddingLoss(margin=0.1)(a, b, sign), F.cosine_embedding_loss(a, b, sign, reduction="none"))
x = torch.randn(2, 3, 8)
print(nn.AdaptiveAvgPool1d(1)(x), F.adaptive_avg_pool1d(x, 3).shape, nn.AdaptiveAvgPool1d(5)(x)[0])
print(nn.AvgPool1d(3, stride=2, padding=1)(x)[0], F.avg_pool1d(x, 2).shape, nn.AvgPool1d(2))
v = torch.randn(1, 2, 4, 4, 6)
pool = nn.MaxPool3d(kernel_size=(1, 2, 2))
print(pool, pool(v).shape, pool(v)[0, 0, 0], F.max_pool3d(v, 2, return_indices=True)[1][0, 0])
print(F.max_pool2d(v[0], 2, return_indices=True)[1][0, 0], F.max_pool1d(x, 2, return_indices=True)[1][0])
