/* A loop's verdict in words, symbol and colour. */
#pragma once
#include "cli/cli.h"

/* One line, and what stands behind it in a few more. */
void ihop_show_loop (const IhopCli *cli, const IhopLoop *loop);
/* Everything that is known. */
void ihop_show_loop_in_full (const IhopLoop *loop);
/* Of IhopRemedy *. */
void ihop_show_remedies (const GPtrArray *remedies);
