/** Long values are shortened to what a reader compares. Pure. */

/** Characters. */
const MAX_SHOWN = 400;
const CONTEXT = 80;

export const isLong = (text: string): boolean => text.length > MAX_SHOWN;

export const shortened = (text: string): string => excerpt(text, 0, text.length);

/** Both values around the place where they differ. */
export function shortenedAlike(before: string, after: string): readonly [string, string] {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same += 1;
  let sameEnd = 0;
  while (sameEnd < shorter - same && before.at(-1 - sameEnd) === after.at(-1 - sameEnd)) sameEnd += 1;
  const around = (text: string) =>
    isLong(text) ? excerpt(text, Math.max(0, same - CONTEXT), text.length - Math.max(0, sameEnd - CONTEXT)) : text;
  return [around(before), around(after)];
}

function excerpt(text: string, start: number, end: number): string {
  const shownEnd = Math.min(end, start + MAX_SHOWN);
  const shown = text.slice(start, shownEnd).toWellFormed();
  return `${start > 0 ? '…' : ''}${shown}${shownEnd < text.length ? '…' : ''}`;
}
