/* A row of the explorer or of the issues list: a file, a function, a loop, or what was said about a
 * file. */
#pragma once
#include "gui/document.h"

typedef enum
{
  IHOP_ITEM_FILE, IHOP_ITEM_FUNCTION, IHOP_ITEM_LOOP, IHOP_ITEM_MESSAGE
} IhopItemKind;

#define IHOP_TYPE_ITEM (ihop_item_get_type ())
G_DECLARE_FINAL_TYPE (IhopItem, ihop_item, IHOP, ITEM, GObject)

struct _IhopItem
{
  GObject parent_instance;
  IhopItemKind kind;
  guint file, line;
  char *label;             /* what is shown: "gemm.c", "kernel_gemm", "for i" */
  char *name;              /* path, function, address */
  char *finding;           /* loops: a sentence */
  char *function;          /* loops */
  char *mark;              /* loops: the pragma in front; NULL: none */
  guint depth;
  gboolean is_missing_header; /* messages */
  gboolean is_known;       /* verdict and counts are there */
  IhopVerdict verdict;     /* loops */
  guint count[3];          /* files and functions: loops by verdict */
  GListStore *children;    /* NULL: a leaf */
};

IhopItem *ihop_item_new_file (guint file, const char *path);
IhopItem *ihop_item_new_function (const IhopFunctionView *function);
IhopItem *ihop_item_new_loop (const IhopLoopView *loop);
/* What is known of the loop now. */
void ihop_item_renew (IhopItem *item, const IhopLoopView *loop);
/* verdict: SEQUENTIAL for an error, UNKNOWN for a warning. */
IhopItem *ihop_item_new_message (const IhopDiag *diag, guint file);
/* Counts a loop's verdict; rows that show the item hear of it with ihop_item_touch ("touched"). */
void ihop_item_count (IhopItem *item, IhopVerdict verdict);
void ihop_item_touch (IhopItem *item);
