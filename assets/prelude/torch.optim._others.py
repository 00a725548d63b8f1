# Holds the optimisers that lessons take more rarely.

import math

import torch
from torch.optim.adam import _check
from torch.optim.optimizer import Optimizer, _decayed, _not_negative, _step_of


def _kept(optimizer, param, **first):
    """What is kept for a parameter: a count of steps, and what `first` makes at the first one."""
    state = optimizer.state[param]
    if len(state) == 0:
        state["step"] = torch.tensor(0.0)
        for name, make in first.items():
            state[name] = make(param)
    state["step"] += 1
    return state


class Adadelta(Optimizer):
    """The size of the steps so far takes the place of the rate."""

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *,
                 maximize=False):
        _not_negative(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay)
        super().__init__(params, dict(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay,
                                      maximize=maximize, foreach=foreach))

    def _update(self, group, param, grad):
        state = _kept(self, param, square_avg=torch.zeros_like, acc_delta=torch.zeros_like)
        square, moved, rho, eps = state["square_avg"], state["acc_delta"], group["rho"], group["eps"]
        grad = _decayed(grad, param, group)
        square.mul_(rho).addcmul_(grad, grad, value=1 - rho)
        root = square.add(eps).sqrt_()
        delta = moved.add(eps).sqrt_().div_(root).mul_(grad)
        moved.mul_(rho).addcmul_(delta, delta, value=1 - rho)
        param.add_(delta, alpha=-group["lr"])

    step = _step_of(_update)


class Adamax(Optimizer):
    """Adam with the largest recent gradient in place of the root of the mean square."""

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *,
                 maximize=False):
        _check(lr, betas, eps, weight_decay)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay,
                                      foreach=foreach, maximize=maximize))

    def _update(self, group, param, grad):
        state = _kept(self, param, exp_avg=torch.zeros_like, exp_inf=torch.zeros_like)
        mean, largest, (beta1, beta2) = state["exp_avg"], state["exp_inf"], group["betas"]
        grad = _decayed(grad, param, group)
        mean.mul_(beta1).add_(grad, alpha=1 - beta1)
        largest.mul_(beta2)
        torch.maximum(largest, grad.abs().add_(group["eps"]), out=largest)
        rate = group["lr"] / (1 - beta1 ** state["step"].item())
        param.addcdiv_(mean, largest, value=-rate)

    step = _step_of(_update)


class NAdam(Optimizer):
    """Adam that looks one step ahead, as Nesterov does."""

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
                 momentum_decay=4e-3, foreach=None):
        _check(lr, betas, eps, weight_decay)
        _not_negative(momentum_decay=momentum_decay)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay,
                                      momentum_decay=momentum_decay, foreach=foreach))

    def _update(self, group, param, grad):
        state = _kept(self, param, mu_product=lambda x: torch.tensor(1.0), exp_avg=torch.zeros_like,
                      exp_avg_sq=torch.zeros_like)
        mean, square, product = state["exp_avg"], state["exp_avg_sq"], state["mu_product"]
        (beta1, beta2), lr, step = group["betas"], group["lr"], state["step"].item()
        grad = _decayed(grad, param, group)
        mu, ahead = [beta1 * (1.0 - 0.5 * 0.96 ** (k * group["momentum_decay"])) for k in (step, step + 1)]
        product *= mu
        product_ahead = product * mu * ahead
        mean.mul_(beta1).add_(grad, alpha=1 - beta1)
        square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        denom = square.div(1 - beta2 ** step).sqrt().add_(group["eps"])
        param.addcdiv_(grad, denom, value=-lr * (1.0 - mu) / (1.0 - product.item()))
        param.addcdiv_(mean, denom, value=-lr * ahead / (1.0 - product_ahead.item()))

    step = _step_of(_update)


