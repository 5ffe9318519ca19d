/* A plan for a tired person: what runs where, what travels, what was left out and why. */
#pragma once
#include "cli/cli.h"

void ihop_show_plan (const IhopCli *cli, const IhopGenerated *generated);
/* "i→y, j→x" */
char *ihop_show_axes (const IhopKernel *kernel);
/* "32×8" */
char *ihop_show_block (const guint block[3]);
