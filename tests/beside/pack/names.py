WORDS = ["a", "b"]
