/* Where errno lives. */

static _Thread_local int __maymust_errno;

int *__errno_location(void)
{
    return &__maymust_errno;
}
