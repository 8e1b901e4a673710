/**
 * Worker thread that parses and sends the result in parts, one per request, so that the main thread never blocks on a large
 * message.
 */
import { once } from 'node:events';
import { type MessagePort, threadId } from 'node:worker_threads';
import type { ReadFileResult, ReadPageResult } from '../../ports/content/document-reader.ts';
import type { Block, ReadDocument } from '../../text/document.ts';
import { PieceCounter } from '../piece-count.ts';
import { Unreadable } from '../unreadable.ts';
import { slicesOf } from './block-slices.ts';

export type ReadingTask = { readonly port: MessagePort; readonly bytes: Uint8Array } & (
  | { readonly kind: 'file'; readonly fileName: string }
  | { readonly kind: 'page'; readonly url: string; readonly contentType: string }
);

/** Without blocks, which are sent in parts. */
export type ReadingResult = ReadFileResult | ReadPageResult;

export type ReadingPart =
  | { readonly part: 'started'; readonly threadId: number }
  /** Appended to the document of that index. */
  | {
      readonly part: 'blocks';
      readonly document: number;
      readonly continuesTable: boolean;
      readonly blocks: readonly Block[];
    }
  | { readonly part: 'end'; readonly result: ReadingResult };

export async function read(task: ReadingTask): Promise<void> {
  const { port } = task;
  try {
    port.postMessage({ part: 'started', threadId } satisfies ReadingPart);
    const result = checkPieceCount(task.kind === 'file' ? await readFile(task) : await readPage(task));
    for (const [document, { blocks }] of documentsOf(result).entries()) {
      for (const slice of slicesOf(blocks)) {
        port.postMessage({ part: 'blocks', document, ...slice } satisfies ReadingPart);
        await once(port, 'message');
      }
    }
    port.postMessage({ part: 'end', result: withoutBlocks(result) } satisfies ReadingPart);
  } finally {
    port.close();
  }
}

async function readFile(task: { fileName: string; bytes: Uint8Array }): Promise<ReadFileResult> {
  const { readDocument } = await import('../documents/read-document.ts');
  try {
    return { ok: true, documents: [await readDocument(task.fileName, task.bytes)] };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, reason: error.message };
    throw error;
  }
}

async function readPage(task: { url: string; contentType: string; bytes: Uint8Array }): Promise<ReadPageResult> {
  const { readHtml } = await import('../html/read-html.ts');
  const { UnparsablePage } = await import('../html/dom/dom.ts');
  try {
    return { ok: true, page: readHtml(task) };
  } catch (error) {
    return {
      ok: false,
      reason: error instanceof UnparsablePage ? error.message : 'The page cannot be read',
    };
  }
}

/** Not every reader counts pieces while it parses. */
function checkPieceCount(result: ReadingResult): ReadingResult {
  const pieces = new PieceCounter();
  try {
    for (const { blocks } of documentsOf(result)) {
      pieces.add(blocks.length);
      for (const block of blocks) if (block.kind === 'table') pieces.add(block.rows.length);
    }
    return result;
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, reason: error.message };
    throw error;
  }
}

function documentsOf(result: ReadingResult): readonly ReadDocument[] {
  if (!result.ok) return [];
  return 'page' in result ? [result.page.document] : result.documents;
}

function withoutBlocks(result: ReadingResult): ReadingResult {
  if (!result.ok) return result;
  if ('page' in result)
    return { ok: true, page: { ...result.page, document: { ...result.page.document, blocks: [] } } };
  return { ok: true, documents: result.documents.map((document) => ({ ...document, blocks: [] })) };
}
