# Normal, Uniform, Bernoulli, Exponential: what they draw and what they know
import torch
from torch.distributions import Bernoulli, Categorical, Exponential, Normal, Uniform, kl_divergence

torch.manual_seed(0)
mean = torch.tensor([0.0, 1.0, -2.0], requires_grad=True)
for d in (Normal(0.0, 1.0), Normal(mean, torch.tensor([1.0, 0.5, 2.0])), Normal(torch.zeros(2, 3), 1.0), Uniform(-1.0, 2.0),
          Uniform(torch.zeros(3), torch.tensor([1.0, 2.0, 3.0])), Exponential(torch.tensor([0.5, 2.0])), Bernoulli(0.3),
          Bernoulli(torch.tensor([0.2, 0.9])), Bernoulli(logits=torch.tensor([0.0, 1.5, -1.0]))):
    drawn = d.sample()
    print(d, drawn, d.sample((2,)), d.log_prob(drawn), d.entropy(), d.mean, d.variance, d.stddev, d.batch_shape)
print(Normal(mean, 1.0).rsample((2,)), Uniform(0.0, 1.0).rsample((2,)), Exponential(2.0).rsample())
print(Normal(0.0, 2.0).cdf(torch.tensor([0.0, 1.0])), Uniform(0.0, 4.0).cdf(torch.tensor(1.0)), Normal(1.0, 2.0).log_prob(torch.tensor(0.5)).exp())
print(kl_divergence(Normal(0.0, 1.0), Normal(torch.tensor([0.0, 1.0]), 2.0)), kl_divergence(Bernoulli(0.3), Bernoulli(torch.tensor([0.3, 0.6]))),
      kl_divergence(Categorical(torch.tensor([0.2, 0.8])), Categorical(torch.tensor([0.5, 0.5]))))
