/** Manifest: the passages of one run, stored as a blob. A search index is rebuilt from it without reading the source again. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import { lazily } from '../../lib/lazily.ts';
import type { CutPassage } from '../../ports/content/passage-preparer.ts';

const Passage = Type.Object({
  title: Type.String(),
  url: Type.Union([Type.String(), Type.Null()]),
  headings: Type.Array(Type.String()),
  text: Type.String(),
  /** SHA-256 of title, headings and text; key of the embedding cache. */
  hash: Type.String(),
});

const Manifest = Type.Object({ version: Type.Literal(1), passages: Type.Array(Passage) });

/** A passage, whose index in the manifest is its ordinal. */
export type ManifestPassage = CutPassage;

const manifestValidator = lazily(() => Compile(Manifest));
const passageValidator = lazily(() => Compile(Passage));

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
    if (budget.isUsedUp) await budget.yieldNow();
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
    if (!passageValidator().Check(value)) throw unreadable();
    passages.push(value);
    start = stop + SEPARATOR.length;
    if (budget.isUsedUp) await budget.yieldNow();
  }
  if (!json.subarray(end).equals(Buffer.from(CLOSING))) throw unreadable();
  return passages;
}

/**
 * Reads single passages from a stream of the manifest, by ordinal, in memory for a line. Missing ones are left out.
 * @throws Error when the bytes are no manifest of this version
 */
export async function pickPassages(
  bytes: AsyncIterable<Uint8Array>,
  ordinals: ReadonlySet<number>,
): Promise<ReadonlyMap<number, ManifestPassage>> {
  const found = new Map<number, ManifestPassage>();
  const last = Math.max(-1, ...ordinals);
  let kept: Uint8Array[] = [];
  /** Ordinal of the line; the opening comes before the first passage. */
  let line = -1;
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.byteLength; ) {
      const newline = chunk.indexOf(NEWLINE, start);
      const isKept = line === -1 || ordinals.has(line);
      if (isKept) kept.push(chunk.subarray(start, newline < 0 ? chunk.byteLength : newline));
      if (newline < 0) break;
      if (line === -1) checkOpening(Buffer.concat(kept));
      else if (isKept) takeLine(line, Buffer.concat(kept), found);
      kept = [];
      line += 1;
      if (line > last) return found;
      start = newline + 1;
    }
  }
  if (line >= 0) return found;
  const whole = parseWhole(Buffer.concat(kept));
  return new Map([...ordinals].flatMap((ordinal) => (whole[ordinal] === undefined ? [] : [[ordinal, whole[ordinal]]])));
}

const NEWLINE = 0x0a;

function checkOpening(line: Buffer): void {
  if (`${line}\n` !== OPENING) throw unreadable();
}

function takeLine(ordinal: number, line: Buffer, found: Map<number, ManifestPassage>): void {
  const json = line.toString().replace(/,$/, '');
  if (`\n${json}` === CLOSING) return;
  const value: unknown = JSON.parse(json);
  if (!passageValidator().Check(value)) throw unreadable();
  found.set(ordinal, value);
}

function parseWhole(json: Buffer): readonly ManifestPassage[] {
  const value: unknown = JSON.parse(json.toString('utf8'));
  if (!manifestValidator().Check(value)) throw unreadable();
  return value.passages;
}

const unreadable = () => new Error('The stored passages of this source cannot be read');
