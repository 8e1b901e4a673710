/**
 * What runs in the threads of the reading pool: it parses, and hands the result over in parts, one for each time that it is asked,
 * so that the main thread never takes more in at once than it can without holding everybody else up.
 */
import { once } from 'node:events';
import { type MessagePort, threadId } from 'node:worker_threads';
import type { ReadFileResult, ReadPageResult } from '../../ports/document-reader.ts';
import type { Block, ReadDocument } from '../../text/document.ts';
import { slicesOf } from './block-slices.ts';

/** What to read, and the port that its parts go to. */
export type ReadingTask = { readonly port: MessagePort; readonly bytes: Uint8Array } & (
  | { readonly kind: 'file'; readonly fileName: string }
  | { readonly kind: 'page'; readonly url: string; readonly contentType: string }
);

/** The result with its documents' blocks left out: they came in parts. */
export type ReadingResult = ReadFileResult | ReadPageResult;

export type ReadingPart =
  | { readonly part: 'started'; readonly threadId: number }
  /** To be appended to the document of that number; a table that goes on is appended to the table before it. */
  | { readonly part: 'blocks'; readonly document: number; readonly goesOn: boolean; readonly blocks: readonly Block[] }
  | { readonly part: 'end'; readonly result: ReadingResult };

export async function read(task: ReadingTask): Promise<void> {
  const { port } = task;
  try {
    port.postMessage({ part: 'started', threadId } satisfies ReadingPart);
    const result = withinReason(task.kind === 'file' ? await readFile(task) : await readPage(task));
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
  const { readDocument } = await import('../../workers/ingestion/documents/read-document.ts');
  const { Unreadable } = await import('../../workers/ingestion/documents/unreadable.ts');
  try {
    return { ok: true, documents: [await readDocument(task.fileName, task.bytes)] };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, reason: error.message };
    throw error;
  }
}

async function readPage(task: { url: string; contentType: string; bytes: Uint8Array }): Promise<ReadPageResult> {
  const { readHtml } = await import('../../workers/ingestion/html/read-html.ts');
  const { TooDeep } = await import('../../workers/ingestion/html/dom.ts');
  try {
    return { ok: true, page: readHtml(task) };
  } catch (error) {
    return {
      ok: false,
      reason: error instanceof TooDeep ? error.message : 'The page cannot be read',
    };
  }
}

/** Paragraphs and rows together. Each is an object in the main thread's memory, however short it is. */
const MAX_PIECES = 1_000_000;

function withinReason(result: ReadingResult): ReadingResult {
  let pieces = 0;
  for (const { blocks } of documentsOf(result)) {
    pieces += blocks.length;
    for (const block of blocks) if (block.kind === 'table') pieces += block.rows.length;
  }
  if (pieces <= MAX_PIECES) return result;
  return { ok: false, reason: `There are more than ${MAX_PIECES.toLocaleString('en')} paragraphs or rows in it` };
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
