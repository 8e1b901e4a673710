/** Folder of the texts that Sphinx made its pages of. */
const SOURCES = '/_sources/';
const MARKUP = /(?:\.(?:md|mdx|rst|ipynb))?\.(?:md|mdx|rst|ipynb|txt)$/i;
const PLAIN_TEXT = /\.txt$/i;
const PAGE = /(?:\/index)?(?:\.(?:x?html?)|\/)?$/i;

/**
 * The markup that a generator made the page of, at the page's own address with another ending: `/guide.md`, or
 * `/_sources/guide.rst.txt`. A text file elsewhere may be another text.
 */
export function isSourceOf(link: string, page: string): boolean {
  const [source, own] = [new URL(link), new URL(page)];
  if (source.origin !== own.origin || source.search !== '' || !MARKUP.test(source.pathname)) return false;
  const inSources = source.pathname.includes(SOURCES);
  if (!inSources && PLAIN_TEXT.test(source.pathname)) return false;
  const path = source.pathname.replace(SOURCES, '/').replace(MARKUP, '');
  return path.replace(PAGE, '') === own.pathname.replace(PAGE, '');
}
