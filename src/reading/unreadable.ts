/** The message is shown to the owner. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

export const PASSWORD_PROTECTED = 'The document is password-protected';
export const FOR_RECIPIENTS = 'The document is encrypted for the holders of certain certificates';
export const EMPTY = 'The document is empty';
export const TOO_OLD = 'Word documents older than Word 6 cannot be read: save it as .docx';
export const SCANNED = 'The document holds pictures but no text: it seems to be scanned';
export const OUTLINED =
  'The document shows its letters as drawings, without text: export it with its fonts, or have its text recognised (OCR)';

export const damaged = (detail: string) => new Unreadable(`The document is damaged: ${detail}`);

/** @param extension with its dot */
export const wrongFormat = (extension: string) =>
  new Unreadable(`The content of the file is not what its name says: it is not a ${extension} file`);

/** @param kind with its article, as in "an RTF document" */
export const otherFormat = (kind: string, extension: string) =>
  new Unreadable(`The content of the file is not what its name says: it is ${kind}, not a ${extension} file`);
