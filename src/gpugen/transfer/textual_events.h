/* What the text shows of host code and a variable, for the proof. */
#pragma once
#include "gpugen/plan/work.h"

/* These events and what the text shows besides, for the check. Caller frees. */
guint16 *ihop_textual_events_collect (IhopWork *work, const IhopSymbol *variable, const guint16 *events);
