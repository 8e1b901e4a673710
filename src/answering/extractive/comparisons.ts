/** Comparisons: what the content says of each of two things. */

import { pattern } from '../../lib/patterns.ts';
import type { Steps } from '../../lib/steps.ts';
import { analyseText } from '../../text/analysis/analyse.ts';
import { labelOf } from '../../text/labelled-line.ts';
import { type ExtractOptions, extractInSteps } from './extract-answer.ts';
import type { ExtractPassage } from './passages/outline.ts';
import { type ReadPassage, type ReadSection, readPassages } from './passages/read-passages.ts';
import type { PassageBlock, Unit } from './passages/sections.ts';
import { cellsOf } from './passages/table-rows.ts';
import { contentWords, termsIn } from './question/question-terms.ts';
import { blockMarkdown } from './quotation/block-markdown.ts';
import type { Quotation } from './quotation/quotation.ts';
import { withAskedColumns } from './quotation/table-columns.ts';
import { tableMarkdown } from './quotation/table-markdown.ts';
import { isHeldIn, strengthOf, type Term } from './terms/terms.ts';

export interface ComparisonQuestion {
  readonly first: string;
  readonly second: string;
  /** A question for one thing alone, where `{}` stands for it. */
  readonly ask: string;
}

/** Characters of a question, and of a thing in it. */
const MAX_CHARACTERS_READ = 200;
const MAX_THING = 60;
const END = String.raw`[\s?.!]*$`;
const ENGLISH = [
  pattern('iu', String.raw`(?<!\p{L})differences? (?:is there )?between (.+?) (?:and|&|or|to) (.+?)${END}`),
  pattern(
    'iu',
    String.raw`(?<!\p{L})compar(?:e|ed|ing|ison(?: of| between)?) (.+?) (?:and|&|with|to|against|vs\.?) (.+?)${END}`,
  ),
  pattern('iu', String.raw`(?<!\p{L})how (?:does|do|is|are) (.+?) (?:differ|different) (?:from|to|than) (.+?)${END}`),
  new RegExp(
    `^(.+?) or (.+?)[,;:?]? (?:what(?:['’]?s| is) the difference|which (?:one )?is (?:better|cheaper|faster|best))${END}`,
    'iu',
  ),
  new RegExp(String.raw`^(?:what is better[,:]? )?(.+?) (?:vs\.?|versus) (.+?)${END}`, 'iu'),
];
const GERMAN = [
  pattern('iu', String.raw`(?<!\p{L})unterschiede?s? (?:gibt es )?(?:zwischen )?(.+?) (?:und|&|oder|zu) (.+?)${END}`),
  pattern('iu', String.raw`(?<!\p{L})unterschied (\p{L}+) (\p{L}+)${END}`),
  pattern('iu', String.raw`(?<!\p{L})was unterscheidet (.+?) (?:von|und) (.+?)${END}`),
  pattern('iu', String.raw`(?<!\p{L})vergleich(?:e|en)? (?:von |zwischen )?(.+?) (?:und|mit|&) (.+?)${END}`),
];
/** Wordings of most other languages. */
const differenceBetween = (difference: string, between: string, and: string): RegExp =>
  pattern('iu', String.raw`(?<!\p{L})${difference} (?:\p{L}+ )?${between} (.+?) ${and} (.+?)${END}`);
