/* There is no way back: longjmp ends the engine, and whoever runs it begins with a new one. */
#ifndef QKV_WEB_PORT_SETJMP_H
#define QKV_WEB_PORT_SETJMP_H

typedef int jmp_buf[1];
#define setjmp(where) ((void)(where), 0)
#define longjmp(where, value) ((void)(where), __builtin_trap())

#endif
