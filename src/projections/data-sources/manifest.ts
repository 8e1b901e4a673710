/** Manifest: the passages of one run as a blob, from which a search index is rebuilt without reading the source again. */
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

/** Its index in the manifest is the passage's ordinal. */
export type ManifestPassage = CutPassage;

const manifestValidator = lazily(() => Compile(Manifest));
const passageValidator = lazily(() => Compile(Passage));

/** JSON with one passage per line, to be written and parsed line by line. Older releases wrote a single line. */
const OPENING = '{"version":1,"passages":[\n';
const SEPARATOR = ',\n';
const CLOSING = '\n]}';

const BUFFER_CHARACTERS = 256 * 1024;

/** Passages of one page begin alike, up to their headings. */
const lineOpening = ({ title, url }: Pick<ManifestPassage, 'title' | 'url'>): string =>
  JSON.stringify({ title, url }).slice(0, -1);

/** Yields to the event loop: a manifest may have tens of megabytes. */
export async function encodeManifest(passages: readonly ManifestPassage[]): Promise<Uint8Array> {
  const budget = new EventLoopBudget();
  const pieces: Uint8Array[] = [];
  let waiting = OPENING;
  for (const [place, { title, url, headings, text, hash }] of passages.entries()) {
    const rest = JSON.stringify({ headings, text, hash }).slice(1);
    waiting += `${place === 0 ? '' : SEPARATOR}${lineOpening({ title, url })},${rest}`;
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
  let ordinal = 0;
  for await (const lines of passageLines(bytes)) {
    for (const line of lines) {
      if (ordinals.has(ordinal)) found.set(ordinal, passageOf(line));
      ordinal += 1;
    }
    if (ordinal > last) break;
  }
  return found;
}

/** Reads the passages from a stream of the manifest, in order. @throws Error when the bytes are no manifest of this version */
export async function* readManifestPassages(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ManifestPassage> {
  for await (const lines of passageLines(bytes)) yield* lines.map(passageOf);
}

/** A page of a website, or another document, as its passages tell it. */
export interface ManifestPage {
  readonly title: string;
  readonly url: string | null;
  readonly chunkCount: number;
}

/**
 * Reads the pages from a stream of the manifest, in order. Counts passages by the beginning of their lines, so that a page
 * costs one parsed passage. Leaves out a page whose passages all stand on earlier pages too.
 * @throws Error when the bytes are no manifest of this version
 */
export async function* readPages(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ManifestPage> {
  let page: ManifestPage | null = null;
  let opening = Buffer.alloc(0);
  let chunkCount = 0;
  for await (const lines of passageLines(bytes)) {
    for (const line of lines) {
      if (page === null || !line.subarray(0, opening.length).equals(opening)) {
        if (page !== null) yield { ...page, chunkCount };
        const { title, url } = passageOf(line);
        page = { title, url, chunkCount: 0 };
        opening = Buffer.from(`${lineOpening(page)},`);
        chunkCount = 0;
      }
      chunkCount += 1;
    }
  }
  if (page !== null) yield { ...page, chunkCount };
}

async function* passageLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Buffer[]> {
  let isOpen = false;
  for await (const { lines, rest } of linesOf(bytes)) {
    if (!isOpen && lines.length > 0) {
      if (`${lines.shift()}\n` !== OPENING) throw unreadable();
      isOpen = true;
    }
    yield lines;
    if (rest === null) continue;
    if (isOpen) checkClosing(rest);
    // Written by an older release.
    else yield parseWhole(rest).map((passage) => Buffer.from(JSON.stringify(passage)));
  }
}

function passageOf(line: Buffer): ManifestPassage {
  const value: unknown = JSON.parse(line.toString().replace(/,$/, ''));
  if (!passageValidator().Check(value)) throw unreadable();
  return value;
}

const NEWLINE = 0x0a;

/** Yields the whole lines of each chunk, without their ends; at the end also the `rest` after the last. */
async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly lines: Buffer[]; readonly rest: Buffer | null }> {
  let begun: Uint8Array[] = [];
  for await (const bytesOfChunk of bytes) {
    const chunk = Buffer.from(bytesOfChunk.buffer, bytesOfChunk.byteOffset, bytesOfChunk.byteLength);
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const part = chunk.subarray(start, end);
      lines.push(begun.length === 0 ? part : Buffer.concat([...begun, part]));
      begun = [];
      start = end + 1;
    }
    if (start < chunk.byteLength) begun.push(chunk.subarray(start));
    yield { lines, rest: null };
  }
  yield { lines: [], rest: Buffer.concat(begun) };
}

function checkClosing(line: Buffer): void {
  if (`\n${line}` !== CLOSING) throw unreadable();
}

function parseWhole(json: Buffer): readonly ManifestPassage[] {
  const value: unknown = JSON.parse(json.toString('utf8'));
  if (!manifestValidator().Check(value)) throw unreadable();
  return value.passages;
}

const unreadable = () => new Error('The stored passages of this source cannot be read');