const OTHERS: readonly (readonly [wordings: readonly RegExp[], ask: string])[] = [
  [[differenceBetween('diff[ée]rences?', 'entre', 'et')], 'Qu’est-ce que {} ?'],
  [[differenceBetween('diferencias?', 'entre', '(?:y|e)')], '¿Qué es {}?'],
  [[differenceBetween('differenz[ae]', '(?:tra|fra)', 'ed?')], 'Che cos’è {}?'],
  [[differenceBetween('diferenças?', 'entre', 'e')], 'O que é {}?'],
  [[differenceBetween('verschil(?:len)?', 'tussen', 'en')], 'Wat is {}?'],
  [[differenceBetween('różnic[aey]', '(?:pomiędzy|między)', '(?:a|i)')], 'Co to jest {}?'],
  [[differenceBetween('skillnaden?', 'mellan', 'och')], 'Vad är {}?'],
  [
    [differenceBetween('forskj?ell?(?:en)?', 'mellem', 'og'), differenceBetween('forskj?ell?(?:en)?', 'mellom', 'og')],
    'Hvad er {}?',
  ],
  [
    [differenceBetween('разниц[ауы]', 'между', 'и'), pattern('iu', /(?<!\p{L})отлича(?:е|ю)тся (.+?) от (.+?)/u, END)],
    'Что такое {}?',
  ],
];
const WORD = /[\p{L}\p{N}]+/gu;
/** "Child (under 12)" */
const NOTE = /\([^()]*\)\s*$/u;
/** Characters of a name with its note. */
const MAX_NAME = 200;
const ARTICLE =
  /^(?:an?|the|your|der|die|das|den|dem|einer?|einem|einen|les?|la|une?|el|los|las|una?|il|lo|gli|os?|as?|um|uma|de|het|een)\s|^l['’]/iu;

export function comparisonIn(question: string): ComparisonQuestion | null {
  if (question.length > MAX_CHARACTERS_READ) return null;
  for (const [wordings, ask] of [[ENGLISH, 'What is {}?'], [GERMAN, 'Was ist {}?'], ...OTHERS] as const) {
    for (const wording of wordings) {
      const [, first, second] = wording.exec(question)?.map((thing) => thing.trim().replace(ARTICLE, '')) ?? [];
      if (first !== undefined && second !== undefined && isThing(first) && isThing(second))
        return { first, second, ask };
    }
  }
  return null;
}

const isThing = (text: string): boolean => text.length <= MAX_THING && contentWords(text).length > 0;

/** Nothing tells of one of the things. */
export const UNKNOWN = 'unknown';

/** Returns null for an ordinary answer: below a heading that names both, or by what tells of a part. */
export function* comparedAnswer(
  { first, second, ask }: ComparisonQuestion,
  passages: readonly ExtractPassage[],
  options: ExtractOptions,
): Steps<readonly Quotation[] | typeof UNKNOWN | null> {
  const read = readPassages(passages);
  const sides = [first, second].map((thing) => termsIn(thing, read));
  const isKnown = (terms: readonly Term[]) => terms.some((term) => isHeldIn(read, term));
  if (!sides.every(isKnown)) return UNKNOWN;
  const inTable = comparedRows(sides, read);
  if (inTable !== null) return [inTable];
  if (read.some(({ sections }) => sections.some((section) => comparesInHeading(section, sides)))) return null;
  const asked = (thing: string) =>
    extractInSteps(
      ask.replace('{}', () => thing),
      passages,
      options,
    );
  const [one] = (yield* asked(first)) ?? [];
  const [other] = (yield* asked(second)) ?? [];
  if (one === undefined || other === undefined) return null;
  if (one.markdown.includes(other.markdown)) return [one];
  return other.markdown.includes(one.markdown) ? [other] : [one, other];
}

const isNamedIn = (terms: readonly Term[], words: ReadonlySet<string>): boolean =>
  terms.every((term) => strengthOf(term, words) > 0);

const comparesInHeading = ({ headingWords, isPage }: ReadSection, sides: readonly (readonly Term[])[]): boolean => {
  const words = new Set(headingWords);
  return !isPage && sides.every((terms) => isNamedIn(terms, words));
};

/** The rows or the columns of one table, or the items of one list, that the things name. */
function comparedRows(sides: readonly (readonly Term[])[], read: readonly ReadPassage[]): Quotation | null {
  for (const [passage, { sections }] of read.entries()) {
    for (const block of sections.flatMap(({ blocks }) => blocks)) {
      const markdown = rowsMarkdown(block, sides);
      if (markdown !== null) return { passage, markdown };
    }
  }
  return null;
}

function rowsMarkdown(block: PassageBlock, sides: readonly (readonly Term[])[]): string | null {
  if (block.kind === 'list') {
    const items = rowsNamed(block, sides, ({ text }) => labelOf(text) ?? '');
    return items === null ? null : blockMarkdown(items);
  }
  if (block.kind !== 'table') return null;
  const table = rowsNamed(block, sides, ({ markdown }) => cellsOf(markdown)[0] ?? '') ?? columnsNamed(block, sides);
  return table === null ? null : tableMarkdown(table);
}

function rowsNamed(
  block: PassageBlock,
  sides: readonly (readonly Term[])[],
  nameOf: (row: Unit) => string,
): PassageBlock | null {
  const names = block.units.map(nameOf);
  const rows = sides.map((terms) => block.units[names.findIndex((name) => isNameOf(name, terms))]);
  const found = rows.filter((row): row is Unit => row !== undefined);
  return new Set(found).size === sides.length ? { ...block, units: found } : null;
}

function columnsNamed(block: PassageBlock, sides: readonly (readonly Term[])[]): PassageBlock | null {
  const columns = (block.header ?? []).slice(1);
  const named = sides.map((terms) => columns.findIndex((name) => isNameOf(name, terms)));
  if (named.includes(-1) || new Set(named).size < sides.length) return null;
  return withAskedColumns(block, block.units, sides.flat());
}

/** True for a name of the thing with at most one word more: "Boston fern" is a fern, "Embedded: answers a second" is a measurement. */
function isNameOf(nameAndNote: string, terms: readonly Term[]): boolean {
  const name = nameAndNote.slice(0, MAX_NAME).replace(NOTE, '');
  return (
    !/[:：]/u.test(name) &&
    (name.match(WORD) ?? []).length <= terms.length + 1 &&
    isNamedIn(terms, new Set(analyseText(name)))
  );
}
