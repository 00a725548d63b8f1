# Holds embeddings: a table of vectors, read by number. The table is drawn from N(0, 1); a padding row, if
# there is one, is zero.

import torch
import torch.nn.functional as F
import torch.nn.init as init
from torch._C import Parameter
from torch.nn.modules.module import Module


class Embedding(Module):
    """Row i of the weight (num_embeddings, embedding_dim) for each i of the input."""

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0,
                 scale_grad_by_freq=False, sparse=False, _weight=None, device=None, dtype=None):
        super().__init__()
        if padding_idx is not None:
            assert -num_embeddings <= padding_idx < num_embeddings, (
                "Padding_idx must be within num_embeddings")
            padding_idx = padding_idx % num_embeddings
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.padding_idx = padding_idx
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        if _weight is None:
            self.weight = Parameter(torch.empty((num_embeddings, embedding_dim),
                                                device=device, dtype=dtype))
            self.reset_parameters()
        else:
            assert list(_weight.shape) == [num_embeddings, embedding_dim], (
                "Shape of weight does not match num_embeddings and embedding_dim")
            self.weight = Parameter(_weight)
        self.sparse = sparse

    def reset_parameters(self):
        """Draw the table from N(0, 1); the padding row is 0."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with torch.no_grad():
                self.weight[self.padding_idx].fill_(0)

    def forward(self, input):
        """(...) of whole numbers -> (..., embedding_dim)"""
        if self.max_norm is not None:
            self._shorten(input)
        return F.embedding(input, self.weight, padding_idx=self.padding_idx)

    def _shorten(self, input):
        """Rows that are asked for and longer than max_norm get this length, in the table itself."""
        with torch.no_grad():
            rows = input.reshape(-1).unique()
            length = self.weight[rows].norm(self.norm_type, 1, keepdim=True)
            factor = torch.where(length > self.max_norm, self.max_norm / (length + 1e-7), torch.ones_like(length))
            self.weight[rows] = self.weight[rows] * factor

    def extra_repr(self):
        """10, 4, padding_idx=0"""
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        if self.padding_idx is not None:
            text += f", padding_idx={self.padding_idx}"
        if self.max_norm is not None:
            text += f", max_norm={self.max_norm}"
        if self.norm_type != 2:
            text += f", norm_type={self.norm_type}"
        if self.scale_grad_by_freq:
            text += ", scale_grad_by_freq=True"
        return text + (", sparse=True" if self.sparse else "")

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None, max_norm=None, norm_type=2.0,
                        scale_grad_by_freq=False, sparse=False):
        """An Embedding around an existing table (rows, columns); frozen unless told otherwise."""
        assert embeddings.dim() == 2, "Embeddings parameter is expected to be 2-dimensional"
        rows, columns = embeddings.shape
        made = cls(rows, columns, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse,
                   _weight=embeddings)
        made.weight.requires_grad = not freeze
        return made
