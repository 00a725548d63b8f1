# Reads and writes tables as text with commas. A file is anything with lines (StringIO, a list of texts) or
# write().

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = 0, 1, 2, 3


class Error(Exception):
    """A line or a row that does not fit the form."""

    __module__ = "_csv"


class Dialect:
    """How a table is written."""

    delimiter, quotechar, escapechar = ",", '"', None
    doublequote, skipinitialspace, strict = True, False, False
    lineterminator, quoting = "\r\n", QUOTE_MINIMAL


class excel(Dialect):
    """Commas, double quotes."""


class excel_tab(excel):
    """Tabs, double quotes."""

    delimiter = "\t"


class unix_dialect(Dialect):
    """Everything in quotes, lines end in a line feed."""

    lineterminator, quoting = "\n", QUOTE_ALL


_dialects = {"excel": excel, "excel-tab": excel_tab, "unix": unix_dialect}


def _form(dialect, changes):
    """A form with some of its settings changed."""
    form = Dialect()
    source = _dialects.get(dialect) if isinstance(dialect, str) else dialect
    if source is None:
        raise Error("unknown dialect")
    for name in ("delimiter", "quotechar", "escapechar", "doublequote", "skipinitialspace", "strict",
                 "lineterminator", "quoting"):
        setattr(form, name, getattr(source, name))
    for name, value in changes.items():
        if not hasattr(form, name):
            raise TypeError(f"'{name}' is an invalid keyword argument for this function")
        setattr(form, name, value)
    if not isinstance(form.delimiter, str) or len(form.delimiter) != 1:
        raise TypeError('"delimiter" must be a 1-character string')
    return form


class reader:
    """The rows of a table, each a list of texts."""

    def __init__(self, csvfile, dialect="excel", **form):
        self.dialect = _form(dialect, form)
        self.line_num = 0
        self._lines = iter(csvfile)

    def __iter__(self):
        return self

    def __next__(self):
        fields, field, quoted, was_quoted = [], "", False, False
        form = self.dialect
        while True:
            try:
                line = next(self._lines)
            except StopIteration:
                if not quoted:
                    raise
                break
            if not isinstance(line, str):
                raise Error(f"iterator should return strings, not {type(line).__name__} "
                            "(the file should be opened in text mode)")
            self.line_num += 1
            place, size = 0, len(line)
            while place < size:
                letter = line[place]
                place += 1
                if form.escapechar and letter == form.escapechar and place < size:
                    field += line[place]
                    place += 1
                elif quoted:
                    if letter != form.quotechar:
                        field += letter
                    elif form.doublequote and line[place:place + 1] == form.quotechar:
                        field += letter
                        place += 1
                    else:
                        quoted = False
                elif letter in "\r\n":
                    break
                elif letter == form.delimiter:
                    fields.append(self._finished(field, was_quoted))
                    field, was_quoted = "", False
                elif (letter == form.quotechar and form.quoting != QUOTE_NONE and not field
                      and not was_quoted):
                    quoted = was_quoted = True
                elif letter != " " or not form.skipinitialspace or field or was_quoted:
                    field += letter
            if not quoted:
                break
        if fields or field or was_quoted:
            fields.append(self._finished(field, was_quoted))
        return fields

    def _finished(self, field, was_quoted):
        """With QUOTE_NONNUMERIC, what stands without quotes is a number."""
        return float(field) if self.dialect.quoting == QUOTE_NONNUMERIC and not was_quoted else field


class writer:
    """Writes rows."""

    def __init__(self, csvfile, dialect="excel", **form):
        self.dialect = _form(dialect, form)
        self._file = csvfile

    def _quoted(self, value, alone):
        """One field as it stands in the file."""
        form = self.dialect
        text = "" if value is None else repr(value) if isinstance(value, float) else str(value)
        special = [letter for letter in (form.delimiter, form.quotechar, form.escapechar, "\r", "\n")
                   if letter and letter in text]
        if form.quoting == QUOTE_NONE:
            if special and form.escapechar is None:
                raise Error("need to escape, but no escapechar set")
            return "".join([form.escapechar + letter if letter in special else letter
                            for letter in text])
        if (form.quoting == QUOTE_ALL or special or (alone and not text)
                or (form.quoting == QUOTE_NONNUMERIC and not isinstance(value, (int, float)))):
            double = form.quotechar * 2 if form.doublequote else (form.escapechar or "") + form.quotechar
            return form.quotechar + text.replace(form.quotechar, double) + form.quotechar
        return text

    def writerow(self, row):
        """Write one row; what the file's write() says."""
        row = list(row)
        line = self.dialect.delimiter.join([self._quoted(value, len(row) == 1) for value in row])
        return self._file.write(line + self.dialect.lineterminator)

    def writerows(self, rows):
        """Write several rows."""
        for row in rows:
            self.writerow(row)


class DictReader:
    """The rows of a table as dicts; the first row names the columns."""

    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", *args, **form):
        self._fieldnames = fieldnames
        self.restkey = restkey
        self.restval = restval
        self.reader = reader(f, dialect, *args, **form)

    @property
    def fieldnames(self):
        """The names of the columns."""
        if self._fieldnames is None:
            self._fieldnames = next(self.reader, None)
        return self._fieldnames

    @property
    def line_num(self):
        """How many lines were read."""
        return self.reader.line_num

    def __iter__(self):
        return self

    def __next__(self):
        names, row = self.fieldnames, next(self.reader)
        while row == []:
            row = next(self.reader)
        entry = dict(zip(names, row))
        if len(row) > len(names):
            entry[self.restkey] = row[len(names):]
        for name in names[len(row):]:
            entry[name] = self.restval
        return entry


class DictWriter:
    """Writes dicts as rows."""

    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", *args, **form):
        self.fieldnames = fieldnames
        self.restval = restval
        if extrasaction.lower() not in ("raise", "ignore"):
            raise ValueError(f"extrasaction ({extrasaction}) must be 'raise' or 'ignore'")
        self.extrasaction = extrasaction.lower()
        self.writer = writer(f, dialect, *args, **form)

    def writeheader(self):
        """The names of the columns."""
        return self.writer.writerow(self.fieldnames)

    def writerow(self, rowdict):
        """Write one dict."""
        extra = [name for name in rowdict if name not in self.fieldnames]
        if extra and self.extrasaction == "raise":
            raise ValueError("dict contains fields not in fieldnames: "
                             + ", ".join([repr(name) for name in extra]))
        return self.writer.writerow([rowdict.get(name, self.restval) for name in self.fieldnames])

    def writerows(self, rowdicts):
        """Write several dicts."""
        for row in rowdicts:
            self.writerow(row)
