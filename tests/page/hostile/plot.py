import torch
import matplotlib.pyplot as plt
plt.imshow(torch.eye(3))
plt.title("</text><script>pwned = 1</script> <b> & ]]>")
plt.xlabel('"/><image href="http://hostile.invalid/x.png"/>')
plt.ylabel("<foreignObject><iframe src='http://hostile.invalid/y'/></foreignObject>")
plt.show()
plt.plot([1, 2, 3], label="<svg onload=pwned=2>")
plt.legend()
plt.title("--><!DOCTYPE svg [<!ENTITY x SYSTEM 'http://hostile.invalid/e'>]>&x;")
plt.show()
