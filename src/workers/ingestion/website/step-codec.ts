/**
 * Gzipped lines of JSON: a label, then one line per step. A page's blocks follow on lines of their own, short enough for the event loop.
 */
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import type { Block } from '../../../text/document.ts';
import type { CrawlStep, PageVisit } from './crawl-steps.ts';

const gzipAsync = promisify(gzip);
const gunzipAsync = promisify(gunzip);

/** Approximate length of a line of blocks; a single block may be longer. */
const MAX_LINE_CHARACTERS = 128 * 1024;

export async function encodeStep(step: CrawlStep): Promise<string[]> {
  if (step.step !== 'visit' || step.visit.outcome !== 'read') return [JSON.stringify(step)];
  const { page } = step.visit;
  const head = { ...step, visit: { ...step.visit, page: { ...page, document: { ...page.document, blocks: [] } } } };
  const lines = [JSON.stringify(head)];
  const budget = new EventLoopBudget();
  let waiting: string[] = [];
  let characters = 0;
  for (const block of page.document.blocks) {
    const text = JSON.stringify(block);
    waiting.push(text);
    characters += text.length;
    if (characters >= MAX_LINE_CHARACTERS) {
      lines.push(`[${waiting.join(',')}]`);
      waiting = [];
      characters = 0;
    }
    if (budget.isUsedUp) await budget.yieldNow();
  }
  if (waiting.length > 0) lines.push(`[${waiting.join(',')}]`);
  return lines;
}

/** @param label makes blobs of identical steps distinct, so that each can be deleted by itself */
export async function compressLines(label: string, lines: readonly string[]): Promise<Uint8Array> {
  const budget = new EventLoopBudget();
  const bytes = [Buffer.from(JSON.stringify(label))];
  for (const line of lines) {
    bytes.push(Buffer.from(`\n${line}`));
    await budget.yieldIfUsedUp();
  }
  // A quarter more bytes than the default level, in a fraction of the time.
  return gzipAsync(Buffer.concat(bytes), { level: constants.Z_BEST_SPEED });
}

export async function* decodeSteps(bytes: Uint8Array): AsyncGenerator<CrawlStep> {
  const budget = new EventLoopBudget();
  let current: CrawlStep | null = null;
  let blocks: Block[] = [];
  const [, ...lines] = (await gunzipAsync(bytes)).toString('utf8').split('\n');
  for (const line of lines) {
    await budget.yieldIfUsedUp();
    const value = JSON.parse(line) as CrawlStep | readonly Block[];
    if (isBlocks(value)) {
      for (const block of value) blocks.push(block);
      continue;
    }
    if (current !== null) yield withBlocks(current, blocks);
    current = value;
    blocks = [];
  }
  if (current !== null) yield withBlocks(current, blocks);
}

const isBlocks = (value: CrawlStep | readonly Block[]): value is readonly Block[] => Array.isArray(value);

function withBlocks(step: CrawlStep, blocks: readonly Block[]): CrawlStep {
  if (step.step !== 'visit' || step.visit.outcome !== 'read') return step;
  const { page } = step.visit;
  const visit: PageVisit = { ...step.visit, page: { ...page, document: { ...page.document, blocks } } };
  return { ...step, visit };
}
