import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { plausibility } from './plausibility.ts';

export interface DecodedText {
  readonly text: string;
  /** The encoding it was read with, in lower case: `utf-8`, `windows-1252`. */
  readonly encoding: string;
}

/** Encodings are told apart by a sample: the tools look at every byte several times. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * Bytes as text. What the bytes themselves prove (a byte order mark, valid UTF-8) wins over what is declared of them; then the
 * first `declared` name that is known; then statistics.
 */
export function decodeText(bytes: Uint8Array, declared: readonly (string | null)[] = []): DecodedText {
  const encoding =
    byteOrderMark(bytes) ??
    escapedJapanese(bytes) ??
    utf16WithoutMark(bytes) ??
    (isUtf8(bytes) ? 'utf-8' : null) ??
    known(declared) ??
    guess(bytes);
  return { text: decode(bytes, encoding), encoding };
}

function decode(bytes: Uint8Array, encoding: string): string {
  // The one encoding of the web that iconv-lite does not have.
  if (encoding === 'iso-2022-jp') return new TextDecoder(encoding).decode(bytes);
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
}

/** ISO-2022-JP is ASCII by its bytes: only its escapes give it away. */
function escapedJapanese(bytes: Uint8Array): string | null {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SAMPLE_BYTES));
  return ['\u001b$B', '\u001b$@', '\u001b(J'].some((sequence) => sample.includes(sequence)) ? 'iso-2022-jp' : null;
}

function byteOrderMark(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 && bytes.length >= 4 ? 'utf-32le' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  return null;
}

/**
 * No text in bytes holds zeros, and nearly every one in UTF-16 does: each space, each line's end is half one. Which half comes first is
 * what gives a text that somebody may have written. Null when neither does, or there is no zero.
 */
export function utf16WithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = Buffer.from(bytes.subarray(0, Math.min(bytes.length, SAMPLE_BYTES) & ~1));
  if (!sample.includes(0)) return null;
  const [little, big] = [
    writtenShare(iconv.decode(sample, 'utf-16le')),
    writtenShare(iconv.decode(sample, 'utf-16be')),
  ];
  if (Math.max(little, big) < LEAST_WRITTEN) return null;
  return little >= big ? 'utf-16le' : 'utf-16be';
}

const LEAST_WRITTEN = 0.5;
/** Controls, halves of pairs, private and unassigned characters: in no text. */
const UNWRITTEN = /[\p{Cs}\p{Co}\p{Cn}\ufffd]|[^\P{Cc}\t\n\v\f\r]/gu;

/** How much of it somebody may have written: about 1 for a text, less than 0 for what is none. */
function writtenShare(text: string): number {
  const beyond = text.replace(/[\0-\x7f]+/g, '');
  const plain = text.length - beyond.length;
  const unwritten = text.match(UNWRITTEN)?.length ?? 0;
  return (plain + beyond.length * plausibility(beyond) - unwritten * 5) / Math.max(1, text.length);
}

/** Also when a few bytes are broken, or the end is cut off within a character: real UTF-8 is not there by chance. */
function isUtf8(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES * 4);
  const text = new TextDecoder('utf-8').decode(sample);
  let broken = 0;
  let multibyte = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) multibyte += 1;
  }
  if (broken === 0) return true;
  return broken <= (sample.length < bytes.length ? 1 : 0) || broken * 20 < multibyte;
}

/** Names under which more is sent than their standard holds: what browsers read them as. */
const WIDER: { readonly [name: string]: string } = {
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  ascii: 'windows-1252',
  'us-ascii': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  'iso-8859-11': 'windows-874',
  'tis-620': 'windows-874',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  'x-gbk': 'gb18030',
  'euc-kr': 'cp949',
  ks_c_5601: 'cp949',
  'ks_c_5601-1987': 'cp949',
  shift_jis: 'cp932',
  'shift-jis': 'cp932',
  'x-sjis': 'cp932',
  'windows-31j': 'cp932',
  big5: 'big5-hkscs',
};

function known(names: readonly (string | null)[]): string | null {
  for (const name of names) {
    const lower = name?.trim().toLowerCase() ?? '';
    // UTF-8 was ruled out by the bytes; UTF-16 as well, or its zero bytes would have been seen.
    if (lower === '' || lower.startsWith('utf')) continue;
    const encoding = WIDER[lower] ?? lower;
    if (iconv.encodingExists(encoding)) return encoding;
  }
  return null;
}

/** Always weighed, since chardet does not know them or misses them in short texts. */
const ALWAYS_WEIGHED = [
  'cp932',
  'euc-jp',
  'gb18030',
  'big5-hkscs',
  'cp949',
  'windows-874',
  'windows-1250',
  'windows-1252',
];

function guess(bytes: Uint8Array): string {
  const sample = Buffer.from(bytes.subarray(0, SAMPLE_BYTES));
  const ranked = analyse(sample).map(({ name, confidence }) => ({
    encoding: WIDER[name.toLowerCase()] ?? name.toLowerCase(),
    confidence,
  }));
  let best = { encoding: 'windows-1252', score: Number.NEGATIVE_INFINITY };
  const names = new Set([...ranked.map((candidate) => candidate.encoding), ...ALWAYS_WEIGHED]);
  for (const encoding of names) {
    if (!iconv.encodingExists(encoding) || encoding.startsWith('utf')) continue;
    const confidence = ranked.find((candidate) => candidate.encoding === encoding)?.confidence ?? 0;
    const score = plausibility(iconv.decode(sample, encoding)) + confidence / 200;
    if (score > best.score) best = { encoding, score };
  }
  return best.encoding;
}
