import { formattingRuns, runAt } from './formatting-runs.ts';
import { type Modifier, modifiersOf } from './modifiers.ts';
import { readStyles } from './styles.ts';
import type { WordFile } from './word-file.ts';
import type { WordText } from './word-text.ts';

export interface Paragraph {
  /** As it stands in the file, marks of fields and unread characters included. */
  readonly units: string;
  /** What ends it: a paragraph, a cell of a table (a row's end looks the same), a page or section. */
  readonly end: 'paragraph' | 'cell' | 'page';
  /** 1 to 9; null for what is no heading. */
  readonly headingLevel: number | null;
  readonly inTable: boolean;
  readonly rowEnd: boolean;
  /** Of a row's end: whether the row is said again on every page. */
  readonly headerRow: boolean;
  /** Which list it is an item of, counted from 1; 0 for none. */
  readonly list: number;
  readonly listLevel: number;
  /** Word 6 and 95: an item of a list that its own formatting makes. */
  readonly simpleItem: boolean;
}

const ENDS: ReadonlyMap<string, Paragraph['end']> = new Map([
  ['\r', 'paragraph'],
  ['\u0007', 'cell'],
  ['\f', 'page'],
]);
/** Outline levels count from 0; this one means that it is no heading. */
const BODY_LEVEL = 9;

/** Cuts a part of the text (positions `from` up to `to`) into paragraphs with what their formatting says of them. */
export function paragraphReader(file: WordFile, text: WordText): (from: number, to: number) => Generator<Paragraph> {
  const runs = formattingRuns(file, 'paragraphPages');
  const styles = readStyles(file);
  const propertiesAt = (position: number) => {
    const run = runAt(runs, text.offsetOf(position));
    const style = styles[run?.style ?? 0] ?? null;
    const own = run === null ? [] : modifiersOf(run.modifiers, file.version);
    return propertiesOf([...(style?.modifiers ?? []), ...own], style?.headingLevel ?? null);
  };
  return function* read(from, to) {
    let start = from;
    for (let position = from; position < to; position += 1) {
      const end = ENDS.get(text.units.charAt(position));
      if (end === undefined) continue;
      yield { units: text.units.slice(start, position), end, ...propertiesAt(position) };
      start = position + 1;
    }
    if (start < to) yield { units: text.units.slice(start, to), end: 'paragraph', ...propertiesAt(to - 1) };
  };
}

function propertiesOf(modifiers: readonly Modifier[], styleLevel: number | null) {
  const values = new Map(modifiers.map(({ property, value }) => [property, value]));
  const flag = (property: Modifier['property']) => (values.get(property) ?? 0) !== 0;
  const outline = values.get('outlineLevel') ?? BODY_LEVEL;
  const list = values.get('list') ?? 0;
  return {
    headingLevel: styleLevel ?? (outline < BODY_LEVEL ? outline + 1 : null),
    inTable: flag('inTable'),
    rowEnd: flag('rowEnd'),
    headerRow: flag('headerRow'),
    // Above these are numbers that mean no list at all.
    list: list < 0xf800 ? list : 0,
    listLevel: Math.min(8, values.get('listLevel') ?? 0),
    simpleItem: flag('simpleList'),
  };
}
