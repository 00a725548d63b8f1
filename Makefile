# qkv: one Makefile for everything. Objects go under build/; other flags rebuild by themselves.
#
#   make              the program, build/qkv
#   make check        the short tests, three minutes (SANITIZE=address,undefined in a tree of its own)
#   make check-all    these and the long ones
#   make lines        lines of each folder
#   make lint         cppcheck and clang-format have nothing to say
#   make bench        speeds, as ratios measured in one run; make bench-page: those of the page
#   make static       build/static/qkv, for machines where nothing may be installed
#   make web          build/web/qkv.wasm, the engine for a browser (src/web/README.md)
#   make page         build/web/page.html, all of qkv in one file for a browser: what qkv page fills
#   make install      to $(DESTDIR)$(PREFIX)
#   make dist         dist/: what people download (tools/dist.sh)

PREFIX ?= /usr/local
CC ?= cc
CFLAGS ?= -O2 -g -ftree-vectorize
PKG_CONFIG ?= pkg-config
SANITIZE ?=
VERSION = 0.1.0

# Floating point is the same everywhere: no contraction, no reassociation (see docs/arithmetic.md).
STRICT = -std=c11 -ffp-contract=off -fno-fast-math
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
           -Wmissing-prototypes -Wvla -Wno-unused-parameter # what stands in a table takes what all take

BUILD = build$(if $(SANITIZE),/sanitize-$(subst $(comma),-,$(SANITIZE)))$(if $(COVERAGE),/coverage)$(if $(STATIC),/static)
comma = ,

SANITIZE_FLAGS = $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer -fno-sanitize-recover=all)
COVERAGE_FLAGS = $(if $(COVERAGE),--coverage -O0)
LIBRARIES = jansson libcmark libpcre2-8 libsodium zlib
PKG_CFLAGS := $(shell $(PKG_CONFIG) --cflags $(LIBRARIES) 2>/dev/null)
PKG_LIBS := $(shell $(PKG_CONFIG) $(if $(STATIC),--static) --libs $(LIBRARIES) 2>/dev/null || echo -ljansson -lcmark -lpcre2-8 -lsodium -lz)
LIBS = $(PKG_LIBS) -lcsv -lsleef -lpthread -lm
# Only pictures need these: src/heatmap is a library of its own.
HEATMAP_LIBRARIES = libpng freetype2 fontconfig
HEATMAP_CFLAGS := $(shell $(PKG_CONFIG) --cflags $(HEATMAP_LIBRARIES) 2>/dev/null)
HEATMAP_LIBS := $(shell $(PKG_CONFIG) $(if $(STATIC),--static) --libs $(HEATMAP_LIBRARIES) 2>/dev/null || echo -lpng -lfreetype -lfontconfig -lz)
# Only the screen needs these.
SCREEN_CFLAGS := $(shell $(PKG_CONFIG) --cflags ncursesw 2>/dev/null)
SCREEN_LIBS := $(shell $(PKG_CONFIG) $(if $(STATIC),--static) --libs ncursesw 2>/dev/null || echo -lncursesw -ltinfo)

# Where the others come as archives they go into the program: to look for fourteen libraries takes it a
# millisecond, a third of what a short run takes. One link tells whether they all do.
ifndef STATIC
ARCHIVES := -Wl,-Bstatic,--start-group $(filter -l% -L%,$(filter-out -lm -lpthread,$(shell $(PKG_CONFIG) --static --libs \
            $(LIBRARIES) $(HEATMAP_LIBRARIES) ncursesw 2>/dev/null))) -lcsv -Wl,--end-group,-Bdynamic
ARCHIVED := $(shell echo 'int main(void) { return 0; }' | $(CC) -x c -o /dev/null - -x none \
            $(foreach f,FcInit FT_Init_FreeType png_create_write_struct initscr json_loads cmark_parser_new \
            pcre2_compile_8 sodium_init inflate csv_init,-Wl,-u,$f) $(ARCHIVES) -lpthread -lm 2>/dev/null && echo yes)
ifdef ARCHIVED
HEATMAP_LIBS :=
SCREEN_LIBS :=
LIBS = $(ARCHIVES) -lsleef -lpthread -lm
endif
endif

