import { describe, expect, it } from 'vitest';
import { type DataSourceCommand, dataSource } from '../../../src/domain/data-source/data-source.ts';
import {
  type DataSourceEvent,
  type IngestionFailure,
  type IngestionReport,
  type SourceType,
  searchGeneration,
} from '../../../src/domain/data-source/events.ts';
import { given } from '../../support/events/decider-spec.ts';
import { idOf, sha256Of } from '../../support/fixtures.ts';

const [sourceId, chatbotId, ownerId] = [idOf('source'), idOf('bot'), idOf('ada')];
const ids = { sourceId, chatbotId };

const described = { sourceUrl: 'https://example.com/', title: null, fileName: null };
const kept = { contentHash: null, contentType: null };

const added = (sourceType: SourceType = 'url'): DataSourceEvent => ({
  type: 'DataSourceAdded',
  data: { ...ids, ownerId, sourceType, isRecursive: true, ...kept },
  sealed: described,
});
const requested = (generation: number, cause: 'refresh' | 'recrawl' = 'refresh'): DataSourceEvent => ({
  type: 'IngestionRequested',
  data: { ...ids, generation, cause },
});
const started = (generation: number, stepsKept = 0): DataSourceEvent => ({
  type: 'IngestionStarted',
  data: { ...ids, generation, stepsKept },
});

const counts = { attempted: 3, succeeded: 2, failed: 1, skipped: 0 };
const report: IngestionReport = {
  pageCount: 2,
  chunkCount: 9,
  siteType: 'static',
  sparseContent: false,
  crawl: counts,
  manifestHash: sha256Of('passages'),
  sitemapUrl: 'https://example.com/sitemap.xml',
  skippedUrls: [{ url: 'https://example.com/private', reason: 'robots.txt' }],
};
const failure: IngestionFailure = {
  reason: 'URL is not allowed',
  crawl: counts,
  siteType: 'unknown',
  sitemapUrl: null,
  skippedUrls: [],
};
const completed = (generation: number, replaces: number | null = null): DataSourceEvent => {
  const { sitemapUrl, skippedUrls, ...counted } = report;
  const data = { ...ids, generation, replaces, ...counted };
  return { type: 'IngestionCompleted', data, sealed: { sitemapUrl, skippedUrls } };
};
const failed = (generation: number): DataSourceEvent => {
  const { crawl, siteType, ...sealed } = failure;
  return { type: 'IngestionFailed', data: { ...ids, generation, crawl, siteType }, sealed };
};
const deleted: DataSourceEvent = { type: 'DataSourceDeleted', data: ids };

const add = {
  type: 'AddDataSource',
  ...ids,
  ownerId,
  sourceType: 'url',
  isRecursive: true,
  ...kept,
  ...described,
} as const;
const request = (cause: 'refresh' | 'recrawl') => ({ type: 'RequestIngestion', cause }) as const;
const start = (generation: number, stepsKept = 0) => ({ type: 'StartIngestion', generation, stepsKept }) as const;
const complete = (generation: number, attempt = 1) =>
  ({ type: 'CompleteIngestion', generation, attempt, report }) as const;
const fail = (generation: number, attempt = 1) => ({ type: 'FailIngestion', generation, attempt, failure }) as const;
const deletion = { type: 'DeleteDataSource' } as const;

const read = [added(), started(1), completed(1)] as const;

