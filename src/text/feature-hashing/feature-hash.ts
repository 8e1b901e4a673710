/** FNV-1a over UTF-16 units with the finaliser of MurmurHash3, so that all bits depend on all units. */

export const NO_TEXT = 0x811c9dc5;

export function continueHash(before: number, text: string, start = 0, end = text.length): number {
  let hash = before;
  for (let index = start; index < end; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** Unsigned 32 bits. */
export function finishHash(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
