/* Finds as they are read, and the table of what each kind is called. */
#pragma once
#include "base/message.h"
#include "checks/checks.h"
#include "simt/check/find.h"

typedef struct
{
  IhopFind find;
  guint64 times;
  char *kernels[2]; /* as the source calls them */
  char *made_by, *made_file; /* who has asked for the memory, or NULL */
  guint made_line;
  char *files[2];   /* NULL, or what the place's "file" is, where it was looked up (lines.h) */
} IhopCheckFound;

struct IhopChecks
{
  GPtrArray *found;     /* IhopCheckFound */
  GPtrArray *documents; /* GVariant: own the strings */
};

/* A row for each kind. */
typedef struct
{
  const char *id, *word; /* "IHOP-K001"; in JSON */
  gboolean is_note;
  const char *sentence;
} IhopCheckRow;

const IhopCheckRow *ihop_check_row (IhopFindKind kind);
/* The whole sentence. Caller owns it. */
IhopMessage *ihop_check_sentence (const IhopFind *find);
/* "allocation 1 of 400 bytes, byte 400; allocated by main, a.cu:12"; "": there is nothing to say. Caller frees. */
char *ihop_check_memory (const IhopCheckFound *found);
/* Who: "sum(int*): st.shared.u32, block (0, 0, 0), thread (32, 0, 0)", without the line. Caller frees. */
char *ihop_check_place (const IhopFoundPlace *place, const char *kernel);