describe('a data source', () => {
  it('is added once, and asks for its first run by that', () => {
    given(dataSource).when(add).thenEvents(added());
    given(dataSource, added()).when(add).thenRejected('DataSourceExists');
    given(dataSource, added(), deleted).when(add).thenRejected('DataSourceExists');
    expect(given(dataSource, added()).state).toMatchObject({ generation: 1, status: 'pending' });
  });

  it('is read: a run starts, completes, and its result stands', () => {
    given(dataSource, added()).when(start(1)).thenEvents(started(1));
    given(dataSource, added(), started(1)).when(complete(1)).thenEvents(completed(1));
    expect(given(dataSource, ...read).state).toMatchObject({ generation: 1, status: 'done' });
  });

  it('says why a run failed', () => {
    given(dataSource, added(), started(1)).when(fail(1)).thenEvents(failed(1));
    expect(given(dataSource, added(), started(1), failed(1)).state).toMatchObject({ status: 'error' });
  });

  it('goes on with a run that is delivered again after a crash', () => {
    given(dataSource, added(), started(1)).when(start(1)).thenEvents(started(1));
    expect(given(dataSource, added(), started(1), started(1)).state).toMatchObject({ status: 'processing', starts: 2 });
    expect(given(dataSource, ...read, requested(2)).state).toMatchObject({ status: 'pending', starts: 0 });
  });

  it('counts the starts of a run anew when it came further than ever before', () => {
    const startsAfter = (...steps: readonly number[]) =>
      given(dataSource, added(), ...steps.map((kept) => started(1, kept))).state;
    given(dataSource, added(), started(1)).when(start(1, 8)).thenEvents(started(1, 8));
    expect(startsAfter(0, 8, 16, 24, 32, 40)).toMatchObject({ starts: 1 });
    expect(startsAfter(0, 8, 8, 8)).toMatchObject({ starts: 3 });
    // The site changed, so this attempt kept fewer steps. Only more steps than ever before are progress.
    expect(startsAfter(0, 8, 2, 5, 8)).toMatchObject({ starts: 4 });
    const again = given(dataSource, added(), started(1, 8), failed(1), requested(2), started(2), started(2, 4)).state;
    expect(again).toMatchObject({ starts: 1, stepsKept: 4 });
    const before: DataSourceEvent = { type: 'IngestionStarted', data: { ...ids, generation: 1 } };
    expect(given(dataSource, added(), before, before).state).toMatchObject({ starts: 2, stepsKept: 0 });
  });

  it('takes one result of a run, whichever comes first', () => {
    given(dataSource, ...read)
      .when(complete(1))
      .thenRejected('RunSuperseded');
    given(dataSource, ...read)
      .when(fail(1))
      .thenRejected('RunSuperseded');
    given(dataSource, added(), started(1), failed(1)).when(complete(1)).thenRejected('RunSuperseded');
    given(dataSource, ...read)
      .when(start(1))
      .thenRejected('RunSuperseded');
  });

  it('takes no result of a run that has not started', () => {
    given(dataSource, added()).when(complete(1)).thenRejected('RunSuperseded');
    given(dataSource, added()).when(fail(1)).thenRejected('RunSuperseded');
  });

  it.each(['url', 'youtube'] as const)('from a %s can be refreshed once it was read', (sourceType) => {
    given(dataSource, added(sourceType), started(1), completed(1)).when(request('refresh')).thenEvents(requested(2));
    given(dataSource, added(sourceType), started(1), failed(1)).when(request('refresh')).thenEvents(requested(2));
  });

  it('is read again by schedule only when it can change by itself', () => {
    const bySchedule = { type: 'RequestIngestion', cause: 'schedule' } as const;
    const asked: DataSourceEvent = { type: 'IngestionRequested', data: { ...ids, generation: 2, cause: 'schedule' } };
    for (const sourceType of ['url', 'youtube'] as const) {
      given(dataSource, added(sourceType), started(1), completed(1)).when(bySchedule).thenEvents(asked);
    }
    given(dataSource, added('text'), started(1), completed(1)).when(bySchedule).thenRejected('SourceCannotBeRefreshed');
    given(dataSource, added(), started(1)).when(bySchedule).thenNothing();
  });

  it.each(['text', 'file'] as const)('from a %s cannot be refreshed, but takes part in a recrawl', (sourceType) => {
    given(dataSource, added(sourceType), started(1), completed(1))
      .when(request('refresh'))
      .thenRejected('SourceCannotBeRefreshed');
    given(dataSource, added(sourceType), started(1), completed(1))
      .when(request('recrawl'))
      .thenEvents(requested(2, 'recrawl'));
  });

  it('gets no second run while one waits or is running', () => {
    given(dataSource, added()).when(request('refresh')).thenNothing();
    given(dataSource, added(), started(1)).when(request('recrawl')).thenNothing();
    given(dataSource, ...read, requested(2))
      .when(request('refresh'))
      .thenNothing();
  });

  it('ignores results of all runs but the newest', () => {
    const refreshing = given(dataSource, ...read, requested(2), started(2));
    for (const command of [start(1), complete(1), fail(1), start(3), complete(3), fail(3)]) {
      refreshing.when(command).thenRejected('RunSuperseded');
    }
    refreshing.when(complete(2)).thenEvents(completed(2, 1));
  });

  it('says whose content a run replaces: that of the newest run that succeeded', () => {
    given(dataSource, ...read, requested(2), started(2), failed(2), requested(3), started(3))
      .when(complete(3))
      .thenEvents(completed(3, 1));
    given(dataSource, added(), started(1), failed(1), requested(2), started(2))
      .when(complete(2))
      .thenEvents(completed(2, null));
    given(dataSource, ...read, requested(2), started(2), completed(2, 1), requested(3), started(3))
      .when(complete(3))
      .thenEvents(completed(3, 2));
  });

  it('is deleted at any time, and what a run brings afterwards counts for nothing', () => {
    given(dataSource, added(), started(1)).when(deletion).thenEvents(deleted);
    const gone = given(dataSource, added(), started(1), deleted);
    const commands: DataSourceCommand[] = [complete(1), fail(1), start(1), request('refresh'), deletion];
    for (const command of commands) gone.when(command).thenRejected('DataSourceNotFound');
  });

  it('that does not exist is not found', () => {
    const commands: DataSourceCommand[] = [complete(1), fail(1), start(1), request('recrawl'), deletion];
    for (const command of commands) given(dataSource).when(command).thenRejected('DataSourceNotFound');
  });

  it('that was deleted is not brought back by a result recorded late', () => {
    expect(given(dataSource, added(), deleted, requested(2), started(2), completed(2), failed(2)).state).toEqual({
      kind: 'deleted',
    });
  });

  it('completes a run also after its title was erased', () => {
    const erased = { ...added(), sealed: null } as DataSourceEvent;
    given(dataSource, erased, started(1)).when(complete(1)).thenEvents(completed(1));
  });

  it('has a generation of its own in the search index for each run', () => {
    expect(searchGeneration(sourceId, 2)).toBe(`${sourceId}.2`);
  });
});
