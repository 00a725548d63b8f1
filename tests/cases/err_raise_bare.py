# raise of a class without a message.
def forward(x):
    raise NotImplementedError


try:
    forward(1)
except NotImplementedError as e:
    print(repr(e))
forward(2)
