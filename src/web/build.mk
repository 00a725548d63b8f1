# Builds the engine as WebAssembly: build/web/qkv.wasm (see README.md here). Included by the Makefile.
WEB := $(BUILD)/web
WEB_CC ?= clang
WEB_TARGET := --target=wasm32-wasi -std=c11 -O2 -ffp-contract=off -fno-fast-math -fno-math-errno \
              -mbulk-memory -D_Thread_local= -Isrc/web/port -include src/web/port/missing.h -Werror=implicit-function-declaration $(foreach part,MMAN SIGNAL GETPID PROCESS_CLOCKS,-D_WASI_EMULATED_$(part))
WEB_LIBRARIES := cmark csv jansson pcre2 sleef sodium zlib
WEB_SOURCES := $(filter-out src/tui/screen.c src/tui/terminal.c src/cli/walk/editor.c src/cli/class/grade_process.c \
               $(HEATMAP_SOURCES),$(SOURCES)) src/web/port.c
WEB_OBJECTS := $(patsubst src/%.c,$(WEB)/src/%.o,$(WEB_SOURCES)) \
               $(patsubst %,$(WEB)/%.o,prelude lessons skeleton sheet_face)

web: $(WEB)/qkv.wasm

# The prototypes of SLEEF's functions are those of the sources; FP_FAST_FMAF says that fmaf rounds once.
WEB_INCLUDES = -Isrc -I$(WEB) -I$(BUILD) -isystem $(BUILD)/names -I$(WEB)/include -I$(WEB)/cmark/src -I$(WEB)/csv -I$(WEB)/jansson/src -I$(WEB)/pcre2/src \
               -I$(WEB)/sodium/src/libsodium/include -I$(WEB)/zlib
$(WEB)/src/%.o: src/%.c $(WEB)/fetched src/web/build.mk $(BUILD)/names/lost | $(BUILD)/gradients.inc
	@mkdir -p $(@D)
	$(WEB_CC) $(WEB_TARGET) $(WEB_INCLUDES) -DFP_FAST_FMAF -DQKV_VERSION='"$(VERSION)"' -w -MMD -MP -c -o $@ $<

# Vectors in loops over tensors. No file calls the C library's fused multiply-adds.
$(filter $(WEB)/src/tensor/%,$(WEB_OBJECTS)): private WEB_TARGET += -msimd128
$(filter-out $(WEB)/src/base/fused.o,$(WEB_OBJECTS)): private WEB_TARGET += -include src/web/fma.h

$(WEB)/%.o: $(BUILD)/%.c $(WEB)/fetched
	$(WEB_CC) $(WEB_TARGET) $(WEB_INCLUDES) -w -c -o $@ $<

# --- the libraries: only the files that the engine needs ---

$(WEB)/fetched: src/web/fetch.sh src/web/sources.tsv
	@missing=$$(sh src/web/toolchain.sh $(WEB) | tr '\n' ' '); [ -z "$$missing" ] || \
	    { echo "the engine for a browser needs what ./bootstrap page installs; not here: $$missing" >&2; exit 1; }
	sh src/web/fetch.sh $(WEB)
	sh src/web/configure.sh $(WEB)
	@touch $@

WEB_SLEEF_FORMS := cinz finz cinz_same finz_same
web_part = $(foreach file,$(3),$(WEB)/lib/$(1)/$(2)$(file).o)
WEB_PARTS := \
    $(call web_part,cmark,src/,blocks buffer cmark cmark_ctype commonmark houdini_href_e houdini_html_e houdini_html_u html \
        inlines iterator latex man node references render scanners utf8 xml) \
    $(call web_part,csv,,libcsv) \
    $(call web_part,jansson,src/,dump error hashtable hashtable_seed load memory pack_unpack strbuffer strconv utf value) \
    $(call web_part,pcre2,src/pcre2_,auto_possess chartables compile config context convert error extuni find_bracket maketables \
        match match_data newline ord2utf pattern_info script_run serialize string_utils study substring substitute tables ucd \
        valid_utf xclass) \
    $(call web_part,sodium,src/libsodium/,crypto_generichash/blake2b/ref/blake2b-ref \
        crypto_generichash/blake2b/ref/blake2b-compress-ref crypto_generichash/blake2b/ref/generichash_blake2b \
        crypto_generichash/blake2b/generichash_blake2 crypto_generichash/crypto_generichash crypto_hash/sha256/hash_sha256 crypto_hash/sha256/cp/hash_sha256_cp sodium/utils sodium/codecs) \
    $(call web_part,zlib,,adler32 compress crc32 deflate inffast inflate inftrees trees zutil) \
    $(foreach form,$(WEB_SLEEF_FORMS),$(WEB)/lib/sleef/$(form)/sleefsimdsp.o $(WEB)/lib/sleef/$(form)/sleefsimddp.o) \
    $(WEB)/lib/sleef/src/libm/rempitab.o

WEB_LIBRARY_FLAGS_cmark = -I$(WEB)/cmark/src -I$(WEB)/include
WEB_LIBRARY_FLAGS_csv = -I$(WEB)/csv
WEB_LIBRARY_FLAGS_jansson = -DHAVE_CONFIG_H -I$(WEB)/include -I$(WEB)/jansson/src
WEB_LIBRARY_FLAGS_pcre2 = -DHAVE_CONFIG_H -DPCRE2_CODE_UNIT_WIDTH=8 -DSUPPORT_UNICODE -DSUPPORT_PCRE2_8 -I$(WEB)/pcre2/src \
                          $(foreach has,MEMMOVE STDINT_H STRING_H STDLIB_H LIMITS_H INTTYPES_H,-DHAVE_$(has))
