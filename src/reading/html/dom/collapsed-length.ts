/** Length of a text once each run of white space is one space, and none is at its ends. Counted: strings of millions of words cost seconds. */
export function collapsedLength(text: string): number {
  let length = 0;
  let isApart = false;
  for (let index = 0; index < text.length; index += 1) {
    if (isWhiteSpace(text.charCodeAt(index))) isApart = length > 0;
    else {
      length += isApart ? 2 : 1;
      isApart = false;
    }
  }
  return length;
}

/** As `\s` matches it, beyond ASCII. */
const WIDE_SPACES = new Set(
  [...'\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'].map((space) => space.charCodeAt(0)),
);

const isWhiteSpace = (code: number): boolean =>
  code === 32 ||
  (code >= 9 && code <= 13) ||
  (code >= 0xa0 && (WIDE_SPACES.has(code) || (code >= 0x2000 && code <= 0x200a)));
