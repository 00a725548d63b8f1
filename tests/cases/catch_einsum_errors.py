# Equations that do not say what was meant.
import torch


def attempt(label, f):
    try:
        print(label, "gave", f())
    except Exception as e:
        print(f"{label}: {type(e).__name__}: {e}")


x = torch.ones(2, 3)
y = torch.ones(2, 4)
attempt("few", lambda: torch.einsum('ij,jk', x))
attempt("many", lambda: torch.einsum('ij', x, y))
attempt("output", lambda: torch.einsum('ij->ijk', x))
attempt("rank", lambda: torch.einsum('i->i', x))
attempt("rank 2", lambda: torch.einsum('ijk->i', x))
attempt("size", lambda: torch.einsum('ij,jk->ik', x, y))
attempt("size 2", lambda: torch.einsum('ij,ij->ij', x, y))
attempt("twice", lambda: torch.einsum('ij->ii', x))
attempt("symbol", lambda: torch.einsum('i1->i', x))
attempt("symbol 2", lambda: torch.einsum('i$,ij->i', x, y))
attempt("good", lambda: torch.einsum('ij, ik -> jk', x, y).shape)
attempt("good 2", lambda: torch.einsum('...j->...', x))
attempt("diagonal", lambda: torch.einsum('ii->i', x))
