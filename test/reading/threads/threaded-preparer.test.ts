import { afterEach, describe, expect, test } from 'vitest';
import type { PreparedPassage } from '../../../src/ports/content/passage-preparer.ts';
import { ThreadedPreparer } from '../../../src/reading/threads/threaded-preparer.ts';
import type { Block } from '../../../src/text/document.ts';
import { describePassagePreparerContract } from '../../contracts/passage-preparer.ts';

describePassagePreparerContract('Threads', (options) => new ThreadedPreparer(options));

const { signal } = new AbortController();
const documentOf = (blocks: readonly Block[]) => ({ title: 'Guide', url: null, language: null, blocks });
const paragraphs = (count: number, characters = 0) =>
  Array.from({ length: count }, (_, n): Block => {
    return { kind: 'paragraph', text: `Paragraph ${n} of a long guide.`.padEnd(characters, ' It goes on.') };
  });

describe('documents of one website', () => {
  let preparer: ThreadedPreparer | undefined;
  afterEach(() => preparer?.close());

  test('are all prepared when each leaves its passages only after the one before, with long ones among them', async () => {
    const threads = new ThreadedPreparer();
    preparer = threads;
    const lengths = [5, 5, 5, 2_000, 5, 5, 2_000, 2_000, 2_000, 2_000, 5, 5];
    const started = lengths.map((length) => {
      const batches = threads.prepare(documentOf(paragraphs(length)), 'ada', signal);
      return { batches, first: batches.next() };
    });
    const counts: number[] = [];
    for (const { batches, first } of started) {
      let count = (await first).value?.length ?? 0;
      for await (const some of batches) count += some.length;
      counts.push(count);
    }
    expect(counts.map((count) => count > 10)).toEqual(lengths.map((length) => length > 5));
  });
});

describe('a heavy document', () => {
  test('is told by the number of its blocks alone: to walk over hundreds of thousands would hold the event loop', () => {
    const blocks = new Array<Block>(100_000);
    expect(new ThreadedPreparer().isHeavy(documentOf(blocks))).toBe(true);
  });

  let preparer: ThreadedPreparer | undefined;
  afterEach(() => preparer?.close());

  async function countOf(blocks: readonly Block[], accountId = 'ada'): Promise<number> {
    let passages = 0;
    const batches: AsyncIterable<readonly PreparedPassage[]> | undefined = preparer?.prepare(
      documentOf(blocks),
      accountId,
      signal,
    );
    for await (const some of batches ?? []) passages += some.length;
    return passages;
  }

  test('that needs too much memory is refused in a sentence, and others are prepared as ever', async () => {
    preparer = new ThreadedPreparer({ maxHeapMegabytes: 24 });
    await expect(countOf(paragraphs(300_000))).rejects.toThrow(
      'The document needs too much memory to be divided into passages',
    );
    expect(await countOf(paragraphs(2_000))).toBeGreaterThan(10);
  });

  test('that waits for one which needs too much memory is prepared after it', async () => {
    preparer = new ThreadedPreparer({ maxHeapMegabytes: 24 });
    const refused = countOf(paragraphs(300_000)).catch((error: unknown) => error);
    const waiting = countOf(paragraphs(1_500, 2_000));
    expect(String(await refused)).toContain('too much memory');
    expect(await waiting).toBeGreaterThan(500);
  });

  test('is prepared after another one, and light ones beside it', async () => {
    preparer = new ThreadedPreparer();
    const heavy = preparer.prepare(documentOf(paragraphs(50_000)), 'ada', signal)[Symbol.asyncIterator]();
    expect((await heavy.next()).done).toBe(false);
    const other = countOf(paragraphs(50_000));
    expect(await countOf(paragraphs(2_000))).toBeGreaterThan(10);
    await heavy.return?.(undefined);
    expect(await other).toBeGreaterThan(500);
  });
});
