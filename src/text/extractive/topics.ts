/** What passages are about, as their headings and titles name it. */
import { type ExtractPassage, readPassages } from './reading.ts';
import { isQuestion } from './statements.ts';

export interface Topic {
  readonly name: string;
  /** The passage's place in the list, from 0. */
  readonly passage: number;
}

const LONGEST_TOPIC = 70;
const SHORTEST_TOPIC = 2;
const MOST_WORDS = 9;
/** Share: a date, a number, a code is no topic. */
const MOST_DIGITS = 0.25;
const LONGEST_TITLE = 120;
const MOST_NAMES = 20;
const READ_CHARACTERS = 4_000;
/** Within a sentence: at its beginning a capital says nothing. */
const NAME =
  /(?<=[\p{Ll}\p{N},] )(\p{Lu}[\p{L}\p{N}’'-]*\p{Ll}[\p{L}\p{N}’'-]*(?: \p{Lu}[\p{L}\p{N}’'-]+){1,3})(?![\p{L}\p{N}])/gu;
const ADDRESS = /:\/\/|www\./i;
/** Of a chapter, a step, a list: `3.1`, `Chapter 4:`, `(a)`. */
const NUMBERING =
  /^(?:\(?[\dA-Za-z]{1,3}[.)](?=\s)|\d+(?:\.\d+)*\.?|(?:chapter|section|part|kapitel|teil|chapitre|capítulo|capitolo)\s+\w+[.:]?)\s+/iu;
/** Between the name of a page and that of its site. */
const SITE = /\s+[|·•–—»::]\s+|\s+-\s+/u;
/** Headings that say nothing of what stands under them. */
const NO_NAME =
  /^(?:home$|menu$|index$|untitled|introduction$|conclusion$|summary$|overview$|contents?$|more$|test$|see more|see also|read more|learn more|related\b|recommended|advertisement|share\b|follow us|comments?$|leave a |sign up|subscribe|newsletter|references?$|notes?$|tags?$|categories$|about the author)/iu;

/** Inner headings first, then what stands above them, then titles; each once, in order. */
export function topicsOf(passages: readonly ExtractPassage[]): readonly Topic[] {
  const read = readPassages(passages);
  const inner = passages.flatMap(({ headings }, passage) =>
    [...headings.slice(-1), ...new Set(read[passage]?.statements.map(({ heading }) => heading))].map((name) => ({
      name,
      passage,
    })),
  );
  const outer = passages.flatMap(({ headings, title }, passage) =>
    [...headings.slice(0, -1).reverse(), pageName(title)].map((name) => ({ name, passage })),
  );
  const topics = new Map<string, Topic>();
  for (const { name, passage } of [...inner, ...outer]) {
    const clean = cleanName(name);
    if (isName(clean) && !topics.has(clean.toLowerCase())) topics.set(clean.toLowerCase(), { name: clean, passage });
  }
  return [...topics.values()];
}

/** Of what a page says about the whole of it, for a content that names nothing: its titles as they are. */
export function titlesOf(passages: readonly ExtractPassage[]): readonly Topic[] {
  const titles = new Map(
    passages.map(({ title }, passage) => [cleanName(title).slice(0, LONGEST_TITLE), passage] as const).reverse(),
  );
  return [...titles]
    .reverse()
    .flatMap(([name, passage]) => (/\p{L}/u.test(name) && !ADDRESS.test(name) ? [{ name, passage }] : []));
}

/** Names of two to four words that the text speaks of more than once, the most frequent first; only scripts with capitals show them. */
export function namesIn(passages: readonly ExtractPassage[]): readonly Topic[] {
  const names = new Map<string, { topic: Topic; count: number }>();
  for (const [passage, { text }] of passages.entries()) {
    for (const [, name = ''] of text.slice(0, READ_CHARACTERS).matchAll(NAME)) {
      const known = names.get(name);
      names.set(name, { topic: known?.topic ?? { name, passage }, count: (known?.count ?? 0) + 1 });
    }
  }
  const repeated = [...names.values()].filter(({ count }) => count > 1);
  const ranked = repeated.sort((one, other) => other.count - one.count);
  return ranked.slice(0, MOST_NAMES).map(({ topic }) => topic);
}

/** The longest part, of a title that also names its site. */
export function pageName(title: string): string {
  return title.split(SITE).reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

function cleanName(name: string): string {
  return name
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[*_`#|[\]<>\\{}]+/g, '')
    .trim()
    .replace(NUMBERING, '')
    .replace(/[\s:.,;…-]+$/u, '');
}

function isName(name: string): boolean {
  if (name.length < SHORTEST_TOPIC || name.length > LONGEST_TOPIC || isQuestion(name)) return false;
  if (name.split(' ').length > MOST_WORDS || NO_NAME.test(name)) return false;
  if ((name.match(/\p{N}/gu)?.length ?? 0) > name.length * MOST_DIGITS) return false;
  return /\p{L}{2}|[^\p{Script=Latin}\p{N}\p{P}\s]/u.test(name) && !ADDRESS.test(name) && !/[!?]/.test(name);
}
