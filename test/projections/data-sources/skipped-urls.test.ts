import { beforeEach, describe, expect, it } from 'vitest';
import { openSqliteDocuments } from '../../../src/adapters/sqlite/documents/documents.ts';
import type { SkippedUrl } from '../../../src/domain/data-source/events.ts';
import { parsePosition } from '../../../src/ports/event-log.ts';
import { SkippedUrls } from '../../../src/projections/data-sources/skipped-urls.ts';
import type { SourceRun } from '../../../src/projections/data-sources/source-run.ts';
import { idOf } from '../../support/fixtures.ts';
import { openFor } from '../../support/stores/store-place.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

let kept: SkippedUrls;
beforeEach(async () => {
  const directory = temporaryDirectory();
  kept = new SkippedUrls(await openFor(() => openSqliteDocuments({ directory })));
});

const run = (generation = 1, source = 'source'): SourceRun => ({
  chatbotId: idOf('chatbot'),
  sourceId: idOf(source),
  generation,
  position: parsePosition(String(100 + generation)),
});
const urls = (count: number, length = 30): SkippedUrl[] =>
  Array.from({ length: count }, (_, place) => {
    return {
      url: `https://example.com/${String(place).padEnd(length, 'x')}`,
      reason: 'Files of this kind are not read',
    };
  });

/** All skipped URLs, read page by page. */
async function listed(of: SourceRun, limit: number): Promise<SkippedUrl[]> {
  const all: SkippedUrl[] = [];
  for (let after = 0; ; ) {
    const page = await kept.page(of, { after, limit });
    all.push(...(page?.skippedUrls ?? []));
    if (page === null || page.nextAfter === null) return all;
    expect(page.skippedUrls).toHaveLength(limit);
    after = Number(page.nextAfter);
  }
}

describe('The skipped URLs of a run', () => {
  it.each([
    [1, 200, 30],
    [8_397, 500, 30],
    [8_397, 199, 30],
    [300, 7, 2000],
    [400, 200, 30],
  ])('are all listed, once and in order: %i, %i a page', async (count, limit, length) => {
    await kept.save(run(), urls(count, length));
    expect(await listed(run(), limit)).toEqual(urls(count, length));
  });

  it('end with a page that says so', async () => {
    await kept.save(run(), urls(10));
    expect(await kept.page(run(), { after: 10, limit: 5 })).toEqual({ skippedUrls: [], nextAfter: null });
    expect(await kept.page(run(), { after: 999_999_999, limit: 5 })).toEqual({ skippedUrls: [], nextAfter: null });
    expect(await kept.page(run(2), { after: 0, limit: 5 })).toBeNull();
  });

  it('are searched by words of their addresses, which may be escaped, a page at a time', async () => {
    const found = ['/Über/1', '/%C3%BCber/2', '/ÜBER/3'].map((path) => ({
      url: `https://a.example${path}`,
      reason: '',
    }));
    const [first, second, third] = found;
    await kept.save(run(), [...urls(2000), ...found.slice(0, 2), ...urls(2000), ...found.slice(2)]);
    const search = 'uber a.example';
    const page = await kept.page(run(), { after: 0, limit: 2, search });
    expect(page).toEqual({ skippedUrls: [first, second], nextAfter: '2002' });
    expect(await kept.page(run(), { after: 2002, limit: 2, search })).toEqual({
      skippedUrls: [third],
      nextAfter: null,
    });
  });

  it('are the same after another attempt at the run', async () => {
    await kept.save(run(), urls(1000));
    await kept.save(run(), urls(1000));
    expect(await listed(run(), 500)).toEqual(urls(1000));
  });

  it('take the place of those before when the run has reported', async () => {
    await kept.save(run(1), urls(9000));
    await kept.save(run(2), urls(20));
    await kept.save(run(1, 'other'), urls(5));
    await kept.deleteRunsBefore(run(2));
    expect(await listed(run(1), 500)).toEqual([]);
    expect(await listed(run(2), 500)).toEqual(urls(20));
    expect(await listed(run(1, 'other'), 500)).toEqual(urls(5));
  });

  it('go with the run, the source or the chatbot', async () => {
    const later = parsePosition('200');
    const endings = [
      () => kept.deleteRun(run()),
      () => kept.deleteSource(run().sourceId, later),
      () => kept.deleteChatbot(run().chatbotId, later),
    ];
    for (const forget of endings) {
      await kept.save(run(), urls(300));
      await forget();
      expect(await kept.page(run(), { after: 0, limit: 1 })).toBeNull();
    }
  });
});
