/** Where an address that stands in running text ends. */

export interface AddressEnd {
  readonly end: number;
  /** What follows would be read as part of the address by some renderer: it has to be set apart. */
  readonly separate: boolean;
}

const ENDS_RUN = /[\s<>"`[\]]/g;
/** Punctuation of the sentence rather than of the address. */
const TRAILING = new Set(".,:;!?'*_~)]}");

/**
 * The end of the address that begins at `at`: at the first character outside ASCII (a sentence in another script goes on there),
 * before the sentence's punctuation. Null when more text could belong to it.
 */
export function addressRun(text: string, at: number, complete: boolean, limit: number): AddressEnd | null {
  ENDS_RUN.lastIndex = at;
  const found = ENDS_RUN.exec(text)?.index ?? null;
  const whole = text.slice(at, Math.min(found ?? text.length, at + limit));
  if (found === null && !complete && whole.length < limit) return null;
  const ascii = /^[!-~]*/.exec(whole)?.[0] ?? '';
  const atSpace = found !== null && found === at + ascii.length && /[\s<>]/.test(text.charAt(found));
  const atEnd = found === null && ascii.length === text.length - at;
  return { end: at + withoutTrailing(ascii).length, separate: !atSpace && !atEnd };
}

function withoutTrailing(address: string): string {
  let end = address.length;
  while (end > 0 && TRAILING.has(address.charAt(end - 1))) end -= 1;
  const kept = address.slice(0, end);
  // A closing parenthesis belongs to the address when it was opened in it: …/wiki/Bee_(insect)
  return address.charAt(end) === ')' && kept.lastIndexOf('(') > kept.lastIndexOf(')') ? `${kept})` : kept;
}

/** The address without what makes a link of it. */
export function bareHost(address: string): string {
  return address.replace(/^[a-z][a-z0-9+.-]*:\/*/i, '').replace(/^www\./i, '');
}
