/** Separator between the title of a page and the name of its site. */
const SITE_SEPARATOR = /\s+[|·•–—»::]\s+|\s+-\s+/u;

export const titleParts = (title: string): readonly string[] => title.split(SITE_SEPARATOR);

/** Longest part of a title that also names its site. */
export function pageName(title: string): string {
  return titleParts(title).reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
