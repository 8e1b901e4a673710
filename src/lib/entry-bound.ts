/** Bounds an `LRUCache` in entries. Its option `max` would reserve the memory of all entries at once. */
export const entryBound = (maxEntries: number) => ({ maxSize: maxEntries, sizeCalculation: () => 1 });
