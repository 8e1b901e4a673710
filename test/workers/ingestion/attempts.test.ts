/** Only starts of a run count as attempts, however often it was delivered while it waited. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createOfflineEmbedder } from '../../../src/adapters/offline/embedder.ts';
import { DocumentLimitExceeded } from '../../../src/ports/content/passage-preparer.ts';
import { ThreadedPreparer } from '../../../src/reading/threads/threaded-preparer.ts';
import { sha256Of } from '../../support/fixtures.ts';
import { nothing, type ReadingTools, searchIndex, serveChain, websiteTools, workerWith } from './worker-test.ts';

it('A run that waited in the queue through fifty restarts gets as many attempts as any other', async () => {
  const reads: string[] = [];
  const videos = {
    async transcript(videoId: string) {
      reads.push(videoId);
      throw new Error('broken');
    },
  };
  const video = { sourceType: 'youtube', sourceUrl: 'https://youtu.be/dQw4w9WgXcQ' } as const;
  const { deliver, types } = await workerWith({ videos }, video);
  for (const attempt of [51, 52, 53, 54]) expect(await deliver(attempt)).toBe('retry');
  expect(await deliver(55)).toBe('ack');
  expect(reads).toHaveLength(5);
  expect(await types()).toEqual(['DataSourceAdded', ...Array(5).fill('IngestionStarted'), 'IngestionFailed']);
});

async function crawlOf(pages: number) {
  const { site, tools } = await websiteTools();
  serveChain(site, pages);
  const source = { sourceType: 'url', sourceUrl: `${site.url}/` } as const;
  const worker = await workerWith(tools, source);
  /** An attempt that ends when it is about to read that page. */
  const cutOffAt = async (attempt: number, path: string) => {
    const end = new AbortController();
    site.set(path, () => end.abort(new Error('The process ended')));
    await expect(worker.deliver(attempt, end.signal)).rejects.toThrow('The process ended');
    serveChain(site, pages);
  };
  return { ...worker, cutOffAt };
}

it('A crawl that makes progress in each attempt is never given up, however often it is interrupted', async () => {
  const { deliver, types, cutOffAt } = await crawlOf(30);
  for (let attempt = 1; attempt <= 8; attempt += 1) await cutOffAt(attempt, `/p${attempt * 3}`);
  expect(await deliver(9)).toBe('ack');
  expect((await types()).at(-1)).toBe('IngestionCompleted');
});

it('A source that is deleted during an interrupted attempt leaves nothing, although its key is erased', async () => {
  const { deliver, types, cutOffAt, remove, files } = await crawlOf(30);
  await cutOffAt(1, '/p20');
  expect(files()).toBeGreaterThan(0);
  await remove();
  expect(await deliver(2)).toBe('ack');
  expect(files()).toBe(0);
  expect((await types()).at(-1)).toBe('DataSourceDeleted');
});

it('A crawl without progress is given up after five attempts in a row', async () => {
  const { deliver, types, cutOffAt } = await crawlOf(10);
  await cutOffAt(1, '/p3');
  for (let attempt = 2; attempt <= 6; attempt += 1) await cutOffAt(attempt, '/p6');
  await cutOffAt(7, '/p6');
  expect(await deliver(8)).toBe('ack');
  expect((await types()).at(-1)).toBe('IngestionFailed');
});

/** A video of 64 passages for each number. Attempts end while they write, after so many batches. */
async function longVideo(batches: number) {
  const passages = Array.from({ length: batches * 64 }, (_, n) => {
    const text = `All there is to say about ${n}.`;
    return { title: 'Video', url: null, headings: [], text, words: `say ${n}`, hash: sha256Of(text), vector: null };
  });
  const preparer = {
    isHeavy: () => false,
    async *prepare() {
      yield passages;
    },
  } as unknown as ReadingTools['preparer'];
  const cue = { startMs: 0, text: 'Words' };
  const transcript = async () =>
    ({ ok: true, title: 'Video', language: 'en', captions: 'manual', cues: [cue] }) as never;
  const embedder = { ...createOfflineEmbedder(), kind: 'model' } as const;
  const video = { sourceType: 'youtube', sourceUrl: 'https://youtu.be/dQw4w9WgXcQ' } as const;
  const worker = await workerWith({ videos: { transcript }, preparer, embedder }, video);
  const cutOffAfter = async (attempt: number, written: number) => {
    const end = new AbortController();
    let calls = 0;
    searchIndex.putPassages.mockImplementation(async () => {
      calls += 1;
      if (calls > written) end.abort(new Error('The process ended'));
      end.signal.throwIfAborted();
    });
    await expect(worker.deliver(attempt, end.signal)).rejects.toThrow('The process ended');
    searchIndex.putPassages.mockReset();
  };
  return { ...worker, cutOffAfter };
}

it('A long source that gets further in each attempt is never given up, however often its node is replaced', async () => {
  const { deliver, types, cutOffAfter } = await longVideo(8);
  for (let attempt = 1; attempt <= 7; attempt += 1) await cutOffAfter(attempt, attempt);
  expect(await deliver(8)).toBe('ack');
  expect((await types()).at(-1)).toBe('IngestionCompleted');
});

it('A long source that ends each attempt at the same place is given up after five in a row', async () => {
  const { deliver, types, cutOffAfter } = await longVideo(3);
  for (let attempt = 1; attempt <= 6; attempt += 1) await cutOffAfter(attempt, 2);
  expect(await deliver(7)).toBe('ack');
  expect((await types()).at(-1)).toBe('IngestionFailed');
});

