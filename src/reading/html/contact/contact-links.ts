/** Addresses and telephone numbers in links, where only a browser or a screen reader finds them. */
import type { CheerioAPI } from 'cheerio';
import { appendText, type HtmlElement, hasFewElements, textOf } from '../dom/dom.ts';
import { select } from '../dom/select.ts';

const CONTACT = /^\s*(mailto|tel):([^?#]{3,100})/i;
/** Cloudflare writes addresses as hexadecimal bytes, each combined with the first. */
const PROTECTED = /^(?:[\da-f]{2}){4,200}$/i;

/** Writes them as text: "Write to us (office@site.example)". Must run before anything is read. */
export function tellContacts($: CheerioAPI): void {
  for (const element of select($, '[data-cfemail]')) tellProtected(element);
  for (const link of select($, 'a[href]')) tellLinked(link);
}

function tellProtected(element: HtmlElement): void {
  const address = unprotected(element.attribs['data-cfemail'] ?? '');
  if (address === null) return;
  element.children = [];
  appendText(element, address);
}

function tellLinked(link: HtmlElement): void {
  const contact = contactOf(link.attribs.href ?? '');
  if (contact === null || !hasFewElements(link)) return;
  const said = textOf(link);
  if (lettersOf(said).includes(lettersOf(contact))) return;
  appendText(link, said.trim() === '' ? contact : ` (${contact})`);
}

function contactOf(href: string): string | null {
  const [, scheme = '', encoded = ''] = CONTACT.exec(href) ?? [];
  const contact = decoded(encoded).trim();
  if (scheme.toLowerCase() === 'mailto') return contact.includes('@') ? contact : null;
  return /\d{3}/.test(contact) ? contact : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function unprotected(hexadecimal: string): string | null {
  if (!PROTECTED.test(hexadecimal)) return null;
  const [key = 0, ...bytes] = Buffer.from(hexadecimal, 'hex');
  const address = Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8');
  return address.includes('@') ? address : null;
}

/** Numbers are written with and without their country, so only the last digits count. */
const lettersOf = (text: string) => {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}@]+/gu, '');
  return /^\d+$/.test(letters) ? letters.slice(-6) : letters;
};
