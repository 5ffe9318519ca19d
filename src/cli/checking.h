/* `ihop run --check`: which finds are asked for, how they are shown, and where. */
#pragma once
#include <glib.h>

typedef struct
{
  char *words;        /* as given: a form and parts, "races,json"; NULL: nothing is checked */
  char *output;       /* file for what is found; NULL: standard error */
  int budget;         /* seconds; 0: the engine's own */
  int schedules;      /* other orders of blocks and warps that each launch is tried in; 0: none */
  const char *form;   /* "text", "json" or "sarif" */
  const char *part;   /* "memory" or "races": without the other one; NULL: all */
} IhopChecking;

/* Reads the words. "-1": go on; else the exit code. */
int ihop_checking_parse (IhopChecking *checking);
void ihop_checking_clear (IhopChecking *checking);
/* What a program is started with that leaves its finds in the folder. Takes the list, gives one. */
char **ihop_checking_prepare (const IhopChecking *checking, char **list, const char *folder);
/* Shows what was found; gives the exit code of a run whose program ended with that one. */
int ihop_checking_report (const IhopChecking *checking, const char *folder, int code);
