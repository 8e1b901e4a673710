/** What runs in the thread that cuts documents into passages and finds their words. */
import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { CutPassage, PreparedPassage } from '../../ports/passage-preparer.ts';
import { analyseText } from '../../text/analysis/analyse.ts';
import { chunksOf } from '../../text/chunking/chunk-document.ts';
import type { Block, ReadDocument } from '../../text/document.ts';
import { searchedText } from '../../text/searched-text.ts';
import { appendSlice, type Slice } from './block-slices.ts';

export type PreparingTask =
  | { readonly kind: 'words'; readonly passages: readonly CutPassage[] }
  | { readonly kind: 'document'; readonly document: ReadDocument }
  /** Its blocks come through the port, and its passages leave through it. */
  | { readonly kind: 'long document'; readonly document: ReadDocument; readonly port: MessagePort };

/** To the thread. `next` asks for passages; the one that tells the end of the blocks is the first to ask. */
export type ToPreparing = ({ readonly part: 'blocks' } & Slice) | { readonly part: 'next' };

/** From the thread: `taken` asks for more blocks. */
export type FromPreparing =
  | { readonly part: 'taken' }
  | { readonly part: 'passages'; readonly passages: readonly PreparedPassage[] }
  | { readonly part: 'end' };

/** Of a long document: they travel in a millisecond or two, and others get their turn after so many. */
const TOGETHER = 32;

export async function prepare(task: PreparingTask): Promise<readonly string[] | readonly PreparedPassage[]> {
  switch (task.kind) {
    case 'words':
      return task.passages.map(wordsOf);
    case 'document':
      return [...passagesOf(task.document)];
    case 'long document':
      await prepareLong(task);
      return [];
  }
}

const wordsOf = (passage: CutPassage): string => analyseText(searchedText(passage)).join(' ');

function* passagesOf(document: ReadDocument): Generator<PreparedPassage> {
  for (const { ordinal: _, ...passage } of chunksOf(document)) yield { ...passage, words: wordsOf(passage) };
}

async function prepareLong({ document, port }: { document: ReadDocument; port: MessagePort }): Promise<void> {
  const gone = new AbortController();
  const { signal } = gone;
  port.on('close', () => gone.abort());
  try {
    const blocks = await blocksThrough(port, signal);
    const passages = passagesOf({ ...document, blocks });
    for (let some = nextOf(passages); some.length > 0; some = nextOf(passages)) {
      const asked = once(port, 'message', { signal });
      port.postMessage({ part: 'passages', passages: some } satisfies FromPreparing);
      await asked;
    }
    port.postMessage({ part: 'end' } satisfies FromPreparing);
  } catch (error) {
    // Whoever asked has left.
    if (!signal.aborted) throw error;
  } finally {
    port.close();
  }
}

/** As many as travel together; none when there are no more. */
function nextOf(passages: Generator<PreparedPassage>): readonly PreparedPassage[] {
  const some: PreparedPassage[] = [];
  while (some.length < TOGETHER) {
    const next = passages.next();
    if (next.done === true) break;
    some.push(next.value);
  }
  return some;
}

async function blocksThrough(port: MessagePort, signal: AbortSignal): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for (;;) {
    const [message] = (await once(port, 'message', { signal })) as [ToPreparing];
    if (message.part === 'next') return blocks;
    appendSlice(blocks, message);
    port.postMessage({ part: 'taken' } satisfies FromPreparing);
  }
}
