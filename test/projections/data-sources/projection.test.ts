import { describe, it } from 'vitest';
import { dataSources } from '../../../src/projections/data-sources/projection.ts';
import { fact } from '../../support/events/facts.ts';
import { sha256Of } from '../../support/fixtures.ts';
import { givenEvents } from '../../support/projections/projection-spec.ts';

const addedAt = '2026-03-01T12:00:00.000Z';
const added = fact('DataSourceAdded');
const fresh = {
  id: 'source',
  chatbotId: 'bot',
  ownerId: 'ada',
  type: 'text',
  sourceUrl: null,
  title: 'Hours',
  isRecursive: false,
  fileName: null,
  contentHash: sha256Of('text'),
  contentType: 'text/plain',
  status: 'pending',
  errorMessage: null,
  pageCount: 0,
  chunkCount: 0,
  siteType: null,
  sitemapUrl: null,
  sparseContent: false,
  crawl: null,
  skippedUrls: [],
  reportedRun: null,
  activeGeneration: null,
  manifestHash: null,
  readAt: null,
  createdAt: addedAt,
  updatedAt: addedAt,
};
const crawl = { attempted: 9, succeeded: 7, failed: 1, skipped: 1 };
const skippedUrls = [{ url: 'https://example.com/a', reason: 'Not found' }];
const sitemapUrl = 'https://example.com/sitemap.xml';
const completed = fact('IngestionCompleted', { siteType: 'nextjs', crawl }, { sitemapUrl, skippedUrls });
const read = {
  ...fresh,
  status: 'done',
  pageCount: 2,
  chunkCount: 3,
  siteType: 'nextjs',
  sitemapUrl,
  crawl,
  skippedUrls,
  reportedRun: 1,
  activeGeneration: 'source.1',
  manifestHash: sha256Of('passages'),
  readAt: '2026-03-01T12:01:00.000Z',
};

describe('A data source in its read model', () => {
  it('is pending from the moment it is added', () => {
    givenEvents(dataSources, added).thenDocument('source', fresh);
  });

  it('is processing while a run reads it', () => {
    givenEvents(dataSources, added, fact('IngestionStarted')).thenDocument('source', {
      ...fresh,
      status: 'processing',
      updatedAt: '2026-03-01T12:01:00.000Z',
    });
  });

  it('is done when the run completed, with what the run reports', () => {
    givenEvents(dataSources, added, completed).thenDocument('source', {
      ...read,
      updatedAt: '2026-03-01T12:01:00.000Z',
    });
  });

  it('is pending again when another run is requested, and keeps the content of the run before', () => {
    const again = [fact('IngestionRequested', { generation: 2 }), fact('IngestionStarted', { generation: 2 })];
    givenEvents(dataSources, added, completed, ...again.slice(0, 1)).thenDocument('source', {
      ...read,
      status: 'pending',
      updatedAt: '2026-03-01T12:02:00.000Z',
    });
    givenEvents(dataSources, added, completed, ...again).thenFields('source', {
      status: 'processing',
      pageCount: 2,
      activeGeneration: 'source.1',
    });
  });

  it('is in error when a run failed: the crawl is that of the failed run, the content that of the run before', () => {
    const tried = { attempted: 2, succeeded: 0, failed: 2, skipped: 0 };
    const failed = fact('IngestionFailed', { generation: 2, crawl: tried, siteType: null }, { reason: 'Timed out' });
    givenEvents(dataSources, added, completed, failed).thenDocument('source', {
      ...read,
      status: 'error',
      errorMessage: 'Timed out',
      crawl: tried,
      sitemapUrl: null,
      skippedUrls: [],
      reportedRun: 2,
      updatedAt: '2026-03-01T12:02:00.000Z',
    });
  });

  it('says that a failed run found little text, and keeps what the run before said where a run does not tell', () => {
    const shell = fact('IngestionFailed', { siteType: 'spa', sparseContent: true });
    givenEvents(dataSources, added, shell).thenFields('source', { siteType: 'spa', sparseContent: true });
    givenEvents(dataSources, added, completed, fact('IngestionFailed')).thenFields('source', {
      sparseContent: read.sparseContent,
    });
  });

  it('loses its error message with the next run', () => {
    const failed = fact('IngestionFailed');
    const requested = fact('IngestionRequested', { generation: 2 });
    givenEvents(dataSources, added, failed, requested).thenFields('source', { status: 'pending', errorMessage: null });
    givenEvents(dataSources, added, failed, completed).thenFields('source', { status: 'done', errorMessage: null });
  });

  it('has no texts when its key was erased', () => {
    const erased = fact('DataSourceAdded', {}, null);
    givenEvents(dataSources, erased).thenDocument('source', { ...fresh, title: null });
    givenEvents(dataSources, erased, fact('IngestionCompleted', {}, null)).thenFields('source', {
      status: 'done',
      sitemapUrl: null,
      skippedUrls: [],
    });
    givenEvents(dataSources, erased, fact('IngestionFailed', {}, null)).thenFields('source', {
      status: 'error',
      errorMessage: '',
    });
  });

  it('is deleted alone, and a run that reports late does not create it again', () => {
    const other = fact('DataSourceAdded', { sourceId: 'other' });
    givenEvents(dataSources, added, other, fact('DataSourceDeleted'), completed).thenIds('other');
  });

  it('is deleted with its chatbot', () => {
    const foreign = fact('DataSourceAdded', { sourceId: 'foreign', chatbotId: 'other' });
    givenEvents(dataSources, added, foreign, fact('ChatbotDeleted')).thenIds('foreign');
    givenEvents(dataSources, added, foreign, fact('ChatbotSlotReleased')).thenIds('foreign');
  });
});
