/* What both files know. */
extern int mode;
extern float table[16];
void table_fill (int by);
float table_look (float v);
double wave (double x, int i);
void set_period (int p);
