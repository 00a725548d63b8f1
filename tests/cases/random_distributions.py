# torch.distributions: draws, probabilities, entropies, repr.
import torch
from torch.distributions import Categorical
from torch.distributions.categorical import Categorical as C2
torch.manual_seed(0)
logits = torch.randn(2, 5)
c = Categorical(logits=logits); print(c, c.probs, c.sample(), c.sample((3,)), c.entropy(), c.log_prob(torch.tensor([1, 2])), c.batch_shape, c.perplexity())
p = Categorical(torch.tensor([1., 2., 3.])); print(p, p.probs, p.logits, p.sample(), p.sample([4]), p.log_prob(p.sample((2,))), p.entropy())
w = torch.randn(3, requires_grad=True); q = Categorical(logits=w); a = q.sample(); print(a, q.log_prob(a), q.entropy())
print(C2 is Categorical)
print(torch.distributions.Categorical(torch.ones(4)).sample((5,)))
