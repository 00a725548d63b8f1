# Tensors that were made in inference_mode().
import torch
x=torch.ones(3)
with torch.inference_mode():
    y=x*2; z=x.view(3,1); t=torch.tensor([1.]); c=y.view(3,1)
print(x.is_inference(), y.is_inference(), z.is_inference(), t.is_inference(), c.is_inference(), (y*2).is_inference(), y[0].is_inference(), torch.is_inference(y), y.clone().is_inference())
print(y.requires_grad, y.is_leaf)
@torch.inference_mode()
def f(): return torch.zeros(2), torch.ones(1,3).chunk(3,1)
a,b=f(); print(a.is_inference(), b[0].is_inference())
