static void init_device(struct device *dev)
{
    int i;
    dev->ready = 1;
    dev->refs = 0;
    dev->head = dev->tail = 0;
    for (i = 0; i < 8; i++)
        dev->stats[i] = 0;
    for (i = 0; i < 16; i++)
        dev->window[i] = 0;
}

static void check_exit(struct device *dev, struct request *req)
{
#ifdef RULE_LOCK_EXIT
    if (lock_held)
        reach_error();
#endif
#ifdef RULE_IRQL_EXIT
    if (irql != 0)
        reach_error();
#endif
#ifdef RULE_REF_EXIT
    if (dev->refs != 0)
        reach_error();
#endif
#ifdef RULE_TIMER_EXIT
    if (timer_set)
        reach_error();
#endif
#ifdef RULE_BUFFER_EXIT
    if (buffer_out != 0)
        reach_error();
#endif
#ifdef RULE_COMPLETE_NEVER
    if (!req->completed)
        reach_error();
#endif
}

int main(void)
{
    struct device dev;
    struct request req;
    init_device(&dev);
    req.code = __VERIFIER_nondet_int();
    req.arg = __VERIFIER_nondet_int();
    req.length = __VERIFIER_nondet_int();
    req.flags = __VERIFIER_nondet_int();
    req.status = 0;
    req.completed = 0;
    dispatch_request(&dev, &req);
    check_exit(&dev, &req);
    return 0;
}
