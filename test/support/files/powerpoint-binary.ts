import { compoundFileOf } from './compound-file.ts';

export interface BinaryShape {
  /** [MS-PPT]: 0 title, 1 body, 2 notes, 4 other. */
  readonly kind: number;
  readonly text: string;
  /** Left and top, for a cell of a table. */
  readonly at?: readonly [left: number, top: number];
  /** Placeholder type: 8 is the slide number. */
  readonly placeholder?: number;
}

export interface BinarySlide {
  readonly shapes: readonly BinaryShape[];
  /** Cells of a table drawn behind the shapes. */
  readonly table?: readonly BinaryShape[];
  /** Texts that stand in the list of slides; shapes of the slide name them by their place. */
  readonly outline?: readonly BinaryShape[];
  readonly notes?: string;
  readonly foot?: string;
  readonly isHidden?: boolean;
  /** Its number stands for the record of the slide before. */
  readonly isSameRecord?: boolean;
}

/** A presentation as PowerPoint 97 saves it, by hand: enough for a reader, nothing more. */
export function pptOf(slides: readonly BinarySlide[], more: { encrypted?: boolean } = {}): Uint8Array {
  const parts: Buffer[] = [];
  const places: number[] = [];
  let length = 0;
  const add = (part: Buffer) => {
    const at = length;
    parts.push(part);
    length += part.length;
    return at;
  };
  // Records are numbered from 1: the document, then slides and notes by turns. The document is saved last.
  const numberOf = (index: number, notes: boolean) => 2 + index * 2 + (notes ? 1 : 0);
  for (const [index, slide] of slides.entries()) {
    const before = places[numberOf(index - 1, false)];
    places[numberOf(index, false)] =
      slide.isSameRecord === true && before !== undefined ? before : add(slideRecord(slide));
    const page = shapeRecord({ kind: 2, text: slide.notes ?? '' });
    const number = shapeRecord({ kind: 4, text: '7', placeholder: 8 });
    places[numberOf(index, true)] = add(
      container(0x03f0, [atom(0x03f1, uint32(256 + index, 0)), drawing([number, page])]),
    );
  }
  const lists = [
    container(0x0ff0, [atom(0x03f3, uint32(999, 4, 0, 0x80000000, 0))], 1),
    container(
      0x0ff0,
      slides.flatMap((slide, index) => [
        atom(0x03f3, uint32(numberOf(index, false), 4, 0, 256 + index, 0)),
        ...(slide.outline ?? []).flatMap(textRecords),
      ]),
    ),
    container(
      0x0ff0,
      slides.flatMap((slide, index) =>
        slide.notes === undefined ? [] : [atom(0x03f3, uint32(numberOf(index, true), 4, 0, 256 + index, 0))],
      ),
      2,
    ),
  ];
  places[1] = add(container(0x03e8, lists));
  const numbers = [...places.keys()].filter((number) => places[number] !== undefined);
  const directory = add(
    atom(0x1772, Buffer.concat(numbers.map((number) => uint32(number + (1 << 20), places[number] ?? 0)))),
  );
  const edit = add(atom(0x0ff5, uint32(0, 0, 0, directory, 1, places.length, 0)));
  const token = more.encrypted === true ? 0xf3d1c4df : 0xe391c05f;
  return compoundFileOf({
    'PowerPoint Document': Buffer.concat(parts),
    'Current User': atom(0x0ff6, uint32(20, token, edit, 0)),
  });
}

function slideRecord({ shapes, table, foot, isHidden }: BinarySlide): Buffer {
  const show = Buffer.alloc(16);
  show.writeUInt16LE(isHidden === true ? 0x15 : 0x11, 10);
  const drawn = [...shapes.map(shapeRecord), ...(table === undefined ? [] : [tableRecord(table)])];
  const settings = foot === undefined ? [] : [container(0x0fd9, [atom(0x0fba, Buffer.from(foot, 'utf16le'), 2)], 3)];
  return container(0x03ee, [atom(0x03ef, Buffer.alloc(24)), atom(0x03f9, show), drawing(drawn), ...settings]);
}

const drawing = (shapes: readonly Buffer[]) => container(0x040c, [container(0xf002, [container(0xf003, [...shapes])])]);

/** A group whose first shape says that it is a table. */
function tableRecord(cells: readonly BinaryShape[]): Buffer {
  const property = Buffer.alloc(6);
  property.writeUInt16LE(0x039f, 0);
  property.writeUInt32LE(1, 2);
  return container(0xf003, [container(0xf004, [atom(0xf122, property, 1)]), ...cells.map(shapeRecord)]);
}

function shapeRecord(shape: BinaryShape): Buffer {
  const [left, top] = shape.at ?? [0, 0];
  const named = /^#(\d+)$/.exec(shape.text)?.[1];
  const texts = named === undefined ? textRecords(shape) : [atom(0x0f9e, uint32(Number(named)))];
  const placeholder = [container(0xf011, [atom(0x0bc3, Buffer.from([0, 0, 0, 0, shape.placeholder ?? 0, 0, 0, 0]))])];
  return container(0xf004, [
    atom(0xf00f, uint32(left, top, left + 10, top + 10)),
    ...(shape.placeholder === undefined ? [] : placeholder),
    container(0xf00d, texts),
  ]);
}

/** Text of Western letters takes one byte a character. */
function textRecords({ kind, text }: BinaryShape): Buffer[] {
  const narrow = [...text].every((character) => character < '\u0100');
  const stored = narrow ? atom(0x0fa8, Buffer.from(text, 'latin1')) : atom(0x0fa0, Buffer.from(text, 'utf16le'));
  return [atom(0x0f9f, uint32(kind)), stored];
}

function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

function atom(type: number, bytes: Buffer, instance = 0, version = 0): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE((instance << 4) | version, 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
}

const container = (type: number, children: readonly Buffer[], instance = 0) =>
  atom(type, Buffer.concat(children), instance, 0xf);
