/* Finds about accesses of kernels: who, where, to what. */
#pragma once
#include "simt/check/arena.h"
#include "simt/check/blocks.h"
#include "simt/check/race.h"

/* "address": of the lane's access. is_same: the value that is written was there already. */
void ihop_report_race (const IhopLook *look, guint lane, guint64 address, const IhopRace *race, gboolean is_same);
void ihop_report_unwritten (const IhopLook *look, guint lane, guint64 address);
void ihop_report_misaligned (const IhopLook *look, guint lane, guint64 address);
void ihop_report_read_only (const IhopLook *look, guint lane, guint64 address);
/* Nothing, or not all of it, is memory that the thread may use. */
void ihop_report_outside (const IhopLook *look, guint lane, guint64 address);
/* Which memory an address of the host's functions is in. */
void ihop_report_put_region (IhopFind *find, const IhopRegion *region, guint64 address);
