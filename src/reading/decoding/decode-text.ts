import { isUtf8 as isValidUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { plausibility } from './plausibility.ts';

export interface DecodedText {
  readonly text: string;
  /** Lower case: `utf-8`, `windows-1252`. */
  readonly encoding: string;
}

const SAMPLE_BYTES = 64 * 1024;

/** Tries in order: what the bytes prove (byte order mark, valid UTF-8), the first known `declared` name, statistics. */
export function decodeText(bytes: Uint8Array, declared: readonly (string | null)[] = []): DecodedText {
  const encoding =
    detectByteOrderMark(bytes) ??
    detectIso2022Jp(bytes) ??
    (hasStrayZeros(bytes) && isUtf8(bytes) ? 'utf-8' : null) ??
    detectUtf16(bytes) ??
    (isUtf8(bytes) ? 'utf-8' : null) ??
    declaredEncoding(declared) ??
    detectByStatistics(bytes);
  return { text: decode(bytes, encoding), encoding };
}

function decode(bytes: Uint8Array, encoding: string): string {
  // iconv-lite lacks this encoding.
  if (encoding === 'iso-2022-jp') return new TextDecoder(encoding).decode(bytes);
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
}

/** ASCII except for its escape sequences. */
function detectIso2022Jp(bytes: Uint8Array): string | null {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SAMPLE_BYTES));
  return ['\u001b$B', '\u001b$@', '\u001b(J'].some((sequence) => sample.includes(sequence)) ? 'iso-2022-jp' : null;
}

function detectByteOrderMark(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 && bytes.length >= 4 ? 'utf-32le' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  return null;
}

/** Without a byte order mark, only UTF-16 text contains zero bytes. The byte order whose text scores higher wins. */
export function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SAMPLE_BYTES) & ~1);
  if (!sample.includes(0)) return null;
  const [little, big] = [textScore(iconv.decode(sample, 'utf-16le')), textScore(iconv.decode(sample, 'utf-16be'))];
  if (Math.max(little, big) < MIN_TEXT_SCORE) return null;
  return little >= big ? 'utf-16le' : 'utf-16be';
}

/** Text in UTF-16 has far more zero bytes. */
function hasStrayZeros(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (!sample.includes(0)) return false;
  let zeros = 0;
  for (const byte of sample) if (byte === 0) zeros += 1;
  return zeros > 0 && zeros <= sample.length * MAX_STRAY_SHARE;
}

const MAX_STRAY_SHARE = 0.005;
const MIN_TEXT_SCORE = 0.5;
/** Control characters, lone surrogates, private-use and unassigned characters. */
const NON_TEXT = /[\p{Cs}\p{Co}\p{Cn}\ufffd]|[^\P{Cc}\t\n\v\f\r]/gu;

/** About 1 for real text, below 0 for binary data. */
export function textScore(text: string): number {
  const beyond = text.replace(/[\0-\x7f]+/g, '');
  const plain = text.length - beyond.length;
  const unwritten = text.match(NON_TEXT)?.length ?? 0;
  return (plain + beyond.length * plausibility(beyond) - unwritten * 5) / Math.max(1, text.length);
}

/** Tolerates a few broken bytes and a truncated end: long valid UTF-8 is no coincidence. */
function isUtf8(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES * 4);
  if (isValidUtf8(sample)) return true;
  // Replacement characters in the bytes themselves are not broken.
  const text = new TextDecoder('utf-8').decode(sample);
  let broken = -occurrences(sample, REPLACEMENT_CHARACTER);
  let multibyte = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) multibyte += 1;
  }
  if (broken <= 0) return true;
  return broken <= (sample.length < bytes.length ? 1 : 0) || broken * 20 < multibyte;
}

const REPLACEMENT_CHARACTER = Buffer.from('\ufffd');

function occurrences(bytes: Uint8Array, sought: Buffer): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = buffer.indexOf(sought); at >= 0; at = buffer.indexOf(sought, at + sought.length)) count += 1;
  return count;
}

/** Declared names and the superset that browsers decode them with (WHATWG Encoding). */
const ENCODING_ALIASES: { readonly [name: string]: string } = {
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

function declaredEncoding(names: readonly (string | null)[]): string | null {
  for (const name of names) {
    const lower = name?.trim().toLowerCase() ?? '';
    // The bytes already ruled out UTF-8 and UTF-16.
    if (lower === '' || lower.startsWith('utf')) continue;
    const encoding = ENCODING_ALIASES[lower] ?? lower;
    if (iconv.encodingExists(encoding)) return encoding;
  }
  return null;
}

/** Candidates that chardet lacks or misses in short texts. */
const CANDIDATE_ENCODINGS = [
  'cp932',
  'euc-jp',
  'gb18030',
  'big5-hkscs',
  'cp949',
  'windows-874',
  'windows-1250',
  'windows-1252',
  'macintosh',
  'cp850',
  'cp852',
  'cp857',
  'cp737',
  'cp866',
];

/** The Ukrainian superset has letters where the Russian has signs to draw boxes with. */
const DETECTED_SUPERSETS: { readonly [name: string]: string } = { ...ENCODING_ALIASES, 'koi8-r': 'koi8-u' };

function detectByStatistics(bytes: Uint8Array): string {
  const sample = Buffer.from(bytes.subarray(0, SAMPLE_BYTES));
  const ranked = analyse(sample).map(({ name, confidence }) => ({
    encoding: DETECTED_SUPERSETS[name.toLowerCase()] ?? name.toLowerCase(),
    confidence,
  }));
  let best = { encoding: 'windows-1252', score: Number.NEGATIVE_INFINITY };
  const names = new Set([...ranked.map((candidate) => candidate.encoding), ...CANDIDATE_ENCODINGS]);
  for (const encoding of names) {
    if (!iconv.encodingExists(encoding) || encoding.startsWith('utf')) continue;
    const confidence = ranked.find((candidate) => candidate.encoding === encoding)?.confidence ?? 0;
    const score = plausibility(iconv.decode(sample, encoding)) + confidence / 200;
    if (score > best.score) best = { encoding, score };
  }
  return best.encoding;
}
