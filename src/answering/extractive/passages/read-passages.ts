/** Reads passages into sections and units with their words. */
import { eachInSteps, finish, type Steps } from '../../../lib/steps.ts';
import { analyseQuery, analyseText, inAnalysedLetters, textLanguage } from '../../../text/analysis/analyse.ts';
import type { Language } from '../../../text/analysis/languages.ts';
import { factsOfRow, factsTold } from '../facts/fact-marks.ts';
import { type VisitorLanguage, writtenLanguage } from '../languages/visitor-language.ts';
import { initialsIn } from '../terms/initials.ts';
import { splitUnits } from '../terms/measures.ts';
import { withoutMinutes } from '../terms/number-ranges.ts';
import { type PassageWords, passageWords } from '../terms/passage-words.ts';
import { nounsOfPhrasalVerbs } from '../terms/phrasal-verbs.ts';
import { RETURN, sendsBack } from '../terms/sending-back.ts';
import { type Term, termsOf } from '../terms/terms.ts';
import { withoutNumber } from './heading-numbers.ts';
import {
  type ExtractPassage,
  type OutlineSection,
  type OutlineUnit,
  outlineOf,
  type PassageOutline,
  passageMemo,
} from './outline.ts';
import { type Section, sectionsOf } from './sections.ts';
import { namesIn, type PassageNames } from './site-name.ts';
import { cellsOf } from './table-rows.ts';
import { type UnitName, unitNameOf } from './unit-names.ts';

type Words = ReadonlySet<string>;

export interface ReadUnit extends OutlineUnit {
  /** Analysed words and marks of facts. */
  readonly words: Words;
  /** Words of the title, the headings above and the table's header. */
  readonly context: Words;
  /** Words of a row's header; null elsewhere, and for fewer than three columns. */
  readonly columns: Words | null;
  readonly name: UnitName | null;
}

export interface ReadSection extends OutlineSection {
  /** Words of the innermost heading, or else of the title. */
  readonly headingWords: readonly string[];
  readonly headingTerms: readonly Term[];
}

export interface ReadPassage extends PassageWords {
  readonly sections: readonly ReadSection[];
  readonly units: readonly ReadUnit[];
  /** Units of each found part, judged apart because a longer text holds more of any question. */
  readonly parts: readonly (readonly ReadUnit[])[];
  readonly names: PassageNames;
  /** The language, or null when it cannot be told. */
  readonly language: VisitorLanguage | null;
  /** Language of the words' stems. */
  readonly stemmedIn: Language;
}

const MAX_BYTES = 24 * 1024 * 1024;
/** Measured bytes a character: 24 for the units' word forms, the rest for 256 bytes of meaning a unit. */
const BYTES_PER_CHARACTER = 27;

/** A line of a transcript without punctuation. A shorter text may stand there by chance. */
const RUNNING = /^\p{Ll}[^.!?]{40,}$/u;

const readBefore = passageMemo<ReadPassage>(MAX_BYTES, BYTES_PER_CHARACTER);

/** Linear in the text; some 0.3 ms for a new passage, many times as long in a new process. */
export function* readInSteps(passage: ExtractPassage): Steps<ReadPassage> {
  return readBefore.get(passage) ?? readBefore.set(passage, yield* addWords(passage));
}

export const readPassages = (passages: readonly ExtractPassage[]): readonly ReadPassage[] =>
  passages.map((passage) => readBefore.get(passage) ?? finish(readInSteps(passage)));

function* addWords(passage: ExtractPassage): Steps<ReadPassage> {
  const { title, headings, text } = passage;
  const outline = outlineOf(passage);
  const language = textLanguage([title, ...headings, text].join('\n'));
  const wordsOf = wordsIn(language);
  yield;
  const sections = yield* eachInSteps(outline.sections, (section) => withHeadingWords(section, title, language));
  const contextOf = contextWords(outline, title, wordsOf);
  const columnsOf = headerWords(wordsOf);
  yield;
  const units = yield* eachInSteps(outline.units, (unit) => ({
    ...unit,
    words: wordsOfUnit(unit, wordsOf),
    context: contextOf(unit),
    columns: columnsOf(unit.header),
    name: unitNameOf(unit, language),
  }));
  const words = new Set<string>();
  for (const unit of units) {
    for (const word of unit.words) words.add(word);
    for (const word of unit.context) words.add(word);
  }
  return {
    sections,
    units,
    parts: foundParts(passage, units, sections),
    ...passageWords(words, language.stopWords),
    names: namesIn(title, passage.url ?? null),
    stemmedIn: language,
    language: writtenLanguage(units.map(({ text }) => text).join(' ')),
  };
}

