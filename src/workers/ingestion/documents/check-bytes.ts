import { fileTypeFromBuffer } from 'file-type';
import { utf16WithoutMark } from '../decoding/decode-text.ts';
import type { DocumentFormat } from './formats.ts';
import { wrongKind } from './unreadable.ts';

/**
 * Refuses bytes of another kind than the file's name says.
 * @throws Unreadable
 */
export async function checkBytes(format: DocumentFormat, bytes: Uint8Array): Promise<void> {
  if (format.recognisedAs === null) {
    if (isBinary(bytes) || isMarkedAsDocument(bytes)) throw wrongKind(format.extension);
    return;
  }
  // A PDF may begin with other bytes: readers look for its mark in the first kilobyte.
  if (format.extension === '.pdf' && latin1(bytes, 1_024).includes('%PDF-')) return;
  const recognised = await fileTypeFromBuffer(bytes);
  if (recognised === undefined || !format.recognisedAs.includes(recognised.mime)) throw wrongKind(format.extension);
}

const latin1 = (bytes: Uint8Array, length: number) => Buffer.from(bytes.subarray(0, length)).toString('latin1');

/** PDF and RTF are made of letters, but nobody means them to be read as they stand. */
const isMarkedAsDocument = (bytes: Uint8Array) => /^(%PDF-|\{\\rtf|%!PS-Adobe)/.test(latin1(bytes, 16));

/**
 * Control characters that no text has. UTF-16 and UTF-32 are full of zero bytes: those alone are no sign while they are at the
 * same place of every character.
 */
function isBinary(bytes: Uint8Array): boolean {
  if (utf16WithoutMark(bytes) !== null) return false;
  const sample = bytes.subarray(0, 64 * 1024);
  let controls = 0;
  const zeros = [0, 0, 0, 0];
  for (const [index, byte] of sample.entries()) {
    if (byte === 0) zeros[index % 4] = (zeros[index % 4] ?? 0) + 1;
    else if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b && byte !== 0x1a) controls += 1;
  }
  const places = zeros.filter((count) => count > 0).length;
  const wide = places > 0 && hasUnicodeMark(sample);
  if (!wide && places > 2) return true;
  // The halves of UTF-16 characters may look like controls.
  return controls > sample.length * (places > 0 ? 0.3 : 0.02);
}

function hasUnicodeMark(bytes: Uint8Array): boolean {
  const mark = latin1(bytes, 4);
  return mark.startsWith('\u00ff\u00fe') || mark.startsWith('\u00fe\u00ff') || mark === '\u0000\u0000\u00fe\u00ff';
}
