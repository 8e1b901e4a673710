/**
 * The owner's text is quoted letter for letter, unless a browser could run something in it: it also holds what others wrote, and not every
 * client of the API sanitises Markdown.
 */
import { withoutOpenEscapes } from './escaped-angles.ts';
import { withoutImages } from './images.ts';
import { linkFilter } from './link-filter.ts';
import type { LinkPolicy } from './link-policy.ts';
import { applyFilter } from './stream-rewriter.ts';

/** Removes addresses other than of the web, mail and telephones, and tags that are no formatting, where text could run something. */
export function sanitiseMarkdown(text: string): string {
  const quoted = withoutImages(text);
  const harmless = couldRun(quoted) ? withoutImages(applyFilter(quoted, linkFilter(ANY_HOST))) : quoted;
  return withoutOpenEscapes(harmless);
}

/** Addresses of any host. Nothing before the colon can be an entity or an escape, which renderers decode. */
const HARMLESS_ADDRESS =
  /^(?:(?:https?|ftp):\/\/|(?:mailto|tel|sms):|#|\/(?![/\\])|\.{1,2}\/|\)|[\p{L}\p{N}_-]+(?:[\s./?#)]|$))/iu;
/** Showdown leaves the mark in the address of an image, where it ends the tag. */
const ENDS_TAG = /[<>]/;
const ANY_HOST: LinkPolicy = {
  allows: (address) => HARMLESS_ADDRESS.test(address) && !ENDS_TAG.test(address),
  allowsMail: () => true,
  quotes: () => true,
};

const couldRun = (text: string): boolean => hasActiveAddress(text) || hasActiveTag(withoutCodeSpans(text));

/** Code, or an address, to which renderers take a following back-tick. Linear: a run of an address is read once. */
const CODE_OR_ADDRESS =
  /(?<code>(?<![\\`])(?<marks>`{1,2})(?!`)[^`\n|]{1,400}\k<marks>(?!`))|(?::\/\/|www\.)[^\s`]*`?/gi;
/** Parts that may hold a back-tick that begins no code: tags, addresses, and a span that another line closes. */
const HIDES_BACK_TICK = /<[a-z/!?]|`|\]\s{0,9}[(:]/i;

/** An address that cannot hold a back-tick. A letter in its place keeps the back-ticks beside it apart. */
const PLAIN_ADDRESS = /\]\([\w.:/#?=&%~+-]{1,300}\)/g;

/** Renderers show tags within code as text. Where it is uncertain what is code, nothing counts as code. */
function withoutCodeSpans(text: string): string {
  const rest = text
    .replace(PLAIN_ADDRESS, 'x')
    .replace(CODE_OR_ADDRESS, (whole: string, code?: string) => (code === undefined ? whole : ''));
  return HIDES_BACK_TICK.test(rest) ? text : rest;
}

const TAG_BEGINS = /<(?=[a-z/!?])/gi;
/** A tag or a placeholder (`<your name>`) whose attributes have no values. */
const BARE_TAG = /^<\/?([a-z][\w-]{0,40})(?: [\w-]{1,40}){0,8} ?\/?>/i;
const AUTOLINK = /^<(?:https?:\/\/[^\s<>"]{1,1000}|(?:mailto:)?[\w.+-]{1,64}@[\w.-]{1,255})>/i;
const MAX_TAG_LENGTH = 1_100;
/** A tag up to the next `>`, as browsers read it, also over another `<`. Without `=`, no attribute has a value. */
const COMPARISON = /^<([a-z][\w-]{0,40})[^>=]*(?:>|$)/i;
/** An address in angle brackets, which renderers link, unlike `vector<std::string>`. */
const ADDRESS_IN_BRACKETS = /^<(?:(?:javascript|vbscript|data|file|blob):|[a-z][\w.+-]{0,60}:(?!:))/i;
const FOLLOWS_WORD = /[\p{L}\p{N}]/u;
/** Elements that act without an attribute, or hide the text after them. */
const ACTIVE_ELEMENTS = new Set(
  (
    'applet base body button embed form frame frameset head html iframe input link math meta noembed noframes noscript object option ' +
    'plaintext portal pre script select slot style svg template textarea title xmp'
  ).split(' '),
);

function hasActiveTag(text: string): boolean {
  for (const { index } of text.matchAll(TAG_BEGINS)) {
    const tag = text.slice(index, index + MAX_TAG_LENGTH);
    if (!isComparison(text.charAt(index - 1), tag) && !isHarmlessTag(tag)) return true;
  }
  return false;
}

/** `a<b` and `Map<Key, Value>`, which some renderers leave to the browser as a tag without attribute values. */
function isComparison(before: string, tag: string): boolean {
  const [compared = '', name] = COMPARISON.exec(tag) ?? [];
  if (compared.length === MAX_TAG_LENGTH || ADDRESS_IN_BRACKETS.test(tag)) return false;
  return FOLLOWS_WORD.test(before) && name !== undefined && !ACTIVE_ELEMENTS.has(name.toLowerCase());
}

function isHarmlessTag(tag: string): boolean {
  const name = BARE_TAG.exec(tag)?.[1];
  return name === undefined ? AUTOLINK.test(tag) : !ACTIVE_ELEMENTS.has(name.toLowerCase());
}

/** The beginning of a link, an image or a reference, up to its address. */
const ADDRESS_BEGINS = /\][ \t]{0,3}\(\s{0,9}<?|\]:\s{0,9}<?/g;
const MAX_SCHEME_LENGTH = 60;
const MAX_ADDRESS_LENGTH = 1_000;
const ENDED_BY_MARK = /^[^\s<>]*[<>]/;
/** `](<https://a.test/>)` */
const ENDED_BY_OWN_MARK = /^[^<>\n]*>(?:[\s)]|$)/;

function hasActiveAddress(text: string): boolean {
  for (const { index, 0: opening } of text.matchAll(ADDRESS_BEGINS)) {
    const from = index + opening.length;
    if (!HARMLESS_ADDRESS.test(text.slice(from, from + MAX_SCHEME_LENGTH))) return true;
    const address = text.slice(from, from + MAX_ADDRESS_LENGTH);
    if (opening.endsWith('<') ? !ENDED_BY_OWN_MARK.test(address) : ENDED_BY_MARK.test(address)) return true;
  }
  return false;
}
