import type { MessagePort } from 'node:worker_threads';
import type { Block, ReadDocument } from '../../text/document.ts';
import { appendSlice } from './block-slices.ts';
import type { ReadingPart, ReadingResult } from './reading-thread.ts';

/** Assembles the result that a reading thread sends in parts; yields to the event loop before it requests the next. */
export async function receiveResult(
  port: MessagePort,
  onStarted: (threadId: number) => void,
): Promise<ReadingResult | null> {
  const { promise, resolve } = Promise.withResolvers<ReadingResult | null>();
  const documents: Block[][] = [];
  port.on('message', (message: ReadingPart) => {
    if (message.part === 'started') onStarted(message.threadId);
    else if (message.part === 'end') resolve(withBlocks(message.result, documents));
    else {
      const blocks = documents[message.document] ?? [];
      documents[message.document] = blocks;
      appendSlice(blocks, message);
      setImmediate(() => port.postMessage('next'));
    }
  });
  // The thread has ended without a result.
  port.on('close', () => resolve(null));
  const result = await promise;
  port.close();
  return result;
}

function withBlocks(result: ReadingResult, blocks: readonly Block[][]): ReadingResult {
  if (!result.ok) return result;
  const filled = (document: ReadDocument, index: number): ReadDocument => ({
    ...document,
    blocks: blocks[index] ?? [],
  });
  if ('page' in result) return { ok: true, page: { ...result.page, document: filled(result.page.document, 0) } };
  return { ok: true, documents: result.documents.map(filled) };
}
