import { fileTypeFromBuffer } from 'file-type';
import type { FileExtension } from '../../domain/data-source/file-types.ts';
import { detectUtf16 } from '../decoding/decode-text.ts';
import { damaged, otherFormat, TOO_OLD, Unreadable, wrongFormat } from '../unreadable.ts';
import { formatOf } from './formats.ts';

/** Compares the magic bytes with the extension. @throws Unreadable when they differ */
export async function checkSignature(extension: FileExtension, bytes: Uint8Array): Promise<void> {
  const { signatureTypes } = formatOf(extension);
  if (signatureTypes === null) {
    if (isBinary(bytes) || hasDocumentSignature(bytes)) throw wrongFormat(extension);
    return;
  }
  // Readers accept the PDF signature anywhere in the first kilobyte.
  if (extension === '.pdf' && latin1(bytes, 1_024).includes('%PDF-')) return;
  // The recogniser unpacks the beginning of zip files, and throws when they are damaged.
  const recognised = await fileTypeFromBuffer(bytes).catch(() => {
    throw damaged('its signature cannot be read');
  });
  if (recognised === undefined || !signatureTypes.includes(recognised.mime)) {
    throw (extension === '.doc' ? otherThanWord(bytes) : null) ?? wrongFormat(extension);
  }
}

/** Formats that people keep under Word's extension. */
function otherThanWord(bytes: Uint8Array): Unreadable | null {
  const start = latin1(bytes, 512);
  if (start.startsWith('{\\rtf')) return otherFormat('an RTF document', '.doc');
  if (start.startsWith('\u00ffWPC')) return otherFormat('a WordPerfect document', '.doc');
  if (/^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype html|html|head|body)\b/i.test(start)) {
    return otherFormat('a web page', '.doc');
  }
  // Word for DOS, Word 1 and 2 for Windows, Word 3 to 5 for Macintosh.
  return /^(?:1\u00be|[\u009b\u00db]\u00a5|\u00fe[27])/.test(start) ? new Unreadable(TOO_OLD) : null;
}

const latin1 = (bytes: Uint8Array, length: number) => Buffer.from(bytes.subarray(0, length)).toString('latin1');

/** Text-like formats that must not be read as plain text. */
const hasDocumentSignature = (bytes: Uint8Array) => /^(%PDF-|\{\\rtf|%!PS-Adobe)/.test(latin1(bytes, 16));

/** Control characters and zero bytes mark binary files. Texts in UTF-16 and UTF-32 hold zero bytes too. */
function isBinary(bytes: Uint8Array): boolean {
  if (detectUtf16(bytes) !== null) return false;
  const sample = bytes.subarray(0, 64 * 1024);
  let zeros = 0;
  let controls = 0;
  for (const byte of sample) {
    if (byte === 0) zeros += 1;
    else if (isControl(byte)) controls += 1;
  }
  const isWide = zeros > 0 && hasByteOrderMark(sample);
  const areStray = zeros <= Math.max(MAX_STRAY_ZEROS, sample.length * MAX_STRAY_SHARE);
  if (!isWide && !areStray) return true;
  // Halves of UTF-16 characters may look like control characters.
  return controls > sample.length * (isWide ? 0.3 : 0.02);
}

/** Texts hold white space, the end of DOS files and the beginning of escape sequences. */
const isControl = (byte: number): boolean =>
  byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b && byte !== 0x1a;

/** Programs leave single zero bytes in texts. */
const MAX_STRAY_ZEROS = 3;
const MAX_STRAY_SHARE = 0.005;

function hasByteOrderMark(bytes: Uint8Array): boolean {
  const mark = latin1(bytes, 4);
  return mark.startsWith('\u00ff\u00fe') || mark.startsWith('\u00fe\u00ff') || mark === '\u0000\u0000\u00fe\u00ff';
}
