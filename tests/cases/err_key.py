# A key that is not there.
stoi = {"the": 0, "cat": 1}
print(stoi["cat"], stoi.get("dog"), stoi.get("dog", -1))
for word in "the cat sat".split():
    print(word, stoi[word])
