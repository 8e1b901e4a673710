const MAX_CHARACTERS = 2_000;
const FILE_NAME = /;\s*filename(\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/gi;

/** File name in `Content-Disposition` (RFC 6266), without folders; the extended form goes first. Null without one. */
export function dispositionFileName(header: string): string | null {
  let name = '';
  for (const [, extended = '', quoted, token = ''] of header.slice(0, MAX_CHARACTERS).matchAll(FILE_NAME)) {
    if (extended === '') name ||= utf8Of(quoted?.replace(/\\(.)/g, '$1') ?? token);
    else name = unescaped((quoted ?? token).replace(/^[\w-]*'[\w-]*'/, ''));
    if (extended !== '') break;
  }
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1) || null;
}

/** Node decodes headers as Latin-1. */
const utf8Of = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
