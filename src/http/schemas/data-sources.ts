import { Type } from 'typebox';
import { SITE_TYPES } from '../../domain/data-source/events.ts';
import { MAX_JSON_BYTES } from '../validation/body-limit.ts';
import { countOf, Id, named, nullable, PAGE_POSITION, PageQuery, patternString, Time } from './common.ts';

const SkippedUrl = named(
  'SkippedUrl',
  {
    url: Type.String({ examples: ['https://example.com/admin'] }),
    reason: Type.String({ examples: ['Disallowed by robots.txt'] }),
  },
  'A page that was not read, with the reason.',
);

const CrawlSummary = named(
  'CrawlSummary',
  {
    attempted: countOf('Pages that were requested', 14),
    succeeded: countOf('Pages that were read'),
    failed: countOf('Pages that could not be read', 1),
    skipped: countOf('Pages that were skipped', 1),
    skippedUrls: Type.Array(SkippedUrl, {
      description: 'The first 200 failed and skipped pages. `/datasources/{id}/skipped` lists all',
    }),
  },
  'Result of the last run of a website.',
);

export const DataSource = named(
  'DataSource',
  {
    id: Id,
    chatbotId: Id,
    type: Type.Enum(['url', 'file', 'text', 'youtube'], {
      title: 'SourceType',
      description: 'Type of a source.',
    }),
    sourceUrl: nullable(
      Type.String({ description: 'For websites and videos', examples: ['https://example.com/help'] }),
    ),
    title: nullable(Type.String({ examples: ['Help'] })),
    isRecursive: Type.Boolean({ description: 'Whether internal links are followed', examples: [true] }),
    fileName: nullable(Type.String({ description: 'For files', examples: ['handbook.pdf'] })),
    status: Type.Enum(['pending', 'processing', 'done', 'error'], {
      title: 'SourceStatus',
      description: 'Waiting, being read, read, or failed.',
      examples: ['done'],
    }),
    pageCount: countOf('Documents read'),
    chunkCount: countOf('Searchable pieces', 180),
    errorMessage: Type.Optional(
      Type.String({
        description: 'Reason of the failure; only while the status is `error`',
        examples: ['URL is not allowed'],
      }),
    ),
    siteType: nullable(
      Type.Enum(SITE_TYPES, {
        title: 'SiteType',
        description: 'How a website is built.',
      }),
    ),
    sitemapUrl: nullable(
      Type.String({ description: 'The sitemap that was used', examples: ['https://example.com/sitemap.xml'] }),
    ),
    sparseContent: Type.Boolean({ description: 'Whether very little usable text was found' }),
    crawlSummary: CrawlSummary,
    createdAt: Time,
    updatedAt: Time,
  },
  'A source of content that a chatbot answers from.',
);

export const DataSourceData = named('DataSourceData', { dataSource: DataSource }, 'One data source.');
export const DataSourceList = named(
  'DataSourceList',
  { dataSources: Type.Array(DataSource) },
  'All sources of a chatbot, oldest first.',
);

export const SourcePagesQuery = Type.Object({
  limit: PageQuery.properties.limit,
  after: Type.Optional(
    patternString('^\\d{1,9}$', PAGE_POSITION, {
      maxLength: 9,
      description: '`nextAfter` of the previous page',
      examples: ['200'],
    }),
  ),
  search: Type.Optional(
    patternString('\\S', 'must have a word', {
      maxLength: 200,
      description:
        'Only pages whose title or address has all of these words, or parts of words, without case and accents',
      examples: ['opening hours'],
    }),
  ),
});

const NextAfter = nullable(
  Type.String({ description: 'Value of `after` for the next page; null at the end', examples: ['200'] }),
);

export const SkippedUrlPage = named(
  'SkippedUrlPage',
  { skippedUrls: Type.Array(SkippedUrl), nextAfter: NextAfter },
  'Pages of a website that were not read, in the order of the crawl.',
);

const ReadPage = named(
  'ReadPage',
  {
    title: Type.String({ examples: ['Opening hours'] }),
    url: nullable(
      Type.String({ description: 'Null for texts and files', examples: ['https://example.com/opening-hours'] }),
    ),
    chunkCount: countOf('Searchable pieces of the page', 4),
  },
  'A page that a chatbot answers from.',
);

export const ReadPageList = named(
  'ReadPageList',
  {
    pages: Type.Array(ReadPage),
    readAt: nullable(
      Type.String({
        ...Time,
        description: 'When the run that read them was completed; null until a run has succeeded',
      }),
    ),
    nextAfter: NextAfter,
  },
  'Pages of a source that have searchable pieces, in the order in which they were read.',
);

export const Recrawl = named(
  'Recrawl',
  {
    message: Type.String({ examples: ['Recrawl started'] }),
    sources: countOf('Number of queued sources', 3),
  },
  'Sources that will be read again.',
);

/**
 * One object for all types, not a union of three. A wrong title is then reported as such, not as a body that matches none of
 * three schemas. The fields that a type needs are checked where the source is created.
 */
export const NewDataSource = Type.Object(
  {
    type: Type.Enum(['url', 'text', 'youtube']),
    sourceUrl: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: 'Required for url and youtube',
        examples: ['https://example.com/help'],
      }),
    ),
    isRecursive: Type.Optional(Type.Boolean({ description: 'For url: whether internal links are followed' })),
    title: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Required for text', examples: ['Opening hours'] }),
    ),
    content: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_JSON_BYTES,
        description: 'Required for text. The whole body may have at most 1 MB',
        examples: ['We are open every day.'],
      }),
    ),
  },
  {
    title: 'NewDataSource',
    description: 'A website, a text or a video. Files are uploaded to `/datasources/file`.',
    examples: [
      { type: 'url', sourceUrl: 'https://example.com/help', isRecursive: true },
      { type: 'text', title: 'Opening hours', content: 'We are open every day from nine to six.' },
      { type: 'youtube', sourceUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
    ],
  },
);
