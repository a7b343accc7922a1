struct node *head = 0;
int n = ctx->size & 3, sum = 0;
while (n > 0) {
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh)
        break;
    fresh->value = n * $A;
    fresh->next = head;
    head = fresh;
    n--;
}
while (head) {
    struct node *next = head->next;
    sum += head->value;
    free(head);
    head = next;
}
return sum % ($B + 1);
