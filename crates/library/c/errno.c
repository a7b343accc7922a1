/* Where errno lives. */

static int __maymust_errno;

int *__errno_location(void)
{
    return &__maymust_errno;
}
