/* What files are looked at under. */
#pragma once
#include "project/project.h"

/* What a snapshot is made under. Strings as in IhopProjectOptions. */
typedef struct
{
  char **flags;            /* NULL-terminated; or NULL */
  char *database;          /* or NULL */
  IhopAliasMode alias;
  char **assume;           /* NULL-terminated; or NULL */
  char *gpu;               /* NULL: the default */
} IhopSettings;

/* Nothing is said in them. */
gboolean ihop_settings_are_usual (const IhopSettings *settings);
IhopSettings *ihop_settings_copy (const IhopSettings *settings);
void ihop_settings_free (IhopSettings *settings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopSettings, ihop_settings_free)
