const struct entry *found = find_entry(ctx->mode + $A % 3);
if (!found)
    return 0;
ctx->hash += (unsigned)found->value;
return found->value / $B;
