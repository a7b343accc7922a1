/* expected: the request is completed twice
   The error path completes the request, and so does the caller. */
struct request { int code; };
void start_request(struct request *r);
void complete_request(struct request *r);

static struct request requests[4];

static int handle(struct request *r)
{
    if (r->code == 3) {
        complete_request(r);
        return -1;
    }
    return 0;
}

static void dispatch(struct request *r)
{
    start_request(r);
    handle(r);
    complete_request(r);
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        requests[i].code = i;
        dispatch(&requests[i]);
    }
    return 0;
}
