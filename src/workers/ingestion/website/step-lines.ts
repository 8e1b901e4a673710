/**
 * Steps of a crawl as packed bytes: a line of JSON each, after one with a label. The blocks of a page follow in lines of their own, so that no line takes
 * long to write or to parse.
 */
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { Turns } from '../../../runtime/turns.ts';
import type { Block } from '../../../text/document.ts';
import type { CrawlStep, PageVisit } from './crawl-steps.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** A line of blocks has about so many characters, unless a single block has more. */
const LINE_CHARACTERS = 128 * 1024;

export async function linesOf(step: CrawlStep): Promise<string[]> {
  if (step.step !== 'visit' || step.visit.outcome !== 'read') return [JSON.stringify(step)];
  const { page } = step.visit;
  const head = { ...step, visit: { ...step.visit, page: { ...page, document: { ...page.document, blocks: [] } } } };
  const lines = [JSON.stringify(head)];
  const turns = new Turns();
  let waiting: string[] = [];
  let characters = 0;
  for (const block of page.document.blocks) {
    const text = JSON.stringify(block);
    waiting.push(text);
    characters += text.length;
    if (characters >= LINE_CHARACTERS) {
      lines.push(`[${waiting.join(',')}]`);
      waiting = [];
      characters = 0;
    }
    if (turns.isLong) await turns.pass();
  }
  if (waiting.length > 0) lines.push(`[${waiting.join(',')}]`);
  return lines;
}

/** @param label makes it another blob than any other part of the same steps, so that each can be removed by itself */
export async function packLines(label: string, lines: readonly string[]): Promise<Uint8Array> {
  const turns = new Turns();
  const bytes = [Buffer.from(JSON.stringify(label))];
  for (const line of lines) {
    bytes.push(Buffer.from(`\n${line}`));
    await turns.yieldWhenLong();
  }
  // Pages are packed while others are parsed: a quarter more bytes in a fraction of the time.
  return pack(Buffer.concat(bytes), { level: constants.Z_BEST_SPEED });
}

/** The steps as they were packed. */
export async function* stepsOf(bytes: Uint8Array): AsyncGenerator<CrawlStep> {
  const turns = new Turns();
  let current: CrawlStep | null = null;
  let blocks: Block[] = [];
  const [, ...lines] = (await unpack(bytes)).toString('utf8').split('\n');
  for (const line of lines) {
    await turns.yieldWhenLong();
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
