const CHINESE = 0x04;

/** By primary language id (the low ten bits of a Windows LCID); all others use windows-1252. */
const ENCODING_BY_LANGUAGE: ReadonlyMap<number, string> = new Map([
  ...[0x05, 0x0e, 0x15, 0x18, 0x1a, 0x1b, 0x1c, 0x24].map((language) => [language, 'windows-1250'] as const),
  ...[0x02, 0x19, 0x22, 0x23, 0x2f].map((language) => [language, 'windows-1251'] as const),
  [0x08, 'windows-1253'],
  [0x1f, 'windows-1254'],
  [0x0d, 'windows-1255'],
  [0x01, 'windows-1256'],
  [0x29, 'windows-1256'],
  ...[0x25, 0x26, 0x27].map((language) => [language, 'windows-1257'] as const),
  [0x2a, 'windows-1258'],
  [0x1e, 'windows-874'],
  [0x11, 'cp932'],
  [0x12, 'cp949'],
]);

const TRADITIONAL_CHINESE = new Set([0x0404, 0x0c04, 0x1404]);

/** @param language of the installation that wrote the file */
export function ansiEncoding(language: number, macintosh: boolean): string {
  if (macintosh) return 'macintosh';
  if ((language & 0x3ff) === CHINESE) return TRADITIONAL_CHINESE.has(language) ? 'cp950' : 'cp936';
  return ENCODING_BY_LANGUAGE.get(language & 0x3ff) ?? 'windows-1252';
}