class RAdam(Optimizer):
    """Adam whose first steps, while the mean square is hardly known, leave it out."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None):
        _check(lr, betas, eps, weight_decay)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay,
                                      foreach=foreach))

    def _update(self, group, param, grad):
        state = _kept(self, param, exp_avg=torch.zeros_like, exp_avg_sq=torch.zeros_like)
        mean, square, (beta1, beta2) = state["exp_avg"], state["exp_avg_sq"], group["betas"]
        step = state["step"].item()
        grad = _decayed(grad, param, group)
        mean.mul_(beta1).add_(grad, alpha=1 - beta1)
        square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        unbiased, correction = mean / (1 - beta1 ** step), 1 - beta2 ** step
        most = 2 / (1 - beta2) - 1
        known = most - 2 * step * (beta2 ** step) / correction
        move = unbiased * group["lr"]
        if known > 5.0:
            rect = math.sqrt((known - 4) * (known - 2) * most / ((most - 4) * (most - 2) * known))
            move = move * (math.sqrt(correction) / square.sqrt().add_(group["eps"])) * rect
        param.add_(move, alpha=-1.0)

    step = _step_of(_update)


class Rprop(Optimizer):
    """Only the sign of the gradient counts: a cell's step grows while it stays, and shrinks when it
    turns."""

    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, foreach=None,
                 maximize=False):
        _not_negative(lr=lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        super().__init__(params, dict(lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach,
                                      maximize=maximize))

    def _update(self, group, param, grad):
        state = _kept(self, param, prev=torch.zeros_like,
                      step_size=lambda x: torch.full_like(x, group["lr"]))
        (less, more), (least, most) = group["etas"], group["step_sizes"]
        sign = grad.mul(state["prev"]).sign()
        factor = torch.ones_like(sign).masked_fill(sign > 0, more).masked_fill(sign < 0, less)
        state["step_size"].mul_(factor).clamp_(least, most)
        grad = grad.masked_fill(sign < 0, 0.0)
        param.addcmul_(grad.sign(), state["step_size"], value=-1)
        state["prev"].copy_(grad)

    step = _step_of(_update)


class ASGD(Optimizer):
    """SGD with a falling rate, which keeps the mean of the places it has been at."""

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None,
                 maximize=False):
        _not_negative(lr=lr, weight_decay=weight_decay)
        super().__init__(params, dict(lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay,
                                      foreach=foreach, maximize=maximize))

    def _update(self, group, param, grad):
        state = _kept(self, param, eta=lambda x: torch.tensor(group["lr"]),
                      mu=lambda x: torch.tensor(1.0), ax=torch.zeros_like)
        lr, lambd, eta, mu = group["lr"], group["lambd"], state["eta"].item(), state["mu"]
        step = state["step"].item()
        grad = _decayed(grad, param, group)
        param.mul_(1 - lambd * eta)
        param.add_(grad, alpha=-eta)
        if mu.item() != 1:
            state["ax"].add_(param.sub(state["ax"]).mul(mu))
        else:
            state["ax"].copy_(param)
        state["eta"] = torch.tensor(lr / math.pow(1 + lambd * lr * step, group["alpha"]))
        state["mu"] = torch.tensor(1 / max(1, step - group["t0"]))

    step = _step_of(_update)


def _lowest_of_cubic(one, two, bounds=None):
    """Where the cubic through two places (rate, loss, gradient, slope) is lowest, within bounds."""
    (x1, f1, _, g1), (x2, f2, _, g2) = one, two
    least, most = bounds or (min(x1, x2), max(x1, x2))
    d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
    square = d1 ** 2 - g1 * g2
    if not square >= 0:
        return (least + most) / 2.
    d2 = square.sqrt()
    if x1 <= x2:
        place = x2 - (x2 - x1) * ((g2 + d2 - d1) / (g2 - g1 + 2 * d2))
    else:
        place = x1 - (x1 - x2) * ((g1 + d2 - d1) / (g1 - g2 + 2 * d2))
    return min(max(place, least), most)


def _strong_wolfe(look, begin, rate, reach, armijo=1e-4, flat=0.9, least=1e-9, most=25):
    """The place that has gone down enough and is flat enough (the strong conditions of Wolfe), and
    how often look(rate) was asked. A place is (rate, loss, gradient, slope); begin has rate 0;
    reach is the largest step of a cell at rate 1."""
    def too_high(place):
        return place[1] > begin[1] + armijo * place[0] * begin[3]

    def is_flat(place):
        return abs(place[3]) <= -flat * begin[3]

    before, here, tries = begin, look(rate), 0
    ends = [begin, here]
    while tries < most:  # go on until a valley lies between two places
        ends = [before, here]
        if too_high(here) or tries > 1 and here[1] >= before[1]:
            break
        if is_flat(here):
            return here, tries + 1
        if here[3] >= 0:
            break
        rate = _lowest_of_cubic(before, here, (here[0] + 0.01 * (here[0] - before[0]), here[0] * 10))
        before, here = here, look(rate)
        tries += 1
    if tries == most:
        ends = [begin, here]
    asked, slow, done = tries + 1, False, False
    low = 0 if ends[0][1] <= ends[1][1] else 1
    while not done and tries < most:  # make the valley narrower
        left, right = sorted([ends[0][0], ends[1][0]])
        if abs(ends[1][0] - ends[0][0]) * reach < least:
            break
        rate = _lowest_of_cubic(*ends)
        margin = 0.1 * (right - left)
        near = min(right - rate, rate - left) < margin
        if near and (slow or rate >= right or rate <= left):
            rate = right - margin if abs(rate - right) < abs(rate - left) else left + margin
            near = False
        slow = near
        here = look(rate)
        tries, asked = tries + 1, asked + 1
        if too_high(here) or here[1] >= ends[low][1]:
            ends[1 - low] = here
            low = 0 if ends[0][1] <= ends[1][1] else 1
        else:
            done = is_flat(here)
            if not done and here[3] * (ends[1 - low][0] - ends[low][0]) >= 0:
                ends[1 - low] = ends[low]
            ends[low] = here
    return ends[low], asked


class LBFGS(Optimizer):
    """Newton's direction, from the last moves and changes of the gradient; step() takes a closure."""

    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7,
                 tolerance_change=1e-9, history_size=100, line_search_fn=None):
        super().__init__(params, dict(
            lr=lr, max_iter=max_iter, max_eval=max_iter * 5 // 4 if max_eval is None else max_eval,
            tolerance_grad=tolerance_grad, tolerance_change=tolerance_change,
            history_size=history_size, line_search_fn=line_search_fn))
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")

    def _slope(self):
        """The gradients of all parameters, one behind the other."""
        return torch.cat([torch.zeros(p.numel()) if p.grad is None else p.grad.view(-1)
                          for p in self.param_groups[0]["params"]], 0)

    def _move(self, rate, direction):
        begin = 0
        for p in self.param_groups[0]["params"]:
            p.add_(direction[begin:begin + p.numel()].view_as(p), alpha=rate)
            begin += p.numel()

    def _direction(self, group, state, slope):
        """The slope, turned by what the last moves tell of the curvature."""
        moves, changes, ro = state["old_stps"], state["old_dirs"], state["ro"]
        change, move = slope.sub(state["prev_flat_grad"]), state["d"].mul(state["t"])
        product = change.dot(move)
        if product > 1e-10:
            if len(changes) == group["history_size"]:
                for kept in (moves, changes, ro):
                    kept.pop(0)
            changes.append(change)
            moves.append(move)
            ro.append(1.0 / product)
            state["H_diag"] = product / change.dot(change)
        q, al = slope.neg(), [None] * len(ro)
        for k in range(len(ro) - 1, -1, -1):
            al[k] = moves[k].dot(q) * ro[k]
            q.add_(changes[k], alpha=-al[k])
        q = torch.mul(q, state["H_diag"])
        for k in range(len(ro)):
            q.add_(moves[k], alpha=al[k] - changes[k].dot(q) * ro[k])
        return q

    def _search(self, closure, group, state, loss, slope):
        """Sets how far to go; the loss and the slope there, and how many losses that took."""
        if group["line_search_fn"] != "strong_wolfe":
            raise RuntimeError("only 'strong_wolfe' is supported")
        direction, params = state["d"], group["params"]
        begin = [p.clone() for p in params]

        def look(rate):
            self._move(rate, direction)
            found = float(closure())
            there = self._slope()
            for p, was in zip(params, begin):
                p.copy_(was)
            return rate, found, there, there.dot(direction)
        place, asked = _strong_wolfe(look, (0, loss, slope, slope.dot(direction)), state["t"],
                                     direction.abs().max())
        state["t"] = place[0]
        return place[1], place[2], asked

    @torch.no_grad()
    def step(self, closure):
        """Up to max_iter moves; the closure gives the loss, with its gradients."""
        group, closure = self.param_groups[0], torch.enable_grad()(closure)
        state = self.state[group["params"][0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        first = closure()
        loss, evals = float(first), 1
        state["func_evals"] += 1
        slope = self._slope()
        done = slope.abs().max() <= group["tolerance_grad"]
        for k in range(0 if done else group["max_iter"]):
            state["n_iter"] += 1
            if state["n_iter"] == 1:
                state.update(d=slope.neg(), old_dirs=[], old_stps=[], ro=[], H_diag=1)
                state["t"] = min(1.0, 1.0 / slope.abs().sum()) * group["lr"]
            else:
                state["d"], state["t"] = self._direction(group, state, slope), group["lr"]
            state["prev_flat_grad"], before = slope.clone(), loss
            if slope.dot(state["d"]) > -group["tolerance_change"]:
                break
            if group["line_search_fn"] is not None:
                loss, slope, asked = self._search(closure, group, state, loss, slope)
            else:
                asked = 0
            self._move(state["t"], state["d"])
            if asked == 0 and k + 1 < group["max_iter"]:
                loss, asked = float(closure()), 1
                slope = self._slope()
            evals += asked
            state["func_evals"] += asked
            if (k + 1 == group["max_iter"] or evals >= group["max_eval"] or slope.abs().max() <= group["tolerance_grad"]
                    or state["d"].mul(state["t"]).abs().max() <= group["tolerance_change"]
                    or abs(loss - before) < group["tolerance_change"]):
                break
        return first
