# A call without its arguments.
def attend(query, key, value, mask=None):
    return query + key + value


print(attend(1, 2, 3), attend(1, value=2, key=3))
attend(1)
