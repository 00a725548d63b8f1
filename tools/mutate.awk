# Lists the places of C files that can be broken by one change, as FILE:LINE:COLUMN:LENGTH:NEW.
# A place is an operator, a constant or a call that stands alone as a statement; comments, strings,
# preprocessor lines, tables, assertions and the sizes of arrays (one more is no fault) are passed over.
function place(at, len, new) { print FILENAME ":" FNR ":" at ":" len ":" new }
# every place of an operator with blanks around it
function operator(old, new,    from, at) {
    from = 1
    while ((at = index(substr(code, from), " " old " ")) > 0) {
        place(from + at, length(old), new)
        from += at + length(old)
    }
}
FNR == 1 { comment = 0; inside = 0 }
/^[A-Za-z_].*\(.*\)$|^[A-Za-z_].*\) \{$/ { inside = 1 } # a function begins, for the lines behind
/^}/ { inside = 0 }
{
    code = $0
    if (comment) {
        if (index(code, "*/") == 0) next
        comment = 0
        next
    }
    if (code ~ /^[ \t]*\/\*/ || code ~ /^[ \t]*#/ || code ~ /\\$/ || code ~ /assert|static const/) {
        if (code ~ /\/\*/ && code !~ /\*\//) comment = 1
        next
    }
    if (code ~ /\/\*/ && code !~ /\*\//) comment = 1
    if (!inside || code !~ /^    /) next
    # strings and characters keep their length, and are no code
    while (match(code, /"([^"\\]|\\.)*"|'([^'\\]|\\.)+'|\/\*.*\*\//)) {
        blank = sprintf("%" RLENGTH "s", "")
        gsub(/ /, "_", blank)
        code = substr(code, 1, RSTART - 1) blank substr(code, RSTART + RLENGTH)
    }
    if (code ~ /^ +([a-z_0-9]+ )+\**[a-z_0-9]+\[[^=(]*[;=]/ && code !~ /^ +return /) {
        rest = index(code, "=") ? substr(code, index(code, "=")) : ""
        head = substr(code, 1, length(code) - length(rest))
        while (match(head, /\[[^]@]+\]/)) {
            blank = sprintf("%" RLENGTH "s", "")
            gsub(/ /, "@", blank)
            head = substr(head, 1, RSTART - 1) blank substr(head, RSTART + RLENGTH)
        }
        code = head rest
    }
    operator("<", "<="); operator("<=", "<"); operator(">", ">="); operator(">=", ">")
    operator("==", "!="); operator("!=", "=="); operator("&&", "||"); operator("||", "&&")
    operator("+", "-"); operator("-", "+"); operator("*", "+"); operator("/", "*")
    operator("+=", "-="); operator("-=", "+="); operator("|=", "&="); operator("%", "+")
    if (match(code, /return true;/)) place(RSTART, RLENGTH, "return false;")
    if (match(code, /return false;/)) place(RSTART, RLENGTH, "return true;")
    if (match(code, /(break|continue);/)) place(RSTART, RLENGTH, ";")
    if (match(code, /[^A-Za-z_0-9.>]!\(?[a-z]/)) place(RSTART + 1, 1, "")
    if (match(code, /[ (\[]([0-9]|[1-9][0-9]+)[;,) \]]/)) {
        number = substr(code, RSTART + 1, RLENGTH - 2)
        place(RSTART + 1, RLENGTH - 2, number + 1)
    }
    if (match(code, /^ +[a-z_]+\([^=]*\);$/) && code !~ /free\(|release\(/) {
        match(code, /[a-z]/)
        place(RSTART, length(code) - RSTART + 1, ";")
    }
}
