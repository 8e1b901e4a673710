/** Words of the site's own name do not tell what is asked: most of its pages could hold them. */
import { analyseQuery } from '../../../text/analysis/analyse.ts';
import { memoized } from '../../../text/analysis/memoize.ts';
import { type Term, termsOf, wordOf } from '../terms/terms.ts';
import { titleParts } from './page-name.ts';

/** Words of the names of a passage's site, as `wordOf` gives them, and their stems. */
export interface PassageNames {
  readonly host: readonly string[];
  readonly title: string;
  readonly parts: ReadonlyMap<string, readonly string[]>;
}

/** Least share and number of titles that hold the name. */
const MIN_SHARE = 0.5;
const MIN_TITLES = 2;
/** Words for the owner of the site. Folded. */
const SELF = new Set(
  'company firma unternehmen betrieb entreprise societe empresa azienda bedrijf sirket foretag foretaget компания компании'.split(
    ' ',
  ),
);
/** Labels of a host that are no name. */
const NO_NAME = /^(?:www\d?|m|shop|docs|help|support|blog|com?|org|net|gov|edu|ac|[a-z]{2}|[\d.:]+)$/;

export function namesIn(title: string, url: string | null): PassageNames {
  const parts = titleParts(title).map((part) => [part, wordsOf(part)] as const);
  return { host: wordsOf(hostName(url ?? '')), title, parts: new Map(parts) };
}

/**
 * True for a word of the chatbot's name, a host, or a part that titles share ("Pricing – Plotline").
 * @param word as `wordOf` gives it, or a stem
 */
export function isSiteWord(word: string, names: readonly PassageNames[], chatbotName = ''): boolean {
  return (
    SELF.has(word) ||
    wordsOfName(chatbotName).includes(word) ||
    names.some(({ host }) => host.includes(word)) ||
    isInSharedPart(word, names)
  );
}

function isInSharedPart(word: string, names: readonly PassageNames[]): boolean {
  for (const { parts } of names) {
    for (const [part, words] of parts) {
      if (!words.includes(word)) continue;
      const titles = new Set(names.map(({ title }) => title)).size;
      const sharing = new Set(names.filter((other) => other.parts.has(part)).map(({ title }) => title)).size;
      if (sharing >= Math.max(MIN_TITLES, titles * MIN_SHARE)) return true;
    }
  }
  return false;
}

function hostName(url: string): string {
  const host = /^https?:\/\/([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  const labels = host.split('.').slice(0, -1);
  return labels
    .filter((label) => !NO_NAME.test(label))
    .join(' ')
    .replaceAll('-', ' ');
}

const wordsOf = (name: string): readonly string[] =>
  name === '' ? [] : termsOf(analyseQuery(name)).flatMap((term) => [wordOf(term), term.stem]);

const wordsOfName = memoized(wordsOf);

/** Tests for terms that a text holds only in the site's name: "Fern & Fig is open on Sunday" is not about ferns. Null for most texts. */
export function siteNameTest(text: string, name = ''): ((term: Term) => boolean) | null {
  if (!/\s/.test(name.trim()) || !text.includes(name)) return null;
  const [own, rest] = [name.toLowerCase(), text.replaceAll(name, ' ').toLowerCase()];
  return ({ stem }) => own.includes(stem) && !rest.includes(stem);
}
