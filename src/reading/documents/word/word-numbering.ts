/** Numbers of lists and headings that Word counts by itself, which its text does not hold. */

import {
  attributeNamed,
  childNamed,
  childrenNamed,
  parseXml,
  valueOfChild,
  type XmlElement,
} from '../ooxml/xml-tree.ts';
import { formatNumber, type NumberFormat } from './number-formats.ts';

interface Level {
  /** The number; null for bullets, which have no number. */
  readonly format: NumberFormat | null;
  readonly start: number;
  /** Such as `%1.%2`. */
  readonly text: string;
  readonly isLegal: boolean;
}

interface Numbering {
  readonly abstractId: string;
  readonly levels: ReadonlyMap<number, Level>;
  /** Levels that this use of the list starts anew. */
  readonly restarts: ReadonlyMap<number, number>;
}

const MAX_LEVEL = 8;
const MAX_LABEL_CHARACTERS = 60;
const MAX_START = 1_000_000;

const FORMATS: Readonly<Record<string, NumberFormat | null>> = {
  bullet: null,
  none: null,
  decimalZero: 'padded',
  upperRoman: 'upper-roman',
  lowerRoman: 'lower-roman',
  upperLetter: 'upper-letter',
  lowerLetter: 'lower-letter',
};

/** A paragraph's own, as its properties name them. */
export interface NumberProperties {
  readonly id: string | null;
  readonly level: number | null;
  readonly style: string | null;
}

export class WordNumbering {
  readonly #numberings: ReadonlyMap<string, Numbering>;
  readonly #styles: ReadonlyMap<string, { readonly id: string; readonly level: number }>;
  readonly #counts = new Map<string, (number | undefined)[]>();
  readonly #started = new Set<string>();

  /**
   * @param styles root of `styles.xml`
   * @throws Unreadable when `numbering` is not well-formed
   */
  constructor(numbering: Uint8Array | undefined, styles: XmlElement | null) {
    this.#numberings = numbering === undefined ? new Map() : numberingsOf(parseXml(numbering));
    this.#styles = numberedStyles(styles);
  }

  get isEmpty(): boolean {
    return this.#numberings.size === 0;
  }

  /** The next number of the paragraph's list; null for a paragraph without one. The paragraph's own list goes before its style's. */
  next(own: NumberProperties): string | null {
    const styled = this.#styles.get(own.style ?? '');
    const id = own.id ?? styled?.id ?? '';
    const level = Math.max(0, Math.min(own.level ?? styled?.level ?? 0, MAX_LEVEL));
    const numbering = this.#numberings.get(id);
    const kind = numbering?.levels.get(level);
    if (numbering === undefined || kind === undefined) return null;
    const counts = this.#countsOf(id, numbering);
    counts[level] = (counts[level] ?? kind.start - 1) + 1;
    // An item restarts the numbering of deeper levels.
    counts.length = level + 1;
    return kind.format === null ? null : labelOf(kind, numbering, counts);
  }

  /** Uses of one list count on, unless a use starts anew. */
  #countsOf(id: string, { abstractId, restarts }: Numbering): (number | undefined)[] {
    const counts = this.#counts.get(abstractId) ?? [];
    this.#counts.set(abstractId, counts);
    if (this.#started.has(id)) return counts;
    this.#started.add(id);
    for (const [level, start] of restarts) counts[level] = start - 1;
    return counts;
  }
}

function labelOf(kind: Level, { levels }: Numbering, counts: readonly (number | undefined)[]): string {
  return kind.text
    .replace(/%([1-9])/g, (_, digit) => {
      const level = Number(digit) - 1;
      const { format, start } = levels.get(level) ?? { format: null, start: 1 };
      return formatNumber(counts[level] ?? start, kind.isLegal ? 'decimal' : (format ?? 'decimal'));
    })
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LABEL_CHARACTERS);
}

function numberingsOf(root: XmlElement): ReadonlyMap<string, Numbering> {
  const lists = new Map<string, ReadonlyMap<number, Level>>();
  for (const list of childrenNamed(root, 'abstractNum'))
    lists.set(attributeNamed(list, 'abstractNumId') ?? '', levelsOf(list));
  return new Map(
    childrenNamed(root, 'num').map((use) => [attributeNamed(use, 'numId') ?? '', numberingOf(use, lists)]),
  );
}

/** @param lists levels of the abstract lists, by their id */
function numberingOf(use: XmlElement, lists: ReadonlyMap<string, ReadonlyMap<number, Level>>): Numbering {
  const abstractId = valueOfChild(use, 'abstractNumId') ?? '';
  const levels = new Map(lists.get(abstractId));
  const restarts = new Map<number, number>();
  for (const override of childrenNamed(use, 'lvlOverride')) {
    for (const [place, own] of levelsOf(override)) levels.set(place, own);
    const start = valueOfChild(override, 'startOverride');
    if (start !== null) restarts.set(numberFrom(attributeNamed(override, 'ilvl'), 0), numberFrom(start, 1));
  }
  return { abstractId, levels, restarts };
}

const levelsOf = (list: XmlElement): ReadonlyMap<number, Level> =>
  new Map(
    childrenNamed(list, 'lvl').map((level) => {
      const format = valueOfChild(level, 'numFmt') ?? 'decimal';
      return [
        numberFrom(attributeNamed(level, 'ilvl'), 0),
        {
          format: Object.hasOwn(FORMATS, format) ? (FORMATS[format] ?? null) : 'decimal',
          start: numberFrom(valueOfChild(level, 'start'), 0),
          text: (valueOfChild(level, 'lvlText') ?? '').slice(0, MAX_LABEL_CHARACTERS),
          isLegal: childNamed(level, 'isLgl') !== null,
        },
      ];
    }),
  );

function numberedStyles(root: XmlElement | null) {
  const styles = new Map<string, { id: string; level: number }>();
  for (const style of childrenNamed(root, 'style')) {
    const numbering = childNamed(style, 'pPr', 'numPr');
    const id = valueOfChild(numbering, 'numId');
    if (id === null) continue;
    const level = numberFrom(valueOfChild(numbering, 'ilvl'), 0);
    styles.set(attributeNamed(style, 'styleId') ?? '', { id, level });
  }
  return styles;
}

function numberFrom(text: string | null, otherwise: number): number {
  const number = Number.parseInt(text ?? '', 10);
  return Number.isSafeInteger(number) && Math.abs(number) <= MAX_START ? number : otherwise;
}
