/** Persistent list, newest first, that shares its tail with earlier states. Adding costs O(1). */
export type PersistentList<Entry> = { readonly entry: Entry; readonly earlier: PersistentList<Entry> } | null;

export function findNewest<Entry>(list: PersistentList<Entry>, matches: (entry: Entry) => boolean): Entry | undefined {
  for (let at = list; at !== null; at = at.earlier) if (matches(at.entry)) return at.entry;
  return undefined;
}

export function countAll(list: PersistentList<unknown>): number {
  let found = 0;
  for (let at = list; at !== null; at = at.earlier) found += 1;
  return found;
}

export function countMatching<Entry>(list: PersistentList<Entry>, matches: (entry: Entry) => boolean): number {
  let found = 0;
  for (let at = list; at !== null; at = at.earlier) if (matches(at.entry)) found += 1;
  return found;
}
