# csv over StringIO and lists of lines.
import csv
import io
text = "name,score\nAlice,\"1,5\"\n\"Bo \"\"b\"\"\",2\n\n,\n"
for row in csv.reader(io.StringIO(text)): print(row)
for row in csv.DictReader(io.StringIO(text)): print(row)
out = io.StringIO()
w = csv.writer(out); w.writerow(["a", 1, 2.5, None, 'say "hi"', "x,y", "l\nm"]); w.writerows([[1, 2], [], [""], (True, 1e10)])
print(repr(out.getvalue()))
out = io.StringIO()
w = csv.DictWriter(out, fieldnames=["x", "y"]); w.writeheader(); w.writerow({"x": 1}); w.writerow({"y": 2, "x": 3})
try: w.writerow({"z": 1})
except ValueError as e: print(e)
print(repr(out.getvalue()))
print(list(csv.reader(["a;b", "c;'d;e'"], delimiter=";", quotechar="'")), list(csv.reader(["1,\"a\""], quoting=csv.QUOTE_NONNUMERIC)), list(csv.reader("a\tb\n".splitlines(), "excel-tab")))
r = csv.reader(io.StringIO("h1,h2\n1,2\n")); print(next(r), next(r), r.line_num)
out = io.StringIO(); csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n").writerow([1, "b"]); print(repr(out.getvalue()))
