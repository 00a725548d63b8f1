/* Makes the modules that code imports and often does not need, as editors add imports by
 * themselves: they can be imported, and whatever is called in them is refused by name. "To add one:
 * a row." */
#include "base/named.h"
#include "lang/object/lacking.h"
#include "lang/run/native.h"

#define REST(name) {name, "qkv does not have it"},

static const struct absent {
    const char *name, *why;
} absent[] = {
    {"concurrent", "nothing runs at the same time"},
    {"concurrent.futures", "nothing runs at the same time"},
    {"multiprocessing", "nothing runs at the same time"},
    {"subprocess", "there are no processes"},
    {"torch.multiprocessing", "there are no processes"},
    {"torch.utils.data.distributed", "there are no processes"},
    {"torch.profiler", "there is no profiler"},
    {"torch.hub", "there is no network"},
    {"signal", "there are no processes"},
    {"ctypes", "there is nothing beneath the language"},
    {"getpass", "there is nobody to ask"},
    {"socket", "there is no network"},
    {"ssl", "there is no network"},
    {"http", "there is no network"},
    {"urllib", "there is no network"},
    {"urllib.error", "there is no network"},
    {"urllib.request", "there is no network"},
    {"cProfile", "there is no profiler"},
    {"dis", "there is no bytecode"},
    {"doctest", "there are no tests to find"},
    {"pdb", "the walk is the debugger"},
    {"pstats", "there is no profiler"},
    {"queue", "nothing runs at the same time"},
    {"sched", "nothing runs at the same time"},
    {"telnetlib", "there is no network"},
    {"ftplib", "there is no network"},
    {"smtplib", "there is no network"},
    {"webbrowser", "there is no network"},
    {"tkinter", "there are no windows"},
    {"turtle", "there are no windows"},
    {"tracemalloc", "memory is not traced"},
    {"ast", "code is not seen as a tree"},
    {"bz2", "there is no file access"},
    {"lzma", "there is no file access"},
    {"gzip", "there is no file access"},
    {"mmap", "there is no file access"},
    {"fileinput", "there is no file access"},
    {"sqlite3", "there is no file access"},
    {"tarfile", "there is no file access"},
    {"zipfile", "there is no file access"},
    /* All others that Python 3.11 has on Linux, but those of constants. */
    /* clang-format off */
    REST("aifc") REST("array") REST("asynchat") REST("asyncore") REST("atexit") REST("audioop")
    REST("bdb") REST("binascii") REST("calendar") REST("cgi") REST("cgitb") REST("chunk")
    REST("cmath") REST("cmd") REST("code") REST("codecs") REST("codeop") REST("colorsys")
    REST("compileall") REST("configparser") REST("contextvars") REST("copyreg") REST("crypt")
    REST("curses") REST("dbm") REST("decimal") REST("difflib") REST("distutils") REST("email")
    REST("encodings") REST("ensurepip") REST("faulthandler") REST("fcntl") REST("filecmp")
    REST("fractions") REST("getopt") REST("gettext") REST("graphlib") REST("grp") REST("hmac")
    REST("imaplib") REST("imghdr") REST("imp") REST("ipaddress") REST("keyword") REST("linecache")
    REST("locale") REST("mailbox") REST("mailcap") REST("marshal") REST("mimetypes")
    REST("modulefinder") REST("netrc") REST("nis") REST("nntplib") REST("optparse")
    REST("pickletools") REST("pipes") REST("pkgutil") REST("plistlib") REST("poplib")
    REST("posix") REST("profile") REST("pty") REST("pwd") REST("py_compile") REST("pyclbr")
    REST("pydoc") REST("quopri") REST("readline") REST("reprlib") REST("resource")
    REST("rlcompleter") REST("runpy") REST("select") REST("selectors") REST("shelve")
    REST("shlex") REST("site") REST("smtpd") REST("sndhdr") REST("socketserver") REST("spwd")
    REST("stringprep") REST("sunau") REST("symtable") REST("sysconfig") REST("syslog")
    REST("tabnanny") REST("termios") REST("tokenize") REST("tomllib") REST("trace") REST("tty")
    REST("uu") REST("venv") REST("wave") REST("weakref") REST("wsgiref")
    REST("xdrlib") REST("xml") REST("xmlrpc") REST("zipapp") REST("zipimport") REST("zlib")
    REST("zoneinfo") REST("email.mime") REST("email.mime.text") REST("email.mime.multipart")
    REST("urllib.parse") REST("xml.dom") REST("xml.etree") REST("xml.etree.ElementTree")
    REST("importlib.util") REST("importlib.machinery")
    /* and of PyTorch's */
    REST("torch.fx") REST("torch.nn.utils.prune") REST("torch.quantization")
    REST("torch.utils.mobile_optimizer")
    /* clang-format on */
};

static const struct absent *find(const char *name)
{
    int k = NAMED(absent, name);
    return k >= 0 ? &absent[k] : NULL;
}

static bool refuse(struct interp *in, const struct args *args, struct value *out)
{
    const struct absent *row = native_data(in);
    const char *use = lacking_instead(row->name, in->calling->name);
    return raise_unsupported(in, "%s.%s() is not supported: %s%s%s%s", row->name, in->calling->name,
                             row->why, use != NULL ? "; use " : "", use != NULL ? use : "",
                             use != NULL ? " instead" : "");
}

/* torch.multiprocessing.spawn(): code starts a process for each GPU, and there is no GPU. */
static bool spawn(struct interp *in, const struct args *args, struct value *out)
{
    static const char pattern[] = "spawn(fn, args=(), nprocs=1, join=True, daemon=False, "
                                  "start_method='spawn')";
    struct value at[6];
    bool joined = true;
    if (!arguments_take(in, args, pattern, at) ||
        (given(at[3]) && !value_truth(in, at[3], &joined))) {
        return false;
    }
    if (at[2].type != VALUE_INT || at[2].i != 0 || !joined) {
        return refuse(in, args, out);
    }
    return value_give(out, value_none());
}

/* Any public name is a function that refuses; made once. */
static bool get(struct interp *in, struct module *self, struct str *name, struct value *out,
                bool *found)
{
    const struct absent *row = find(self->name->text);
    scoped_buf dotted = {.budget = in->memory};
    buf_printf(&dotted, "%s.%s", self->name->text, name->text);
    bool module = find(buf_text(&dotted)) != NULL; /* is imported by itself */
    if (row == NULL || name->text[0] == '_' || module) {
        return true;
    }
    char *kept = arena_copy(&in->arena, name->text, name->len);
    bool spawns = kept != NULL && strcmp(kept, "spawn") == 0 &&
                  strcmp(row->name, "torch.multiprocessing") == 0;
    native_fn *fn = spawns ? spawn : refuse;
    *found = kept != NULL && interp_function(in, self->dict, kept, fn, row, row->name) &&
             dict_get_str(self->dict, name, out);
    return *found || (kept == NULL && raise_memory(in));
}

bool module_absent(struct interp *in, struct module *module, bool *found)
{
    *found = find(module->name->text) != NULL;
    if (*found) {
        module->get = get;
    }
    return true;
}
