import torch
x = torch.ones(2)
y = x + 1
raise ValueError("</pre><script>pwned = 1; alert(1)</script><img src=x onerror='pwned = 2'>")
