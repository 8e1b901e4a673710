/** Worker thread that chunks documents into passages, analyses their words and, without an embedding model, hashes vectors from them. */
import { once } from 'node:events';
import { type MessagePort, threadId } from 'node:worker_threads';
import type { CutPassage, PreparedPassage } from '../../ports/content/passage-preparer.ts';
import { FoldedPassage } from '../../text/analysis/analyse.ts';
import { chunksOf } from '../../text/chunking/chunk-document.ts';
import type { Block, ReadDocument } from '../../text/document.ts';
import { offlinePassageVector } from '../../text/word-vectors/offline-vector.ts';
import { appendSlice, type BlockSlice } from './block-slices.ts';

export type PreparingTask = { readonly makesVectors: boolean } & (
  | { readonly kind: 'passages'; readonly passages: readonly CutPassage[] }
  | { readonly kind: 'document'; readonly document: ReadDocument }
  /** Blocks arrive and passages leave through the port. */
  | { readonly kind: 'long document'; readonly document: ReadDocument; readonly port: MessagePort }
);

/** To the worker. `next` requests passages; the first one ends the blocks. */
export type PreparingRequest = ({ readonly part: 'blocks' } & BlockSlice) | { readonly part: 'next' };

/** To the main thread. `taken` requests more blocks. */
export type PreparingResponse =
  | { readonly part: 'taken'; readonly threadId: number }
  | { readonly part: 'passages'; readonly passages: readonly PreparedPassage[] }
  | { readonly part: 'end' };

/** Per message, deserialized in a millisecond or two. */
const BATCH_SIZE = 32;

export async function prepare(task: PreparingTask): Promise<readonly PreparedPassage[]> {
  switch (task.kind) {
    case 'passages':
      return task.passages.map((passage) => analysed(passage, task));
    case 'document':
      return [...passagesOf(task.document, task)];
    case 'long document':
      await prepareLong(task);
      return [];
  }
}

type Vectors = Pick<PreparingTask, 'makesVectors'>;

function analysed(passage: CutPassage, { makesVectors }: Vectors): PreparedPassage {
  const folded = new FoldedPassage(passage);
  return { ...passage, words: folded.words().join(' '), vector: makesVectors ? offlinePassageVector(folded) : null };
}

function* passagesOf(document: ReadDocument, vectors: Vectors): Generator<PreparedPassage> {
  for (const { ordinal: _, ...passage } of chunksOf(document)) yield analysed(passage, vectors);
}

async function prepareLong({
  document,
  port,
  makesVectors,
}: Vectors & { readonly document: ReadDocument; readonly port: MessagePort }): Promise<void> {
  const gone = new AbortController();
  const { signal } = gone;
  port.on('close', () => gone.abort());
  try {
    const blocks = await receiveBlocks(port, signal);
    const passages = passagesOf({ ...document, blocks }, { makesVectors });
    for (let some = nextBatch(passages); some.length > 0; some = nextBatch(passages)) {
      const asked = once(port, 'message', { signal });
      port.postMessage({ part: 'passages', passages: some } satisfies PreparingResponse);
      await asked;
    }
    port.postMessage({ part: 'end' } satisfies PreparingResponse);
  } catch (error) {
    // The caller aborted.
    if (!signal.aborted) throw error;
  } finally {
    port.close();
  }
}

/** Empty at the end. */
function nextBatch(passages: Generator<PreparedPassage>): readonly PreparedPassage[] {
  const some: PreparedPassage[] = [];
  while (some.length < BATCH_SIZE) {
    const next = passages.next();
    if (next.done === true) break;
    some.push(next.value);
  }
  return some;
}

async function receiveBlocks(port: MessagePort, signal: AbortSignal): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for (;;) {
    const [message] = (await once(port, 'message', { signal })) as [PreparingRequest];
    if (message.part === 'next') return blocks;
    appendSlice(blocks, message);
    port.postMessage({ part: 'taken', threadId } satisfies PreparingResponse);
  }
}
