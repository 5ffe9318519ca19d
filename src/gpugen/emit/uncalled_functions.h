/* Static functions whose calls have all become their bodies. */
#pragma once
#include "gpugen/emit/printing.h"

/* Takes them out of the text, with the comment right above, where nothing else in the file names them: compilers would warn. */
void ihop_host_drop_uncalled (IhopPrint *print);
