/**
 * Reduces links and images outside the sources to their text, in every form of Markdown: no answer may lead a browser to a foreign host.
 * Other images become links.
 */
import { type AddressEnd, addressRun, bareHost } from './bare-address.ts';
import { scanEscapedAngle } from './escaped-angles.ts';
import { markBefore } from './images.ts';
import type { LinkPolicy } from './link-policy.ts';
import {
  applyFilter,
  atLineStart,
  type Candidate,
  type OnReduced,
  PLAIN,
  type RewriteRule,
  type Scanned,
  type StreamFilter,
  streamRewriter,
  UNDECIDED,
} from './stream-rewriter.ts';

/** Longer link texts keep their brackets and lose their address. */
const MAX_TEXT_LENGTH = 240;
const MAX_DESTINATION_LENGTH = 1000;
const MAX_TAG_LENGTH = 1024;

/** A link text that cannot hold an address, such as the number of a citation. */
const WORDS_ONLY = /^[\p{L}\p{N} ]*$/u;
const MAX_HOST_LENGTH = 255;
const MAIL_NAME = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u;
/** Some renderers accept other marks (`,`) in a name. */
const MAY_END_NAME = /[^\s<>()[\]"@]$/u;
/** Some renderers accept symbols (`+`, `^`) in a host. */
const MAIL_HOST = /^@(?:[^\s\p{P}<>]|[._-])*/u;

const URL_ATTRIBUTES =
  /^(?:on\w+|style|src|srcset|srcdoc|href|xlink:href|action|formaction|poster|data|background|cite|content|ping|longdesc|manifest)$/i;

export function linkFilter(policy: LinkPolicy, onReduced?: OnReduced): StreamFilter {
  const rule: RewriteRule = {
    starts: /!?\[|!$|\]|\\(?:<|$)|<|@|h(?:t(?:t(?:ps?)?)?)?(?=:\/\/|:\/?$|$)|www\.|w{1,3}$|:\/\/|:\/?$|\/(?:\/|$)/gi,
    scan(candidate) {
      switch (candidate.text[candidate.at]) {
        case '!':
        case '[':
          return scanBrackets(candidate, policy);
        case ']':
          return scanStrayBracket(candidate);
        case '\\':
          return scanEscapedAngle(candidate);
        case '<':
          return scanAngle(candidate, policy);
        case '/':
          return scanSlashes(candidate);
        case '@':
          return scanMail(candidate, policy);
        default:
          return scanBare(candidate, policy);
      }
    },
  };
  return streamRewriter(rule, onReduced);
}

/** `[text](destination)`, `![alt](destination)`, `[text][reference]`, `[reference]: destination`. */
function scanBrackets(candidate: Candidate, policy: LinkPolicy): Scanned {
  const { text, at, complete } = candidate;
  const open = text[at] === '!' ? at + 1 : at;
  if (text[open] !== '[') return complete || open < text.length ? PLAIN : UNDECIDED;
  const close = closingBracket(text, open, MAX_TEXT_LENGTH);
  if (close === null) return complete || text.length - open > MAX_TEXT_LENGTH ? scanOpened(candidate, open) : UNDECIDED;
  if (close + 1 === text.length && !complete) return UNDECIDED;
  return scanBracketed(candidate, open, close, policy);
}

const scanOpened = ({ at, before }: Candidate, open: number): Scanned =>
  open > at ? { kind: 'kept', end: open, output: markBefore(before) } : PLAIN;

function scanBracketed(candidate: Candidate, open: number, close: number, policy: LinkPolicy): Scanned {
  const { text, at, complete, before } = candidate;
  const next = text[close + 1];
  const inside = text.slice(open + 1, close);
  const label = labelOf(inside, policy);
  if (next === ':' && atLineStart(before)) return { kind: 'reduced', end: close + 1, output: `[${label}] ` };
  const mark = next !== '(' && WORDS_ONLY.test(inside) ? '!' : markBefore(before);
  const bracketed = open > at ? `${mark}[${label}]` : `[${label}]`;
  if (next === '(') return scanDestination(candidate, close, { label, bracketed }, policy);
  // Removes the brackets of a removed address.
  if (label === '' && inside !== '') return { kind: 'reduced', end: close + 1, output: '' };
  return scanApart(text, close + 1, complete, bracketed);
}

const labelOf = (inside: string, policy: LinkPolicy): string =>
  WORDS_ONLY.test(inside) ? inside : applyFilter(inside, linkFilter(policy));

function scanDestination(
  { text, complete }: Candidate,
  close: number,
  { label, bracketed }: { readonly label: string; readonly bracketed: string },
  policy: LinkPolicy,
): Scanned {
  const end = closingBracket(text, close + 1, MAX_DESTINATION_LENGTH);
  if (end === null) {
    const couldClose = !complete && text.length - close <= MAX_DESTINATION_LENGTH + 1;
    // A bracket before it may take the following text for its destination.
    return couldClose ? UNDECIDED : { kind: 'reduced', end: close + 2, output: `${label}(  ` };
  }
  const destination = destinationOf(text.slice(close + 2, end));
  if (!policy.allows(destination)) return { kind: 'reduced', end: end + 1, output: label };
  return { kind: 'kept', end: end + 1, output: `${bracketed}(${destination})` };
}

/** Some renderers link `[text] (destination)`, which two more spaces prevent. Plain words stay. */
function scanApart(text: string, end: number, complete: boolean, output: string): Scanned {
  const rest = text.slice(end, end + MAX_DESTINATION_LENGTH);
  const [apart = '', word = ''] = /^[ \t]*(?:\(([^\s)]*))?/.exec(rest) ?? [];
  if (!complete && apart === rest && rest.length < MAX_DESTINATION_LENGTH) return UNDECIDED;
  if (!apart.includes('(') || /^[\p{L}\p{N}.,'-]*$/u.test(word)) return { kind: 'kept', end, output };
  const opened = apart.indexOf('(') + 1;
  return { kind: 'kept', end: end + opened, output: `${output}${apart.slice(0, opened)}  ` };
}

/** Keeps an address apart from a bracket that was opened too far back. */
function scanStrayBracket({ text, at, complete }: Candidate): Scanned {
  const next = text[at + 1];
  if (next === undefined) return complete ? PLAIN : UNDECIDED;
  return next === '(' || next === ':' ? { kind: 'kept', end: at + 1, output: '] ' } : PLAIN;
}

/** Index of the closing bracket; null when it is not within `limit` characters. */
function closingBracket(text: string, open: number, limit: number): number | null {
  const opening = text[open];
  const ending = opening === '[' ? ']' : ')';
  let depth = 0;
  const last = Math.min(text.length, open + limit);
  for (let index = open; index < last; index += 1) {
    const character = text[index];
    if (character === opening) depth += 1;
    else if (character === ending) {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return null;
}

function destinationOf(parenthesised: string): string {
  const trimmed = parenthesised.trim();
  if (trimmed.startsWith('<')) return trimmed.slice(1).split('>')[0] ?? '';
  return trimmed.split(/\s/)[0] ?? '';
}

/** Scans `<https://…>` and tags. Another `<`, also an escaped one, whose `>` may belong to an address, is kept apart from the text after it. */
function scanAngle({ text, at, complete, before }: Candidate, policy: LinkPolicy): Scanned {
  const apart: Scanned = { kind: 'kept', end: at + 1, output: '< ' };
  const next = text[at + 1];
  if (next === undefined) return complete ? PLAIN : UNDECIDED;
  if (!/[a-z/!?]/i.test(next)) return PLAIN;
  if (before.endsWith('\\')) return apart;
  const inside = text.slice(at + 1, at + MAX_TAG_LENGTH);
  const close = /[<>]/.exec(inside);
  if (close === null && !complete && inside.length < MAX_TAG_LENGTH - 1) return UNDECIDED;
  if (close === null || close[0] === '<') return apart;
  const tag = inside.slice(0, close.index);
  const end = at + close.index + 2;
  if (/^[a-z][a-z0-9+.-]*:[^\s]*$/i.test(tag)) {
    if (policy.allows(tag)) return { kind: 'kept', end, output: `<${tag}>` };
    return { kind: 'reduced', end, output: quotedText(tag, policy) };
  }
  const output = tagToShow(tag, policy);
  if (output === null) return apart;
  return output === '' ? { kind: 'reduced', end, output } : { kind: 'kept', end, output };
}

/** Empty for a tag to remove. Null for a placeholder such as `<name>` or an active tag, which is plain text when set apart. */
function tagToShow(tag: string, policy: LinkPolicy): string | null {
  const attributes = TAG.exec(tag)?.[1];
  if (attributes === undefined) return null;
  if (!harmlessAttributes(attributes, policy)) return '';
  const name = /[a-z][\w-]*/i.exec(tag)?.[0].toLowerCase() ?? '';
  if (FORMATTING.has(name)) return attributes === '' ? `<${tag}>` : '';
  return LAYOUT.has(name) ? '' : null;
}

const setOf = (names: string) => new Set(names.split(' '));
/** Formatting that Markdown has too. */
const FORMATTING = setOf(
  'b strong i em u s del ins mark small sub sup kbd code br hr p ul ol li dl dt dd blockquote table thead tbody tr td th ' +
    'h1 h2 h3 h4 h5 h6',
);
/** Tags that are removed; their text stays. Behind `<pre>`, renderers take code blocks for HTML. */
const LAYOUT = setOf(
  'a abbr article aside audio center cite div figcaption figure font footer header img label main nav picture pre q section source ' +
    'span video',
);

const TAG = /^\/?[a-z][\w:-]*((?:\s+[\w:.-]+(?:\s*=\s*(?:"[^"[\]]*"|'[^'[\]]*'|[^\s"'>`[\]]+))?)*)\s*\/?$/i;
const ATTRIBUTE = /([\w:.-]+)(?:\s*=\s*("[^"]*"|'[^']*'|\S+))?/g;

function harmlessAttributes(attributes: string, policy: LinkPolicy): boolean {
  for (const [, name = '', quoted = ''] of attributes.matchAll(ATTRIBUTE)) {
    const value = quoted.replace(/^["']|["']$/g, '');
    if (/www\./i.test(name)) return false;
    if (URL_ATTRIBUTES.test(name) ? !policy.allows(value) : /:\/\/|^\/\/|www\./i.test(value)) return false;
  }
  return true;
}

/** `https://…` and `www.…`, and the `://` of any other scheme. */
function scanBare({ text, at, complete }: Candidate, policy: LinkPolicy): Scanned {
  const known = /^(?:https?:\/\/|www\.)/i.exec(text.slice(at, at + 8))?.[0];
  if (known === undefined) {
    if (!complete && /^(?:h|ht|htt|https?|https?:\/?|w|ww|www|:|:\/)$/i.test(text.slice(at))) return UNDECIDED;
    return text.startsWith('://', at) ? { kind: 'reduced', end: at + 3, output: ' ' } : PLAIN;
  }
  const run: AddressEnd | null = addressRun(text, at, complete, MAX_DESTINATION_LENGTH);
  if (run === null) return UNDECIDED;
  const address = text.slice(at, run.end);
  const absolute = known.toLowerCase() === 'www.' ? `https://${address}` : address;
  if (policy.allows(absolute)) return { kind: 'kept', end: run.end, output: run.separate ? `${address} ` : address };
  return { kind: 'reduced', end: run.end, output: quotedText(address, policy) };
}

/** Some renderers link `//host`. */
function scanSlashes({ text, at, complete }: Candidate): Scanned {
  const next = text.slice(at + 1, at + 3);
  if (!complete && (next === '' || next === '/')) return UNDECIDED;
  return /^\/[^\s/]/.test(next) ? { kind: 'kept', end: at + 2, output: '// ' } : PLAIN;
}

/** Removes the host of a mail address, which renderers would link. The name has been sent already. */
function scanMail({ text, at, complete, before }: Candidate, policy: LinkPolicy): Scanned {
  const host = MAIL_HOST.exec(text.slice(at, at + MAX_HOST_LENGTH))?.[0] ?? '';
  const mayGoOn = !complete && at + host.length + 1 >= text.length && host.length < MAX_HOST_LENGTH - 1;
  if (mayGoOn) return UNDECIDED;
  const name = MAIL_NAME.exec(before)?.[0] ?? '';
  const address = `${name}${host.replace(/[^\p{L}\p{N}]+$/u, '')}`;
  if (!MAY_END_NAME.test(before) || !address.includes('.', name.length) || policy.allowsMail(address)) return PLAIN;
  return { kind: 'reduced', end: at + address.length - name.length, output: '' };
}

/** The address as unlinked text, if the content shows it. */
function quotedText(address: string, policy: LinkPolicy): string {
  return policy.quotes(address) ? bareHost(address) : '';
}
