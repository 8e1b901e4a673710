/** After a backslash, or in a raw template, an escape reads otherwise. A regular expression made of such a template reads it alike. */
const UNESCAPABLE = /\\[^\0-\x7f]|(?<!new RegExp\(\s*)String\.raw`[^`]*[^\0-\x7f]/;

/**
 * Writes every character outside ASCII as an escape, since V8 stores a source with any other character in two bytes each.
 * esbuild does so everywhere but in regular expressions.
 * @throws when an escape would change what the source means
 */
export function asciiSource(source: string, name: string): string {
  const found = UNESCAPABLE.exec(source);
  if (found) {
    const line = source.slice(0, found.index + found[0].length).split('\n').length;
    throw new Error(
      `${name}:${line}: the bundle cannot write the last character of ${JSON.stringify(found[0])} in ASCII. ` +
        'Give String.raw straight to new RegExp, or write the character as an escape, without a backslash of its own.',
    );
  }
  return source.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
