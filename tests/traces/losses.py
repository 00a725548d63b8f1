# The gradient of each loss belongs to the line that computed the loss.
import torch
import torch.nn.functional as F

x = torch.tensor([[0.2, 0.7]], requires_grad=True)
t = torch.tensor([[0.0, 1.0]])
for loss in (F.mse_loss, F.l1_loss, F.smooth_l1_loss, F.huber_loss, F.cross_entropy,
             F.binary_cross_entropy, F.binary_cross_entropy_with_logits, F.kl_div):
    loss(x, t).backward()
