/** Words of the site's own name: most of its pages could hold them, so they tell nothing about what is asked. */
import { analyseQuery } from '../../text/analysis/analyse.ts';
import { memoized } from '../../text/analysis/memoize.ts';
import type { ExtractPassage } from './outline.ts';
import { titleParts } from './page-name.ts';
import { termsOf, wordOf } from './terms.ts';

/** Share of the titles that hold the name, and the fewest of them. */
const MIN_SHARE = 0.5;
const MIN_TITLES = 2;
/** What visitors call whose site it is; folded. */
const SELF =
  'company firma unternehmen betrieb entreprise societe empresa azienda bedrijf sirket foretag foretaget компания компании'.split(
    ' ',
  );
/** Labels of a host that are no name. */
const NO_NAME = /^(?:www\d?|m|shop|docs|help|support|blog|com?|org|net|gov|edu|ac|[a-z]{2}|[\d.:]+)$/;

/** Words, as `wordOf` gives them, of the chatbot's name, of the host, and of a part that the titles share ("Pricing – Plotline"). */
export function siteWords(passages: readonly ExtractPassage[], chatbotName = ''): ReadonlySet<string> {
  const hosts = passages.flatMap(({ url = null }) => (url === null ? [] : [hostName(url)]));
  const titles = sharedParts(new Set(passages.map(({ title }) => title)));
  return new Set([...SELF, ...[...new Set([chatbotName, ...hosts, ...titles])].flatMap(wordsOf)]);
}

function sharedParts(titles: ReadonlySet<string>): readonly string[] {
  const counts = new Map<string, number>();
  for (const title of titles) {
    for (const part of new Set(titleParts(title))) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  const fewest = Math.max(MIN_TITLES, titles.size * MIN_SHARE);
  return [...counts].flatMap(([part, count]) => (count >= fewest ? [part] : []));
}

function hostName(url: string): string {
  const host = /^https?:\/\/([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  const labels = host.split('.').slice(0, -1);
  return labels
    .filter((label) => !NO_NAME.test(label))
    .join(' ')
    .replaceAll('-', ' ');
}

const wordsOf = memoized((name): readonly string[] => termsOf(analyseQuery(name)).map(wordOf));
