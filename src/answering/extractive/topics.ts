/** Topics of passages, from their headings, titles and names. */
import { type ExtractPassage, readPassages } from './read-passages.ts';
import { isQuestion } from './statements.ts';

export interface Topic {
  readonly name: string;
  /** Index of the passage. */
  readonly passage: number;
}

const MAX_TOPIC_LENGTH = 70;
const MIN_TOPIC_LENGTH = 2;
const MAX_WORDS = 9;
/** Largest share of digits; dates, numbers and codes are no topics. */
const MAX_DIGITS_SHARE = 0.25;
const MAX_TITLE_LENGTH = 120;
const MAX_NAMES = 20;
const MAX_READ_CHARACTERS = 4_000;
/** Capitalised words within a sentence; at its beginning a capital tells nothing. */
const NAME =
  /(?<=[\p{Ll}\p{N},] )(\p{Lu}[\p{L}\p{N}’'-]*\p{Ll}[\p{L}\p{N}’'-]*(?: \p{Lu}[\p{L}\p{N}’'-]+){1,3})(?![\p{L}\p{N}])/gu;
const ADDRESS = /:\/\/|www\./i;
/** Numbering of a chapter, step or list: `3.1`, `Chapter 4:`, `(a)`. */
const NUMBERING =
  /^(?:\(?[\dA-Za-z]{1,3}[.)](?=\s)|\d+(?:\.\d+)*\.?|(?:chapter|section|part|kapitel|teil|chapitre|capítulo|capitolo)\s+\w+[.:]?)\s+/iu;
/** Separator between the title of a page and the name of its site. */
const SITE_SEPARATOR = /\s+[|·•–—»::]\s+|\s+-\s+/u;
/** Headings that name no topic. */
const GENERIC_HEADING =
  /^(?:home$|menu$|index$|untitled|introduction$|conclusion$|summary$|overview$|contents?$|more$|test$|see more|see also|read more|learn more|related\b|recommended|advertisement|share\b|follow us|comments?$|leave a |sign up|subscribe|newsletter|references?$|notes?$|tags?$|categories$|about the author)/iu;

/** Inner headings first, then outer headings, then titles, without duplicates. */
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

/** Titles as topics, for content whose headings name none. */
export function titlesOf(passages: readonly ExtractPassage[]): readonly Topic[] {
  const titles = new Map(
    passages.map(({ title }, passage) => [cleanName(title).slice(0, MAX_TITLE_LENGTH), passage] as const).reverse(),
  );
  return [...titles]
    .reverse()
    .flatMap(([name, passage]) => (/\p{L}/u.test(name) && !ADDRESS.test(name) ? [{ name, passage }] : []));
}

/** Names of two to four words that occur more than once, most frequent first. Only scripts with capitals show them. */
export function namesIn(passages: readonly ExtractPassage[]): readonly Topic[] {
  const names = new Map<string, { topic: Topic; count: number }>();
  for (const [passage, { text }] of passages.entries()) {
    for (const [, name = ''] of text.slice(0, MAX_READ_CHARACTERS).matchAll(NAME)) {
      const known = names.get(name);
      names.set(name, { topic: known?.topic ?? { name, passage }, count: (known?.count ?? 0) + 1 });
    }
  }
  const repeated = [...names.values()].filter(({ count }) => count > 1);
  const ranked = repeated.sort((one, other) => other.count - one.count);
  return ranked.slice(0, MAX_NAMES).map(({ topic }) => topic);
}

/** Longest part of a title that also names its site. */
export function pageName(title: string): string {
  return title.split(SITE_SEPARATOR).reduce((longest, part) => (part.length > longest.length ? part : longest), '');
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
  if (name.length < MIN_TOPIC_LENGTH || name.length > MAX_TOPIC_LENGTH || isQuestion(name)) return false;
  if (name.split(' ').length > MAX_WORDS || GENERIC_HEADING.test(name)) return false;
  if ((name.match(/\p{N}/gu)?.length ?? 0) > name.length * MAX_DIGITS_SHARE) return false;
  return /\p{L}{2}|[^\p{Script=Latin}\p{N}\p{P}\s]/u.test(name) && !ADDRESS.test(name) && !/[!?]/.test(name);
}
