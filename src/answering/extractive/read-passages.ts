/** Reads passages into sections and units with their analysed words. */
import { LRUCache } from 'lru-cache';
import { analyseQuery, analyseText } from '../../text/analysis/analyse.ts';
import { pageName } from './page-name.ts';
import { type BlockKind, type Section, sectionsOf, type Unit } from './sections.ts';
import { type Term, termsOf } from './terms.ts';
import { type VisitorLanguage, writtenLanguage } from './visitor-language.ts';

export interface ExtractPassage {
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
  /** The parts of the text that were found, when context expansion added to them. */
  readonly found?: readonly string[];
}

type Words = ReadonlySet<string>;

export interface ReadUnit extends Unit {
  readonly kind: BlockKind;
  /** Index of its section in the passage, and of its block in the section. */
  readonly section: number;
  readonly block: number;
  readonly words: Words;
  /** Words of all headings above it, title included, and of the table's header. */
  readonly context: Words;
}

export interface ReadSection extends Section {
  /** Words of the innermost heading, or of the title when there is none. */
  readonly headingWords: readonly string[];
  readonly headingTerms: readonly Term[];
  /** True when it stands under the page's title itself. */
  readonly isPage: boolean;
}

export interface ReadPassage {
  readonly sections: readonly ReadSection[];
  readonly units: readonly ReadUnit[];
  /** Units that are judged together, since a longer text holds more of any question: those of each found part. */
  readonly parts: readonly (readonly ReadUnit[])[];
  /** Words of all units and headings. */
  readonly words: Words;
  /** Null when it cannot be told. */
  readonly language: VisitorLanguage | null;
}

/**
 * Passages of recent answers, since some are found again and again: reading dominates the cost of an answer. The time limit
 * also applies to erased text.
 */
const READ_CACHE = new LRUCache<string, ReadPassage>({ max: 600, ttl: 600_000, ttlAutopurge: true });

/** An answer reads its passages several times. */
const READ_PASSAGES = new WeakMap<ExtractPassage, ReadPassage>();

/** Linear in the text; some 0.3 ms a passage, once. */
export function readPassages(passages: readonly ExtractPassage[]): readonly ReadPassage[] {
  return passages.map((passage) => {
    const same = READ_PASSAGES.get(passage);
    if (same !== undefined) return same;
    const key = JSON.stringify([passage.title, passage.headings, passage.text, passage.found]);
    const read = READ_CACHE.get(key) ?? readPassage(passage);
    READ_CACHE.set(key, read);
    READ_PASSAGES.set(passage, read);
    return read;
  });
}

function readPassage({ title, headings, text, found }: ExtractPassage): ReadPassage {
  const name = pageName(title);
  const sections = sectionsOf(text, headings).map((section) => {
    const headingWords = analyseQuery(section.heading === '' ? title : section.heading);
    const isPage = section.heading === '' || section.heading === name;
    return { ...section, headingWords, headingTerms: termsOf(headingWords), isPage };
  });
  const units = sections.flatMap(({ heading, above, blocks }, section) => {
    const context = new Set(analyseText([title, ...above, heading].join('\n')));
    return blocks.flatMap(({ kind, units, header }, block) => {
      const named = header === null ? context : new Set([...context, ...analyseText(header.join('\n'))]);
      return units.map((unit) => ({
        ...unit,
        ...{ kind, section, block, words: new Set(analyseText(unit.text)), context: named },
      }));
    });
  });
  const words = new Set<string>();
  for (const unit of units) {
    for (const word of unit.words) words.add(word);
    for (const word of unit.context) words.add(word);
  }
  const parts = found?.map((part) => {
    const held = new Set(textsIn(sectionsOf(part, headings)));
    // The answer to a question that ends the part stands behind it.
    const isHeld = ({ text, section }: ReadUnit) =>
      held.has(text) || (sections[section]?.isInline === true && held.has(sections[section].heading));
    return units.filter(isHeld);
  });
  return {
    sections,
    units,
    parts: parts ?? [units],
    words,
    language: writtenLanguage(units.map(({ text }) => text).join(' ')),
  };
}

const textsIn = (sections: readonly Section[]): readonly string[] =>
  sections.flatMap(({ heading, blocks }) => [heading, ...blocks.flatMap(({ units }) => units.map(({ text }) => text))]);
