import { formattingRuns, runAt } from './formatting-runs.ts';
import { type PropertyModifier, parseModifiers } from './modifiers.ts';
import { readStyles } from './styles.ts';
import type { WordFile } from './word-file.ts';
import type { WordText } from './word-text.ts';

export interface Paragraph {
  /** Raw text, with field marks and unread characters. */
  readonly units: string;
  /** `cell` also ends rows; `page` is a page or section break. */
  readonly end: 'paragraph' | 'cell' | 'page';
  /** 1 to 9; null for no heading. */
  readonly headingLevel: number | null;
  readonly inTable: boolean;
  readonly rowEnd: boolean;
  /** Ends a row that repeats on every page. */
  readonly headerRow: boolean;
  /** List override index (LFO), from 1; 0 for none. */
  readonly list: number;
  readonly listLevel: number;
  /** Word 6 and 95: a list item by its own formatting. */
  readonly simpleItem: boolean;
}

const TERMINATORS: ReadonlyMap<string, Paragraph['end']> = new Map([
  ['\r', 'paragraph'],
  ['\u0007', 'cell'],
  ['\f', 'page'],
]);
/** Outline level of body text; headings count from 0. */
const BODY_LEVEL = 9;

/** Character positions `from` to `to`. */
export function paragraphReader(file: WordFile, text: WordText): (from: number, to: number) => Generator<Paragraph> {
  const runs = formattingRuns(file, 'paragraphPages');
  const styles = readStyles(file);
  const propertiesAt = (position: number) => {
    const run = runAt(runs, text.offsetOf(position));
    const style = styles[run?.style ?? 0] ?? null;
    const own = run === null ? [] : parseModifiers(run.modifiers, file.version);
    return propertiesOf([...(style?.modifiers ?? []), ...own], style?.headingLevel ?? null);
  };
  return function* read(from, to) {
    let start = from;
    for (let position = from; position < to; position += 1) {
      const end = TERMINATORS.get(text.units.charAt(position));
      if (end === undefined) continue;
      yield { units: text.units.slice(start, position), end, ...propertiesAt(position) };
      start = position + 1;
    }
    if (start < to) yield { units: text.units.slice(start, to), end: 'paragraph', ...propertiesAt(to - 1) };
  };
}

function propertiesOf(modifiers: readonly PropertyModifier[], styleLevel: number | null) {
  const values = new Map(modifiers.map(({ property, value }) => [property, value]));
  const flag = (property: PropertyModifier['property']) => (values.get(property) ?? 0) !== 0;
  const outline = values.get('outlineLevel') ?? BODY_LEVEL;
  const list = values.get('list') ?? 0;
  return {
    headingLevel: styleLevel ?? (outline < BODY_LEVEL ? outline + 1 : null),
    inTable: flag('inTable'),
    rowEnd: flag('rowEnd'),
    headerRow: flag('headerRow'),
    // Higher values mean no list.
    list: list < 0xf800 ? list : 0,
    listLevel: Math.min(8, values.get('listLevel') ?? 0),
    simpleItem: flag('simpleList'),
  };
}
