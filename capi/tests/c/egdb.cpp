// The same as C++.
#include "egdb.c"