# make static: one file where SLEEF comes as an archive. Debian has it as a shared library only: then
# everything but SLEEF and libc goes into the program, and libsleef.so.3 is put beside it.
SLEEF_ARCHIVE := $(filter /%,$(shell $(CC) -print-file-name=libsleef.a))
ifdef STATIC
ifneq ($(SLEEF_ARCHIVE),)
STATIC_FLAGS = -static
else
STATIC_FLAGS = -static-libgcc -Wl,-rpath,'$$ORIGIN'
SCREEN_LIBS := -Wl,-Bstatic -lncursesw -ltinfo -Wl,-Bdynamic
LIBS = -Wl,-Bstatic -ljansson -lcmark -lpcre2-8 -lsodium -lz -lcsv -Wl,-Bdynamic -lsleef -lpthread -lm
HEATMAP_LIBS := -Wl,-Bstatic $(filter-out -lm -lpthread -pthread,$(HEATMAP_LIBS)) -Wl,-Bdynamic -lm
endif
endif

ALL_CFLAGS = $(STRICT) $(WARNINGS) $(CFLAGS) $(SANITIZE_FLAGS) $(COVERAGE_FLAGS) \
             -Isrc -I$(BUILD) -isystem $(BUILD)/names $(PKG_CFLAGS) $(HEATMAP_CFLAGS) -DQKV_VERSION='"$(VERSION)"'
ALL_LDFLAGS = $(LDFLAGS) $(SANITIZE_FLAGS) $(COVERAGE_FLAGS) $(STATIC_FLAGS)

