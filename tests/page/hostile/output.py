import torch
x = torch.ones(2)
while True:
    print("<script>pwned = 1</script>" * 1000)
