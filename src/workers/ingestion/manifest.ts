/**
 * The passages of one run of reading a source, as they are kept in the blob store: whatever happens to a search index, or whichever
 * embedding model comes next, it is made again from these without reading the source once more.
 */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { CutPassage } from '../../ports/passage-preparer.ts';
import { Turns } from '../../runtime/turns.ts';

const Passage = Type.Object({
  title: Type.String(),
  url: Type.Union([Type.String(), Type.Null()]),
  headings: Type.Array(Type.String()),
  text: Type.String(),
  /** SHA-256 of title, headings and text: by it embeddings are remembered. */
  hash: Type.String(),
});

const Manifest = Type.Object({ version: Type.Literal(1), passages: Type.Array(Passage) });

/** Its place among all passages of the run is its ordinal. */
export type ManifestPassage = CutPassage;

const manifests = Compile(Manifest);
const manifestPassages = Compile(Passage);

/** JSON with a line for each passage, so that it is written and parsed a line at a time. Releases before this one wrote a single line. */
const OPENING = '{"version":1,"passages":[\n';
const BETWEEN = ',\n';
const CLOSING = '\n]}';

const PIECE_CHARACTERS = 256 * 1024;

/** In turns: there may be tens of megabytes of it. */
export async function encodeManifest(passages: readonly ManifestPassage[]): Promise<Uint8Array> {
  const turns = new Turns();
  const pieces: Uint8Array[] = [];
  let waiting = OPENING;
  for (const [place, { title, url, headings, text, hash }] of passages.entries()) {
    waiting += `${place === 0 ? '' : BETWEEN}${JSON.stringify({ title, url, headings, text, hash })}`;
    if (waiting.length >= PIECE_CHARACTERS) {
      pieces.push(Buffer.from(waiting));
      waiting = '';
    }
    if (turns.isLong) await turns.pass();
  }
  return Buffer.concat([...pieces, Buffer.from(waiting + CLOSING)]);
}

/** In turns. @throws Error when the bytes are no manifest of this version. */
export async function parseManifest(bytes: Uint8Array): Promise<readonly ManifestPassage[]> {
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!json.subarray(0, OPENING.length).equals(Buffer.from(OPENING))) return parseWhole(json);
  const turns = new Turns();
  const passages: ManifestPassage[] = [];
  const end = json.byteLength - CLOSING.length;
  for (let start = OPENING.length; start < end; ) {
    const next = json.indexOf(BETWEEN, start);
    const stop = next < 0 || next > end ? end : next;
    const value: unknown = JSON.parse(json.toString('utf8', start, stop));
    if (!manifestPassages.Check(value)) throw unreadable();
    passages.push(value);
    start = stop + BETWEEN.length;
    if (turns.isLong) await turns.pass();
  }
  if (!json.subarray(end).equals(Buffer.from(CLOSING))) throw unreadable();
  return passages;
}

function parseWhole(json: Buffer): readonly ManifestPassage[] {
  const value: unknown = JSON.parse(json.toString('utf8'));
  if (!manifests.Check(value)) throw unreadable();
  return value.passages;
}

const unreadable = () => new Error('The passages that were kept of this source cannot be read');
