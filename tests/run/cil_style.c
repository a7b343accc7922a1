extern int printf(char const   * __restrict  __format  , ...) ;
struct list {
   int value ;
   struct list *next ;
};
struct ops { int (*init)(struct list *l , int v ) ; void (*fini)(struct list *l ) ; };
static int counter  =    0;
static int list_init(struct list *l , int v ) 
{ int __cil_tmp3 ;
  unsigned int __cil_tmp4 ;
  unsigned int __cil_tmp5 ;

  {
  {
#line 10 "original.c"
  __cil_tmp4 = (unsigned int )v;
  __cil_tmp5 = __cil_tmp4 + 1U;
  l->value = (int )__cil_tmp5;
  l->next = (struct list *)((void *)0);
  counter ++;
  }
#line 12
  if (counter > 2) {
    goto __Cont;
  } else {

  }
  __cil_tmp3 = l->value;
  return (__cil_tmp3);
  __Cont: /* CIL Label */ 
  return (- l->value);
}
}
static void list_fini(struct list *l ) 
{ 

  {
  counter --;
  l->value = 0;
  return;
}
}
static struct ops ops  =    {& list_init, & list_fini};
int main(void) 
{ struct list a ;
  int i ;
  int tmp ;
  int tmp___0 ;

  {
  i = 0;
  {
  while (1) {
    while_continue: /* CIL Label */ ;
    if (! (i < 4)) {
      goto while_break;
    } else {

    }
    {
    tmp = (*(ops.init))(& a, i * 3);
    printf((char const   */* __restrict  */)"%d %d\n", tmp, counter);
    }
    if (i == 2) {
      {
      (*(ops.fini))(& a);
      }
    } else {

    }
    i = i + 1;
  }
  while_break: /* CIL Label */ ;
  }
  switch (i) {
  case 4: 
  tmp___0 = 1;
  break;
  default: 
  tmp___0 = 0;
  }
  return (tmp___0 + counter);
}
}
