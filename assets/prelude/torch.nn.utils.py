# Parameters as one long vector and back. There are no gradients, so clipping finds nothing to clip.

import torch
import torch.nn.utils.rnn as rnn


def parameters_to_vector(parameters):
    """All parameters, one after the other, in a tensor (total)."""
    return torch.cat([param.view(-1) for param in parameters])


def vector_to_parameters(vec, parameters):
    """Cut a tensor (total) into pieces and make them the data of the parameters."""
    start = 0
    for param in parameters:
        count = param.numel()
        param.data = vec[start:start + count].view_as(param).data
        start += count


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False):
    """The length of all gradients together: 0, as PyTorch says when there are none."""
    return torch.tensor(0.)


def clip_grad_value_(parameters, clip_value):
    """Nothing to cut."""
