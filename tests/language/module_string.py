# string: constants, capwords.
import string
print(string.ascii_lowercase, string.digits, string.punctuation, repr(string.whitespace), string.ascii_letters, string.hexdigits)
print(string.capwords('hello big world'), string.capwords('a-b c-d', '-'))
