/* Calls of the ThreadSanitizer of LLVM, with which Rust compiles, that the runtime of gcc knows by other names: there the
 * functions of the C library themselves are watched. Compile without -fsanitize. */
#include <string.h>

void *__tsan_memcpy(void *to, const void *from, size_t bytes) { return memcpy(to, from, bytes); }
void *__tsan_memmove(void *to, const void *from, size_t bytes) { return memmove(to, from, bytes); }
void *__tsan_memset(void *to, int byte, size_t bytes) { return memset(to, byte, bytes); }
