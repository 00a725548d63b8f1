"""</script><script>pwned = 1</script>"""
import torch
# </pre></code><script>pwned = 2</script><!-- <!--<script>
a = "</script><script>pwned = 3; alert(3)</script>"
b = '--><img src=x onerror="pwned = 4">]]>'
x = torch.ones(2, 2)  # <svg/onload=pwned=5>
y = x * 2  # </textarea><script>pwned = 6</script> &lt;b&gt;
print(a + b, "${pwned = 7} @SCRIPT@ @START@ $& $` $'")
z = y + 1
