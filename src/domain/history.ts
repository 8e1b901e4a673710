/** Persistent list, newest first, that shares its tail with earlier states. Adding costs O(1). */
export type History<Entry> = { readonly entry: Entry; readonly earlier: History<Entry> } | null;

export function findNewest<Entry>(history: History<Entry>, matches: (entry: Entry) => boolean): Entry | undefined {
  for (let at = history; at !== null; at = at.earlier) if (matches(at.entry)) return at.entry;
  return undefined;
}

export function countAll(history: History<unknown>): number {
  let found = 0;
  for (let at = history; at !== null; at = at.earlier) found += 1;
  return found;
}

export function countMatching<Entry>(history: History<Entry>, matches: (entry: Entry) => boolean): number {
  let found = 0;
  for (let at = history; at !== null; at = at.earlier) if (matches(at.entry)) found += 1;
  return found;
}
