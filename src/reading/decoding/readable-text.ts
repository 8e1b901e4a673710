import { damaged } from '../unreadable.ts';
import { decodeText, textScore } from './decode-text.ts';

const SAMPLE_CHARACTERS = 16 * 1024;
/** Fewer characters prove nothing. */
const MIN_CHARACTERS = 40;
/** A text is tested when non-ASCII characters exceed this share. */
const MIN_BEYOND_SHARE = 0.3;
/** Text in its own charset scores more, noise less even in the charset that fits it best. */
const MIN_SCORE = 0.5;
const MAX_UNWRITTEN_SHARE = 0.05;
/** Pictures and archives hold about a tenth, in any charset. */
const MAX_CONTROL_SHARE = 0.03;

/** Drops stray zero bytes. @throws Unreadable when the bytes are no text in any charset */
export function readableText(bytes: Uint8Array): string {
  const { text, encoding } = decodeText(bytes);
  if (!encoding.startsWith('utf') && isNoise(text)) throw damaged('its bytes are no text');
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

function isNoise(text: string): boolean {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const beyond = sample.replace(/[\0-\x7f]+/g, '');
  if (beyond.length < Math.max(MIN_CHARACTERS, sample.length * MIN_BEYOND_SHARE)) return false;
  return textScore(beyond) < MIN_SCORE;
}

/** Detects binary numbers read as text: many characters belong to no script. */
export function holdsUnwritten(text: string): boolean {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  if (sample.length < MIN_CHARACTERS) return false;
  const unwritten = sample.match(/[\p{Cs}\p{Co}\p{Cn}]/gu)?.length ?? 0;
  return unwritten > sample.length * MAX_UNWRITTEN_SHARE;
}

/** Detects a picture, an archive or a program read as text. */
export function holdsControls(text: string): boolean {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  if (sample.length < MIN_CHARACTERS) return false;
  const controls = sample.match(/[^\P{Cc}\t\n\v\f\r]/gu)?.length ?? 0;
  return controls > sample.length * MAX_CONTROL_SHARE;
}