# Everything but the program's own face and the pictures is one library: what most tests link.
SOURCES := $(filter-out src/web/%,$(wildcard src/*/*.c src/*/*/*.c))
CLI_SOURCES := $(wildcard src/cli/*.c src/cli/*/*.c) src/tui/screen.c src/tui/terminal.c src/tui/palette.c
HEATMAP_SOURCES := $(wildcard src/heatmap/*/*.c)
LIB_SOURCES := $(filter-out $(CLI_SOURCES) $(HEATMAP_SOURCES),$(SOURCES))
PRELUDE := $(wildcard assets/prelude/*.py)
# Modules that are one file: matplotlib's of which nothing is drawn.
UNDRAWN := $(addprefix matplotlib.,backends.backend_agg backends.backend_pdf dates markers offsetbox path tri widgets) \
           mpl_toolkits.mplot3d.art3d
LESSONS := $(filter-out lessons/README.md,$(wildcard lessons/*.md))
LIB_OBJECTS := $(LIB_SOURCES:%.c=$(BUILD)/%.o) $(BUILD)/prelude.o $(BUILD)/lessons.o $(BUILD)/skeleton.o
CLI_OBJECTS := $(CLI_SOURCES:%.c=$(BUILD)/%.o) $(BUILD)/sheet_face.o
HEATMAP_OBJECTS := $(HEATMAP_SOURCES:%.c=$(BUILD)/%.o)
TEST_SHARED := tests/quiz.c tests/helpers.c tests/program.c tests/traced.c tests/recompute.c
HEATMAP_TESTS := $(wildcard tests/heatmap/*.c)
TEST_SOURCES := $(filter-out $(HEATMAP_TESTS),$(wildcard tests/*/test_*.c)) $(TEST_SHARED) tests/walked.c tests/claimed.c tests/claimed_backward.c tests/formula.c tests/main.c
TEST_OBJECTS := $(TEST_SOURCES:%.c=$(BUILD)/%.o)
HEATMAP_TEST_OBJECTS := $(HEATMAP_TESTS:%.c=$(BUILD)/%.o) $(TEST_SHARED:%.c=$(BUILD)/%.o)
HEADERS := $(filter-out src/web/%,$(wildcard src/*/*.h src/*/*/*.h))
CHECKED := $(SOURCES) $(HEADERS) $(wildcard tests/*.[ch] tests/*/*.[ch]) tools/embed.c

.PHONY: all check check-all check-units bench bench-page static web page page-picture docs gallery models headers lint format coverage lines install uninstall dist clean FORCE
.DELETE_ON_ERROR:
.SUFFIXES:

all: $(BUILD)/qkv

$(BUILD)/qkv: $(CLI_OBJECTS) $(BUILD)/libheatmap.a $(BUILD)/libqkv.a $(BUILD)/flags
	$(CC) $(ALL_LDFLAGS) -o $@ $(CLI_OBJECTS) $(BUILD)/libheatmap.a $(BUILD)/libqkv.a \
	    $(HEATMAP_LIBS) $(SCREEN_LIBS) $(LIBS)

$(BUILD)/libheatmap.a: $(HEATMAP_OBJECTS)
	rm -f $@
	$(AR) rcs $@ $(HEATMAP_OBJECTS)

$(BUILD)/libqkv.a: $(LIB_OBJECTS)
	rm -f $@
	$(AR) rcs $@ $(LIB_OBJECTS)

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/%.o: $(BUILD)/%.c $(BUILD)/flags
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(LIB_OBJECTS) $(CLI_OBJECTS) $(HEATMAP_OBJECTS) $(TEST_OBJECTS) $(HEATMAP_TEST_OBJECTS): $(BUILD)/names/lost
$(BUILD)/src/tui/screen.o: private ALL_CFLAGS += $(SCREEN_CFLAGS)
# Nobody looks at errno or at the flags of floating point here: with them a choice or a root is no vector.
$(BUILD)/src/tensor/compute/kernel_%.o $(BUILD)/src/base/fmath_rows.o $(BUILD)/src/base/fmath_erf.o: private ALL_CFLAGS += -fno-math-errno -fno-trapping-math

# GCC copies a struct of some hundred bytes (a tensor) by `rep movs`, which takes four times as long as vectors do.
COPIES := vector_loop:512:noalign,libcall:-1:noalign
COPIES := -mmemcpy-strategy=$(COPIES) -mmemset-strategy=$(COPIES)
COPIES := $(shell echo | $(CC) $(COPIES) -fsyntax-only -x c - 2>/dev/null && echo '$(COPIES)')
$(filter $(BUILD)/src/torch/% $(BUILD)/src/tensor/%,$(LIB_OBJECTS)): private ALL_CFLAGS += $(COPIES)

# The flags of the last build: objects depend on it, so other flags rebuild.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS)' | cmp -s - $@ || \
	    echo '$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS)' > $@

# --- the prelude and the lessons, as tables in C ---

$(BUILD)/embed: tools/embed.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -O1 -o $@ $<

$(BUILD)/prelude.c: $(BUILD)/embed $(PRELUDE) $(BUILD)/files
	$(BUILD)/embed torch/prelude.h prelude_file prelude_files prelude_count \
	    $(foreach f,$(PRELUDE),$(notdir $(f:.py=))=$(f)) \
	    $(foreach f,$(UNDRAWN),$(f)=assets/prelude/matplotlib._undrawn.py) > $@

$(BUILD)/lessons.c: $(BUILD)/embed $(LESSONS) $(BUILD)/files
	$(BUILD)/embed lesson/catalog.h lesson_file lesson_files lesson_count \
	    $(foreach f,$(LESSONS),$(notdir $(f:.md=))=$(f)) > $@

SHEET_FACE := $(addprefix src/web/face/,colors.css sheet.css sheet.html sheet.mjs)
$(BUILD)/sheet_face.c: $(BUILD)/embed $(SHEET_FACE) Makefile
	$(BUILD)/embed cli/class/sheet.h lesson_file sheet_face_files sheet_face_count \
	    $(foreach f,$(SHEET_FACE),$(notdir $f)=$f) > $@

$(BUILD)/skeleton.c: $(BUILD)/embed assets/skeleton.md
	$(BUILD)/embed lesson/catalog.h lesson_file skeleton_files skeleton_count \
	    skeleton=assets/skeleton.md > $@

# Which files are embedded and tested: a new one, or one gone, rebuilds the tables.
$(BUILD)/files: FORCE
	@mkdir -p $(@D)
	@echo $(PRELUDE) $(UNDRAWN) $(LESSONS) $(TEST_SOURCES) $(HEATMAP_TESTS) | cmp -s - $@ || \
	    echo $(PRELUDE) $(UNDRAWN) $(LESSONS) $(TEST_SOURCES) $(HEATMAP_TESTS) > $@

# The names of operations as macros, so that a misspelt one does not compile: OP_mul is " mul" (op.h). The
# compiler takes the header for the system's and does not list it: a name more changes no object. A name that is
# gone must: `lost` then changes, on which all objects depend. Between two losses its content grows, not its age.
OP_TABLES := src/torch/op/ops.def src/numpy/numpy.def src/numpy/numpy_random.def \
             src/numpy/numpy_generator.def src/torch/tensor_index.c
NAMES := $(BUILD)/names/op_names.h
$(NAMES): $(OP_TABLES)
	@mkdir -p $(@D)
	sed -nE 's/^(OP|BY\([a-zA-Z_0-9]+, [^,]+, )\(?[a-z_0-9]+, "([^"]+)".*/#define OP_\2 " \2"/p; s/.*\.name = "(__[a-z]+__)",/#define OP_\1 " \1"/p' \
	    $(OP_TABLES) | LC_ALL=C sort -u > $@

$(BUILD)/names/lost: $(NAMES)
	@if [ ! -f $@ ] || LC_ALL=C comm -23 $@ $< | grep -q .; then cp $< $@; \
	    else touch -r $@ $@.age; cp $< $@; touch -r $@.age $@; fi

# What each formula of gradients needs, by its parameters: known without reading the prelude.
$(BUILD)/gradients.inc: $(filter assets/prelude/torch._gradients%,$(PRELUDE))
	@mkdir -p $(@D)
	sed -nE -e 's/^def ([A-Za-z0-9][A-Za-z_0-9]*__[A-Za-z_0-9]+)\((.*)\):$$/{"\1", "\2"},/p' \
	    -e 's/^([A-Za-z0-9][A-Za-z_0-9]*__[A-Za-z_0-9]+) = lambda ([^:]*):.*/{"\1", "\2"},/p' $^ | LC_ALL=C sort > $@
$(BUILD)/src/torch/grad/rule.o: $(BUILD)/gradients.inc

# --- tests: each tests/ROOM/test_NAME.c offers `Suite *suite_NAME(void)` ---

$(BUILD)/suites.inc: $(BUILD)/files
	@for f in $(sort $(patsubst test_%.c,%,$(filter test_%,$(notdir $(TEST_SOURCES))))); do \
	    echo "SUITE($$f)"; done > $@

$(BUILD)/heatmap_suites.inc: $(BUILD)/files
	@for f in $(patsubst tests/heatmap/test_%.c,%,$(wildcard tests/heatmap/test_*.c)); do \
	    echo "SUITE($$f)"; done > $@

$(TEST_OBJECTS) $(HEATMAP_TEST_OBJECTS): private ALL_CFLAGS += -D_DEFAULT_SOURCE -D_POSIX_C_SOURCE=200809L -Itests -include tests/expect.h
$(BUILD)/tests/main.o: $(BUILD)/suites.inc
$(BUILD)/tests/heatmap/main.o: $(BUILD)/heatmap_suites.inc

$(BUILD)/check: $(TEST_OBJECTS) $(BUILD)/libqkv.a
	$(CC) $(ALL_LDFLAGS) -o $@ $(TEST_OBJECTS) $(BUILD)/libqkv.a \
	    $$($(PKG_CONFIG) --libs check) $(LIBS)

$(BUILD)/check_heatmap: $(HEATMAP_TEST_OBJECTS) $(BUILD)/libheatmap.a $(BUILD)/libqkv.a
	$(CC) $(ALL_LDFLAGS) -o $@ $(HEATMAP_TEST_OBJECTS) $(BUILD)/libheatmap.a $(BUILD)/libqkv.a \
	    $$($(PKG_CONFIG) --libs check) $(HEATMAP_LIBS) $(LIBS)

BENCHES := $(addprefix $(BUILD)/,bench bench_record bench_walk)
check check-all: $(BENCHES) # they must build, too
check check-all check-units: $(BUILD)/check $(BUILD)/check_heatmap $(BUILD)/qkv
	@CC='$(CC)' sh tests/run.sh $(patsubst check,quick,$(@:check-%=%)) $(BUILD)

# --- speed: ratios of one run; OpenBLAS, NumPy and PyTorch are measured beside it if they are there ---

BLAS := $(shell $(PKG_CONFIG) --exists openblas 2>/dev/null && echo yes)
$(BUILD)/bench: tests/bench.c $(BUILD)/libqkv.a
	$(CC) $(ALL_CFLAGS) $(if $(BLAS),-DHAVE_OPENBLAS $$($(PKG_CONFIG) --cflags openblas)) -o $@ \
	    tests/bench.c $(BUILD)/libqkv.a $(if $(BLAS),$$($(PKG_CONFIG) --libs openblas)) $(LIBS)

$(BUILD)/bench_record: tests/bench_record.c $(BUILD)/libqkv.a
	$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ tests/bench_record.c $(BUILD)/libqkv.a $(LIBS)

$(BUILD)/bench_walk: tests/bench_walk.c $(BUILD)/libqkv.a
	$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ tests/bench_walk.c $(BUILD)/libqkv.a $(LIBS)

bench: $(BENCHES) $(BUILD)/qkv
	$(BUILD)/bench
	$(BUILD)/bench_record tests/large/layer.py
	$(BUILD)/bench_walk tests/bench_gpt.py
	$(BUILD)/bench_walk tests/bench_gpt.py C=768 H=12 layers=12 T=64 vocab=50257 tokens=1
	sh tests/bench.sh $(BUILD)/qkv
	sh tests/bench_heatmap.sh $(BUILD)/qkv

bench-page: $(BUILD)/qkv web page
	python3 tests/bench_page.py $(BUILD)/qkv $(WEB)

static:
	$(MAKE) STATIC=1 all
	$(if $(SLEEF_ARCHIVE),,cp -L $$($(CC) -print-file-name=libsleef.so) build/static/libsleef.so.3)

include src/web/build.mk

# --- the house ---

headers: $(NAMES) $(BUILD)/gradients.inc # each header compiles alone
	@for f in $(HEADERS); do \
	    printf '#include "%s"\nint qkv_header;\n' "$${f#src/}" | \
	    $(CC) $(ALL_CFLAGS) -Wno-missing-variable-declarations -fsyntax-only -x c - || exit 1; \
	done; echo "headers: $(words $(HEADERS)) passed, 0 failed, 0 skipped"

docs: all # the list of operations, from the tables
	$(BUILD)/qkv operations > docs/operations.md

gallery: all # docs/gallery.md and its pictures
	sh tools/gallery.sh $(BUILD)/qkv

models: all # are the weights in the lessons those that training makes? The program trains them anew
	sh tests/models.sh $(BUILD)/qkv

# Suppressed is what cppcheck 2.10 reads wrongly: 0x1p63, a vector in a ?: expression, and structs that
# lend one another to a call.
CLANG_FORMAT ?= $(shell command -v clang-format-16 || echo clang-format)
lint:
	@cppcheck --quiet --std=c11 --enable=warning,portability --inline-suppr -j 2 \
	    --suppress=missingIncludeSystem --suppress=autoVariables --suppress=incorrectLogicOperator \
	    --suppress=internalAstError:src/tensor/compute/kernel_loops.inc --error-exitcode=1 -Isrc $(SOURCES)
	@if $(CLANG_FORMAT) --version | grep -q 'version 16'; then \
	    $(CLANG_FORMAT) --dry-run --Werror $(CHECKED) && \
	        echo "lint: $(words $(CHECKED)) passed, 0 failed, 0 skipped"; \
	else \
	    echo "SKIP the form of the code: no clang-format 16 here" && \
	        echo "lint: $(words $(SOURCES)) passed, 0 failed, 1 skipped"; \
	fi

format:
	$(CLANG_FORMAT) -i $(CHECKED)

lines: # of each folder, with those below it
	@git ls-files src assets/prelude tests lessons docs tools | grep -E '\.(c|h|def|inc|py|sh|md|awk)$$' | \
	    grep -v ' ' | xargs wc -l | awk '$$2 != "total" { n = split($$2, part, "/"); path = ""; \
	        for (k = 1; k < n && k < 4; k++) { path = path (k > 1 ? "/" : "") part[k]; lines[path] += $$1 } } \
	        END { for (p in lines) printf "%7d %s\n", lines[p], p }' | sort -k2

coverage:
	$(MAKE) COVERAGE=1 check
	gcov -n $$(find build/coverage/src -name '*.gcda') 2>/dev/null | \
	    awk '/^File .src/ {f=$$2} /^Lines executed/ && f {print $$2, f; f=""}' | sort -t: -k2 -n

SHARE := $(DESTDIR)$(PREFIX)/share
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/doc/qkv/lessons
	install -m 755 $(BUILD)/qkv $(DESTDIR)$(PREFIX)/bin/qkv
	install -m 644 README.md LICENSE $(SHARE)/doc/qkv
	install -m 644 lessons/README.md $(SHARE)/doc/qkv/lessons
	cp -R docs $(SHARE)/doc/qkv
	@if [ -f $(WEB)/page.html ]; then install -d $(SHARE)/qkv && install -m 644 $(WEB)/page.html $(SHARE)/qkv/page.html; fi

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/qkv
	rm -rf $(SHARE)/qkv $(SHARE)/doc/qkv

dist: all page
	sh tools/dist.sh $(VERSION) $(BUILD) dist

clean:
	rm -rf build dist

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
