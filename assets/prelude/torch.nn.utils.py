# Parameters as one long vector and back. Clipping gradients is not here,
# because there are no gradients.

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
