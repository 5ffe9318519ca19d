/* Arrays of pointers to rows ("double **u", u[i][j]) whose rows the program allocates one by one are kept in one block instead,
 * and are pointers to rows of it then: "double (*u)[m]". That is what u[i][j] means to a device, to the analysis and to a cache
 * (matrix flattening; O. Golovanevsky and A. Zaks, Struct-reorg: current status and future perspectives, GCC Summit 2007). What
 * the program says of elements and of rows stays as it is; declarations, allocations, frees and parameters change. */
#pragma once
#include "project/project.h"

/* Does that for all variables of the file of which every use is understood, where more kernels come of it; they are noted in
 * file->blocks. */
void ihop_project_block_rows (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan);
/* "double *" of "double **": what the rows of such a table are, numbers or structs in sight. NULL: it is another type. */
const IhopType *ihop_row_table_row (const IhopType *type);