type WordsOf = (text: string, isCode?: boolean) => Words;

const wordsIn =
  (language: Language): WordsOf =>
  (written, isCode = false) => {
    const text = inAnalysedLetters(written, language);
    return new Set([
      ...analyseText(splitUnits(withoutMinutes(text)), language),
      ...verbsAsNouns(text),
      // `$ cp -r /srv` tells no price.
      ...(isCode ? [] : factsTold(text, language)),
    ]);
  };

function withHeadingWords(section: OutlineSection, title: string, language: Language): ReadSection {
  const { heading } = section;
  const words = analyseQuery(heading === '' ? title : withoutNumber(heading), language);
  const headingWords = [
    ...words,
    ...verbsAsNouns(heading),
    ...factsTold(inAnalysedLetters(heading, language), language),
  ];
  return { ...section, headingWords, headingTerms: termsOf(words) };
}

/** Words of headings, and of the table's header or the block's first line. */
function contextWords(
  { sections, units }: PassageOutline,
  title: string,
  wordsOf: WordsOf,
): (unit: OutlineUnit) => Words {
  const contexts = sections.map(
    ({ heading, above }) => new Set([...wordsOf([title, ...above, heading].join('\n')), ...initialsIn(heading)]),
  );
  const namesAbove = firstLines(units);
  const known = new Map<readonly string[], Words>();
  return (unit) => {
    const context = contexts[unit.section] ?? new Set();
    const above = unit.header ?? namesAbove.get(unit);
    if (above === undefined) return context;
    const words = known.get(above) ?? new Set([...context, ...wordsOf(above.join('\n'))]);
    known.set(above, words);
    return words;
  };
}

/** Without context expansion, all units are one part. */
function foundParts(
  { found, headings }: ExtractPassage,
  units: readonly ReadUnit[],
  sections: readonly ReadSection[],
): readonly (readonly ReadUnit[])[] {
  const parts = found?.map((part) => {
    const held = new Set(textsIn(sectionsOf(part, headings)));
    // A part may end with a question, which is then the heading of the text behind the part.
    // Running text is cut elsewhere where more stands before it.
    const isHeld = ({ text, section }: ReadUnit) =>
      held.has(text) ||
      (RUNNING.test(text) && part.includes(text)) ||
      (sections[section]?.isInline === true && held.has(sections[section].heading));
    return units.filter(isHeld);
  });
  return parts ?? [units];
}

/** First lines of blocks: the name of a branch above its address and hours. */
function firstLines(units: readonly OutlineUnit[]): ReadonlyMap<OutlineUnit, readonly string[]> {
  const found = new Map<OutlineUnit, readonly string[]>();
  for (const [at, unit] of units.entries()) {
    const before = units[at - 1];
    if (unit.kind !== 'lines' || before?.section !== unit.section || before.block !== unit.block) continue;
    found.set(unit, found.get(before) ?? [before.text]);
  }
  return found;
}

/** Nouns for verbs of the text: `login` for "log in", `return` for "send it back". */
const verbsAsNouns = (text: string): readonly string[] => [
  ...nounsOfPhrasalVerbs(text),
  ...(sendsBack(text) ? [RETURN] : []),
];

/** A name and two values: fewer columns need no header. */
const MIN_NAMED_COLUMNS = 3;

function headerWords(wordsOf: WordsOf): (header: readonly string[] | null) => Words | null {
  const known = new Map<readonly string[], Words>();
  return (header) => {
    if (header === null || header.length < MIN_NAMED_COLUMNS) return null;
    const words = known.get(header) ?? wordsOf(header.slice(1).join('\n'));
    known.set(header, words);
    return words;
  };
}

function wordsOfUnit({ text, markdown, header, kind }: OutlineUnit, wordsOf: WordsOf): Words {
  const words = wordsOf(text, kind === 'code');
  return header === null ? words : new Set([...words, ...factsOfRow(cellsOf(markdown), header)]);
}

const textsIn = (sections: readonly Section[]): readonly string[] =>
  sections.flatMap(({ heading, blocks }) => [heading, ...blocks.flatMap(({ units }) => units.map(({ text }) => text))]);
