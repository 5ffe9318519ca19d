/* Allocation, copies and frees as statements. */
#pragma once
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

/* Several copies at one place, of variables with the same condition (IhopDeviceVariable.when). */
char *ihop_host_copies (IhopPrint *print, const IhopTransfer *const *transfers, guint n, const char *indent);
char *ihop_host_copy_all (IhopPrint *print, const IhopDeviceVariable *variable, gboolean to_device,
                          const char *indent);
char *ihop_host_allocate (IhopPrint *print, const IhopDeviceVariable *variable,
                          const char *indent);
char *ihop_host_free (IhopPrint *print, const IhopDeviceVariable *variable, const char *indent);
/* A comment of one or more lines at "indent". Caller frees. */
char *ihop_text_comment (const char *indent, const char *text);
