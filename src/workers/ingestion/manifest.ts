/** Manifest: the passages of one run, stored as a blob. A search index is rebuilt from it without reading the source again. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import type { CutPassage } from '../../ports/passage-preparer.ts';

const Passage = Type.Object({
  title: Type.String(),
  url: Type.Union([Type.String(), Type.Null()]),
  headings: Type.Array(Type.String()),
  text: Type.String(),
  /** SHA-256 of title, headings and text; key of the embedding cache. */
  hash: Type.String(),
});

const Manifest = Type.Object({ version: Type.Literal(1), passages: Type.Array(Passage) });

/** Its index in the manifest is its ordinal. */
export type ManifestPassage = CutPassage;

const MANIFEST_VALIDATOR = Compile(Manifest);
const PASSAGE_VALIDATOR = Compile(Passage);

/** JSON with one passage per line, so that it can be written and parsed line by line. Older releases wrote a single line. */
const OPENING = '{"version":1,"passages":[\n';
const SEPARATOR = ',\n';
const CLOSING = '\n]}';

const BUFFER_CHARACTERS = 256 * 1024;

/** Yields to the event loop: a manifest may have tens of megabytes. */
export async function encodeManifest(passages: readonly ManifestPassage[]): Promise<Uint8Array> {
  const budget = new EventLoopBudget();
  const pieces: Uint8Array[] = [];
  let waiting = OPENING;
  for (const [place, { title, url, headings, text, hash }] of passages.entries()) {
    waiting += `${place === 0 ? '' : SEPARATOR}${JSON.stringify({ title, url, headings, text, hash })}`;
    if (waiting.length >= BUFFER_CHARACTERS) {
      pieces.push(Buffer.from(waiting));
      waiting = '';
    }
    if (budget.isLong) await budget.pass();
  }
  return Buffer.concat([...pieces, Buffer.from(waiting + CLOSING)]);
}

/** Yields to the event loop. @throws Error when the bytes are no manifest of this version */
export async function parseManifest(bytes: Uint8Array): Promise<readonly ManifestPassage[]> {
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!json.subarray(0, OPENING.length).equals(Buffer.from(OPENING))) return parseWhole(json);
  const budget = new EventLoopBudget();
  const passages: ManifestPassage[] = [];
  const end = json.byteLength - CLOSING.length;
  for (let start = OPENING.length; start < end; ) {
    const next = json.indexOf(SEPARATOR, start);
    const stop = next < 0 || next > end ? end : next;
    const value: unknown = JSON.parse(json.toString('utf8', start, stop));
    if (!PASSAGE_VALIDATOR.Check(value)) throw unreadable();
    passages.push(value);
    start = stop + SEPARATOR.length;
    if (budget.isLong) await budget.pass();
  }
  if (!json.subarray(end).equals(Buffer.from(CLOSING))) throw unreadable();
  return passages;
}

function parseWhole(json: Buffer): readonly ManifestPassage[] {
  const value: unknown = JSON.parse(json.toString('utf8'));
  if (!MANIFEST_VALIDATOR.Check(value)) throw unreadable();
  return value.passages;
}

const unreadable = () => new Error('The stored passages of this source cannot be read');
