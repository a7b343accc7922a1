/* expected: a mapping is undone with another size
   The size is rounded up after the buffer was mapped. */
static unsigned long next = 4096;
static unsigned long dma_map(void *buffer, long size) { unsigned long a = next; next += size; return buffer ? a : 0; }
void dma_unmap(unsigned long address, long size);
void dma_start(unsigned long address);

static char buffer[256];

int main(void)
{
    for (long size = 32; size <= 100; size += 17) {
        unsigned long address = dma_map(buffer, size);
        if (size % 16)
            size += 16 - size % 16;
        dma_start(address);
        dma_unmap(address, size);
    }
    return 0;
}
