/* A lattice Boltzmann method as it is often written: iterators from the top of the function, solid cells left
 * out by continue, memory allocated in main, buffers that change places. KERNELS: 3 */
#include "show.h"
#include <stdlib.h>
#define NX 40
#define NY 24
#define Q 9
#define IDX(x,y,q) (((y)*NX+(x))*Q+(q))
static const int cx[Q] = {0,1,0,-1,0,1,-1,-1,1};
static const int cy[Q] = {0,0,1,0,-1,1,1,-1,-1};
static const int opp[Q] = {0,3,4,1,2,7,8,5,6};
static const double w[Q] = {4./9,1./9,1./9,1./9,1./9,1./36,1./36,1./36,1./36};

static void collide(double *f, const unsigned char *solid, double omega)
{
    int x, y, q;
#pragma target
    for (y = 0; y < NY; y++)
        for (x = 0; x < NX; x++) {
            double rho = 0, ux = 0, uy = 0, u2;
            if (solid[y*NX+x]) continue;
            for (q = 0; q < Q; q++) {
                double v = f[IDX(x,y,q)];
                rho += v; ux += v*cx[q]; uy += v*cy[q];
            }
            ux /= rho; uy /= rho;
            u2 = 1.5*(ux*ux+uy*uy);
            for (q = 0; q < Q; q++) {
                double cu = 3*(cx[q]*ux+cy[q]*uy);
                double feq = w[q]*rho*(1+cu+0.5*cu*cu-u2);
                f[IDX(x,y,q)] += omega*(feq-f[IDX(x,y,q)]);
            }
        }
}
static void stream(double *g, const double *f, const unsigned char *solid)
{
    int x, y, q;
#pragma target
    for (y = 0; y < NY; y++)
        for (x = 0; x < NX; x++)
            for (q = 0; q < Q; q++) {
                int xs = (x - cx[q] + NX) % NX;
                int ys = (y - cy[q] + NY) % NY;
                if (solid[ys*NX+xs])
                    g[IDX(x,y,q)] = f[IDX(x,y,opp[q])];
                else
                    g[IDX(x,y,q)] = f[IDX(xs,ys,q)];
            }
}
int main(void)
{
    double *f = malloc(sizeof(double)*NX*NY*Q), *g = malloc(sizeof(double)*NX*NY*Q), *t;
    unsigned char *solid = calloc(NX*NY, 1);
    int x, y, q, step;
#pragma target
    for (y = 0; y < NY; y++)
        for (x = 0; x < NX; x++) {
            solid[y*NX+x] = (x-10)*(x-10)+(y-12)*(y-12) < 20;
            for (q = 0; q < Q; q++)
                f[IDX(x,y,q)] = w[q]*(1+ (q==1)*0.1);
        }
    for (step = 0; step < 5; step++) {
        collide(f, solid, 1.2);
        stream(g, f, solid);
        t = f; f = g; g = t;
    }
    double m = 0;
    for (y = 0; y < NY; y++) for (x = 0; x < NX; x++) for (q = 0; q < Q; q++) m += f[IDX(x,y,q)]*cx[q];
    printf("%.12g\n", m);
    show("f", f, NX*NY*Q);
    free(f); free(g); free(solid);
    return 0;
}