it('A source that cannot be prepared is not tried again', async () => {
  const videos = {
    transcript: async () => ({
      ok: true,
      title: 'Video',
      language: 'en',
      captions: 'manual',
      cues: [{ startMs: 0, text: 'Words' }],
    }),
  } as unknown as ReadingTools['videos'];
  const refusal = new DocumentLimitExceeded('The document needs too much memory to be divided into passages');
  const refusing = { next: () => Promise.reject(refusal), return: nothing };
  const preparer = {
    isHeavy: () => false,
    prepare: () => ({ [Symbol.asyncIterator]: () => refusing }),
  } as unknown as ReadingTools['preparer'];
  const video = { sourceType: 'youtube', sourceUrl: 'https://youtu.be/dQw4w9WgXcQ' } as const;
  const { deliver, types } = await workerWith({ videos, preparer }, video);
  expect(await deliver(1)).toBe('ack');
  expect(await types()).toEqual(['DataSourceAdded', 'IngestionStarted', 'IngestionFailed']);
});

it('A site that is an empty shell ends in error and is said to hold little text', async () => {
  const shell = '<html><head><script src="/app.js"></script></head><body><div id="root"></div></body></html>';
  const { site, tools } = await websiteTools();
  site.set('/', shell);
  const source = { sourceType: 'url', sourceUrl: `${site.url}/` } as const;
  const { deliver, last } = await workerWith(tools, source);
  expect(await deliver(1)).toBe('ack');
  expect(await last()).toMatchObject({
    type: 'IngestionFailed',
    data: { siteType: 'spa', sparseContent: true },
  });
});

describe('An attempt of a node that was suspended, while another node was given the run,', () => {
  const video = { sourceType: 'youtube', sourceUrl: 'https://youtu.be/dQw4w9WgXcQ' } as const;
  const unreadable = { ok: false, kind: 'no-captions', reason: 'No captions' } as never;
  const readable = {
    ok: true,
    title: 'Video',
    language: 'en',
    captions: 'manual',
    cues: [{ startMs: 0, text: 'Everything there is to say about coffee.' }],
  } as never;

  /** The other node acts while this one reads. Nothing is deleted or written afterwards. */
  async function overtaken(
    reading: never,
    act: (other: Awaited<ReturnType<typeof workerWith>>['other']) => Promise<unknown>,
  ) {
    const transcript = async () => {
      await act(worker.other);
      searchIndex.deleteGeneration.mockReset();
      return reading;
    };
    const preparer = new ThreadedPreparer();
    onTestFinished(() => preparer.close());
    const worker = await workerWith({ videos: { transcript }, preparer }, video);
    const verdict = await worker.deliver(1);
    expect(searchIndex.deleteGeneration).not.toHaveBeenCalled();
    return { verdict, ...worker };
  }

  it.for([
    ['fails', unreadable],
    ['succeeds', readable],
  ] as const)('leaves the content of the other when it %s after the run was completed', async ([, reading]) => {
    const { verdict, types } = await overtaken(reading, async (other) => {
      await other.start();
      await other.complete(2);
    });
    expect(verdict).toBe('ack');
    const starts = ['IngestionStarted', 'IngestionStarted'];
    expect(await types()).toEqual(['DataSourceAdded', ...starts, 'IngestionCompleted']);
  });

  it.for([
    ['fails', unreadable],
    ['succeeds', readable],
  ] as const)('reports nothing when it %s while the other reads, and would be delivered again', async ([, reading]) => {
    const { verdict, types } = await overtaken(reading, (other) => other.start());
    expect(verdict).toBe('retry');
    expect(await types()).toEqual(['DataSourceAdded', 'IngestionStarted', 'IngestionStarted']);
  });

  it('leaves the content of the other, which answers use until a newer run has completed', async () => {
    const { verdict } = await overtaken(unreadable, async (other) => {
      await other.start();
      await other.complete(2);
      await other.refresh();
    });
    expect(verdict).toBe('ack');
  });

  it('writes no passages once it wakes', async () => {
    const suspendedMs = 10_000;
    const now = performance.now.bind(performance);
    await overtaken(readable, async (other) => {
      vi.spyOn(performance, 'now').mockImplementation(() => now() + suspendedMs);
      await other.start();
    });
    expect(searchIndex.putPassages).not.toHaveBeenCalled();
  });
});

it('What a failed run has written is removed after its failure was recorded, also when a crash comes in between', async () => {
  const videos = { transcript: async () => ({ ok: false, kind: 'no-captions', reason: 'No captions' }) } as never;
  const video = { sourceType: 'youtube', sourceUrl: 'https://youtu.be/dQw4w9WgXcQ' } as const;
  const { deliver, types } = await workerWith({ videos }, video);
  const crash = new Error('The process ended');
  searchIndex.deleteGeneration.mockResolvedValueOnce(undefined).mockRejectedValueOnce(crash);
  expect(await deliver(1)).toBe('retry');
  expect((await types()).at(-1)).toBe('IngestionFailed');
  searchIndex.deleteGeneration.mockReset();
  expect(await deliver(2)).toBe('ack');
  expect(searchIndex.deleteGeneration).toHaveBeenCalledOnce();
});
