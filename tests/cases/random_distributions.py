# torch.distributions: draws, probabilities, entropies, repr.
import torch
from torch.distributions import Categorical, Normal, kl_divergence
from torch.distributions.categorical import Categorical as C2
torch.manual_seed(0)
logits = torch.randn(2, 5)
c = Categorical(logits=logits); print(c, c.probs, c.sample(), c.sample((3,)), c.entropy(), c.log_prob(torch.tensor([1, 2])), c.batch_shape, c.perplexity())
p = Categorical(torch.tensor([1., 2., 3.])); print(p, p.probs, p.logits, p.sample(), p.sample([4]), p.log_prob(p.sample((2,))), p.entropy())
w = torch.randn(3, requires_grad=True); q = Categorical(logits=w); a = q.sample(); print(a, q.log_prob(a), q.entropy())
n = Normal(0.0, 1.0); print(n, n.sample(), n.sample((2, 2)), n.log_prob(torch.tensor([0.0, 1.0])), n.entropy(), n.cdf(torch.tensor(0.5)), n.icdf(torch.tensor(0.9)))
m = Normal(torch.tensor([0., 1.]), torch.tensor([1., 2.])); print(m, m.rsample(), m.sample((2,)), m.mean, m.stddev, m.variance)
print(kl_divergence(c, Categorical(logits=torch.zeros(2, 5))), kl_divergence(n, m), C2 is Categorical)
print(torch.distributions.Categorical(torch.ones(4)).sample((5,)), torch.distributions.Normal(0., 1.).sample())
mu = torch.randn(3, requires_grad=True); z = Normal(mu, torch.exp(mu)).rsample(); print(z)
