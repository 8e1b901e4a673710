export interface AddressEnd {
  readonly end: number;
  /** A space must follow, or a renderer could read on. */
  readonly separate: boolean;
}

const ENDS_RUN = /[\s<>"`[\]]/g;
const MAX_MAIL_NAME_LENGTH = 64;
const MAX_DOMAIN_LENGTH = 255;
/** Punctuation of the sentence, not of the address. */
const TRAILING = new Set(".,:;!?'*_~()]}");

/** Finds the end of an address: before the sentence's punctuation and any character outside ASCII. Null when more text could belong to it. */
export function addressRun(text: string, at: number, complete: boolean, limit: number): AddressEnd | null {
  ENDS_RUN.lastIndex = at;
  const found = ENDS_RUN.exec(text)?.index ?? null;
  const whole = text.slice(at, Math.min(found ?? text.length, at + limit));
  if (found === null && !complete && whole.length < limit) return null;
  const single = whole.slice(0, nestedAddressAt(whole) ?? whole.length);
  const ascii = /^[!-~]*/.exec(single)?.[0] ?? '';
  const atSpace = found !== null && found === at + ascii.length && /[\s<]/.test(text.charAt(found));
  const atEnd = found === null && ascii.length === text.length - at;
  return { end: at + withoutTrailing(ascii).length, separate: !atSpace && !atEnd };
}

const HOST = /^(?:https?:\/\/)?[^/?#]*/i;
const MAIL_DOMAIN = /^@[\w.-]*\.[a-z]/i;
const MAIL_NAME_END = /[\w.+-]+$/;

/** Position of `www.`, `//host` or a mailbox behind the host: renderers that end the address before it link it. */
export function nestedAddressAt(address: string): number | null {
  const from = HOST.exec(address)?.[0].length ?? 0;
  const path = address.slice(from);
  const other = path.search(/www\.|\/\/[^\s/]*\./i);
  const places = other < 0 ? [] : [from + other];
  for (let sign = path.indexOf('@'); sign >= 0; sign = path.indexOf('@', sign + 1)) {
    const name = MAIL_NAME_END.exec(path.slice(Math.max(0, sign - MAX_MAIL_NAME_LENGTH), sign))?.[0];
    if (name === undefined || !MAIL_DOMAIN.test(path.slice(sign, sign + MAX_DOMAIN_LENGTH))) continue;
    places.push(from + sign - name.length);
    break;
  }
  return places.length === 0 ? null : Math.min(...places);
}

function withoutTrailing(address: string): string {
  let end = address.length;
  while (end > 0 && TRAILING.has(address.charAt(end - 1))) end -= 1;
  const kept = address.slice(0, end);
  // A closing parenthesis belongs to an address that opened it: …/wiki/Bee_(insect)
  return address.charAt(end) === ')' && kept.lastIndexOf('(') > kept.lastIndexOf(')') ? `${kept})` : kept;
}

/** Without scheme and `www.`, so that no renderer links it. */
export function bareHost(address: string): string {
  return address.replace(/^[a-z][a-z0-9+.-]*:\/*/i, '').replace(/^www\./i, '');
}