WEB_LIBRARY_FLAGS_sodium = -DCONFIGURED=1 -I$(WEB)/sodium/src/libsodium/include/sodium -I$(WEB)/sodium/src/libsodium/include
WEB_LIBRARY_FLAGS_zlib = -I$(WEB)/zlib
WEB_LIBRARY_FLAGS_sleef = -fno-vectorize -fno-slp-vectorize -DDORENAME=1 -Isrc -include src/web/fma.h $(foreach folder,include sleef/src/arch sleef/src/common \
                          sleef/src/libm sleef/include,-I$(WEB)/$(folder))

$(WEB)/lib/%.o: $(WEB)/fetched
	@mkdir -p $(@D)
	$(WEB_CC) $(WEB_TARGET) -w $(WEB_LIBRARY_FLAGS_$(firstword $(subst /, ,$*))) -c -o $@ $(WEB)/$*.c

# SLEEF's files hold each function in four forms: with fused multiply-adds or without (finz, cinz), and
# those whose bits are the same for vectors of any width lie in a second compilation.
WEB_SLEEF_FLAGS_cinz = -DENABLE_PUREC_SCALAR=1
WEB_SLEEF_FLAGS_finz = -DENABLE_PURECFMA_SCALAR=1 -DFP_FAST_FMA -DFP_FAST_FMAF
WEB_SLEEF_FLAGS_cinz_same = $(WEB_SLEEF_FLAGS_cinz) -DDETERMINISTIC=1
WEB_SLEEF_FLAGS_finz_same = $(WEB_SLEEF_FLAGS_finz) -DDETERMINISTIC=1
define WEB_SLEEF_RULE
$(WEB)/lib/sleef/$(1)/%.o: $(WEB)/fetched src/web/fma.h src/base/fused.h
	@mkdir -p $$(@D)
	$$(WEB_CC) $$(WEB_TARGET) -w $$(WEB_LIBRARY_FLAGS_sleef) $$(WEB_SLEEF_FLAGS_$(1)) -c -o $$@ $(WEB)/sleef/src/libm/$$*.c
endef
$(foreach form,$(WEB_SLEEF_FORMS),$(eval $(call WEB_SLEEF_RULE,$(form))))

$(WEB)/qkv.wasm: $(WEB_OBJECTS) $(WEB_PARTS) src/web/absent.txt
	$(WEB_CC) $(WEB_TARGET) -o $@ $(WEB_OBJECTS) $(WEB_PARTS) \
	    -lwasi-emulated-mman -lwasi-emulated-signal -lwasi-emulated-getpid -lwasi-emulated-process-clocks \
	    -Wl,-z,stack-size=16777216 -Wl,--allow-undefined-file=src/web/absent.txt

# --- the page: the engine behind a door of calls, and all of it in one file ---

WEB_PICTURES := $(wildcard src/heatmap/chart/*.c) $(wildcard src/heatmap/table/*.c src/heatmap/pick/*.c) $(foreach part,paint drawing svg,src/heatmap/draw/$(part).c)
WEB_PAGE_OBJECTS := $(filter-out $(WEB)/src/cli/% $(WEB)/sheet_face.o $(WEB)/src/tui/palette.o,$(WEB_OBJECTS)) \
                    $(patsubst src/%.c,$(WEB)/src/%.o,src/web/door.c src/web/door_picture.c $(WEB_PICTURES))
WEB_FACE := $(wildcard src/web/face/*) src/web/host.mjs

page: $(WEB)/page.html

# The widths of letters, asked of the installed font by the program's own reader of it.
$(WEB)/advances: src/web/advances.c $(BUILD)/libheatmap.a $(BUILD)/libqkv.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $< $(BUILD)/libheatmap.a $(BUILD)/libqkv.a $(HEATMAP_LIBS) $(LIBS)

$(WEB)/web/advances.inc: $(WEB)/advances
	@mkdir -p $(@D)
	$(WEB)/advances > $@

$(WEB)/src/web/door_picture.o: $(WEB)/web/advances.inc

$(WEB)/page.wasm: $(WEB_PAGE_OBJECTS) $(WEB_PARTS) src/web/absent.txt
	$(WEB_CC) $(WEB_TARGET) -mexec-model=reactor -o $@ $(WEB_PAGE_OBJECTS) $(WEB_PARTS) \
	    -lwasi-emulated-mman -lwasi-emulated-signal -lwasi-emulated-getpid -lwasi-emulated-process-clocks \
	    -Wl,-z,stack-size=16777216 -Wl,--strip-all -Wl,--allow-undefined-file=src/web/absent.txt

$(WEB)/LICENSES: tools/licenses.sh tools/licenses.tsv LICENSE $(wildcard src/plot/colormap*.def) $(WEB)/fetched
	sh tools/licenses.sh $(WEB) page > $@

# It says which version it is: `flags` changes with that.
$(WEB)/page.html: $(WEB)/page.wasm $(WEB)/LICENSES $(WEB_FACE) $(BUILD)/flags
	node src/web/face/pack.mjs $< $(WEB)/LICENSES $(VERSION) $@

# The pictures of the README and of docs/page.md, in Chromium.
page-picture: $(WEB)/page.html $(BUILD)/qkv
	node tools/page_picture.mjs $< '#lesson=masks&at=stop-5' 1240x800 docs/gallery/page.png
	echo no secret at all > $(WEB)/secret
	$(BUILD)/qkv page --sheet masks --student ada --secret $(WEB)/secret -o $(WEB)/ada.html --force
	node tools/page_picture.mjs $(WEB)/ada.html '#q-still-ahead' 1240x800 docs/gallery/sheet.png \
	    '[name=what-true-means]' '[name=zero-instead]' '#q-mask-in-order button' '#q-still-ahead [value="line 2"]'
