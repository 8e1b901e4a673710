/** Reads passages into sections and units without their words. */

import { expiringCache } from '../../../lib/expiring-cache.ts';
import { type VisitorLanguage, writtenLanguage } from '../languages/visitor-language.ts';
import { pageName } from './page-name.ts';
import { type BlockKind, type PassageBlock, type Section, sectionsOf, type Unit } from './sections.ts';
import { cellsOf } from './table-rows.ts';

export interface ExtractPassage {
  readonly title: string;
  readonly url?: string | null;
  readonly headings: readonly string[];
  readonly text: string;
  /** The found parts of `text`, after context expansion. */
  readonly found?: readonly string[];
  /** Undefined where search by words did not find it. */
  readonly bm25?: number;
}

export interface OutlineUnit extends Unit {
  readonly kind: BlockKind;
  /** Indexes in the passage, and in the section. */
  readonly section: number;
  readonly block: number;
  readonly header: PassageBlock['header'];
}

export interface OutlineSection extends Section {
  /** True right below the page's title. */
  readonly isPage: boolean;
}

export interface PassageOutline {
  readonly sections: readonly OutlineSection[];
  readonly units: readonly OutlineUnit[];
  /** The language, or null when it cannot be told. */
  readonly language: VisitorLanguage | null;
}

const MAX_BYTES = 12 * 1024 * 1024;
/** Bytes for each character of a passage, measured. */
const BYTES_PER_CHARACTER = 8;

/** Linear in the text. Cached, since passages are found again. */
export const outlineOf = memoizedByPassage(readOutline, MAX_BYTES, BYTES_PER_CHARACTER);

/** Caches values of recent passages, by content. */
export function passageMemo<Made extends object>(maxBytes: number, bytesPerCharacter: number): PassageMemo<Made> {
  const cache = expiringCache<Made>({ maxBytes, bytesOf: (_made, key) => key.length * bytesPerCharacter });
  /** Quick for the same object, since one answer asks several times. */
  const same = new WeakMap<ExtractPassage, Made>();
  return {
    get(passage) {
      const made = same.get(passage) ?? cache.get(keyOf(passage));
      if (made !== undefined) same.set(passage, made);
      return made;
    },
    set(passage, made) {
      cache.set(keyOf(passage), made);
      same.set(passage, made);
      return made;
    },
  };
}

export interface PassageMemo<Made> {
  get(passage: ExtractPassage): Made | undefined;
  set(passage: ExtractPassage, made: Made): Made;
}

const keyOf = ({ title, url, headings, text, found }: ExtractPassage): string =>
  [JSON.stringify([title, url, headings, found?.map(({ length }) => length)]), text, ...(found ?? [])].join('\n');

export function memoizedByPassage<Made extends object>(
  make: (passage: ExtractPassage) => Made,
  maxBytes: number,
  bytesPerCharacter: number,
): (passage: ExtractPassage) => Made {
  const memo = passageMemo<Made>(maxBytes, bytesPerCharacter);
  return (passage) => memo.get(passage) ?? memo.set(passage, make(passage));
}

/** True for an outermost heading with all words of the page's name: "Helm waterproof jacket" of "Helm jacket". */
function isTitle({ heading, above }: Section, name: string): boolean {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const own = new Set(heading.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return above.length === 0 && words.length > 0 && words.every((word) => own.has(word));
}

function readOutline({ title, headings, text }: ExtractPassage): PassageOutline {
  const name = pageName(title);
  const sections = sectionsOf(text, headings).map((section) => {
    const isPage = section.heading === '' || section.heading === name || isTitle(section, name);
    return { ...section, isPage };
  });
  const units = sections.flatMap(({ blocks }, section) =>
    blocks.flatMap(({ kind, units, header }, block) =>
      units.map((unit) => ({ ...unit, kind, section, block, header })),
    ),
  );
  const texts = [...sections.map(({ heading }) => heading), ...units.map((unit) => unit.text)];
  return { sections, units, language: writtenLanguage(texts.join(' ')) };
}

/** Shorter units may be in an answer by chance. */
const MIN_QUOTATION_LENGTH = 12;

export function isQuotedIn({ kind, text, markdown }: OutlineUnit, answer: string): boolean {
  if (kind === 'table') return cellsOf(markdown).every((cell) => answer.includes(cell));
  return text.length >= MIN_QUOTATION_LENGTH && answer.includes(text.slice(0, 60));
}
