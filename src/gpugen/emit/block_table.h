/* The part of generated programs that knows how much memory is behind a pointer. */
#pragma once

/* Definitions of "ihop_elements (p, size)" and of what it asks: C that is C++, too. Lines begin with tabs; static. */
const char *ihop_block_table_text (void);
