# A keyword that nobody takes.
def attend(query, *, scale=1):
    return query * scale


print(attend(2, scale=4))
attend(2, factor=4)
