import { Type } from 'typebox';
import { countOf, Id, named, nullable, Time } from './common.ts';

const CrawlSummary = named(
  'CrawlSummary',
  {
    attempted: countOf('Pages that were asked for', 14),
    succeeded: countOf('Pages that were read'),
    failed: countOf('Pages that could not be read', 1),
    skipped: countOf('Pages that were not read', 1),
    skippedUrls: Type.Array(
      named(
        'SkippedUrl',
        {
          url: Type.String({ examples: ['https://example.com/admin'] }),
          reason: Type.String({ examples: ['Disallowed by robots.txt'] }),
        },
        'A page that was not read, and why.',
      ),
    ),
  },
  'What became of the pages of a website when it was last read.',
);

const DataSource = named(
  'DataSource',
  {
    id: Id,
    chatbotId: Id,
    type: Type.Enum(['url', 'file', 'text', 'youtube'], {
      title: 'SourceType',
      description: 'Of what kind a source is.',
    }),
    sourceUrl: nullable(Type.String({ description: 'Of websites and videos', examples: ['https://example.com/help'] })),
    title: nullable(Type.String({ examples: ['Help'] })),
    isRecursive: Type.Boolean({ description: 'Whether internal links are followed', examples: [true] }),
    fileName: nullable(Type.String({ description: 'Of files', examples: ['handbook.pdf'] })),
    status: Type.Enum(['pending', 'processing', 'done', 'error'], {
      title: 'SourceStatus',
      description: 'Waiting, being read, read, or not readable.',
      examples: ['done'],
    }),
    pageCount: countOf('Documents read'),
    chunkCount: countOf('Searchable pieces', 180),
    errorMessage: Type.Optional(
      Type.String({
        description: 'Why it could not be read; only while the status is `error`',
        examples: ['URL is not allowed'],
      }),
    ),
    siteType: nullable(
      Type.Enum(['static', 'spa', 'nextjs', 'nuxt', 'unknown'], {
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
  'Something a chatbot answers from.',
);

export const DataSourceData = named('DataSourceData', { dataSource: DataSource }, 'One data source.');
export const DataSourceList = named(
  'DataSourceList',
  { dataSources: Type.Array(DataSource) },
  'All sources of a chatbot, in the order they were added.',
);

export const Recrawl = named(
  'Recrawl',
  {
    message: Type.String({ examples: ['Recrawl started'] }),
    sources: countOf('How many were queued', 3),
  },
  'What is going to be read again.',
);

/**
 * One object for all types, not a union of three: a caller who gives a wrong title is told so, rather than that none of three
 * forms fits. What a type needs is checked where the source is made.
 */
export const NewDataSource = Type.Object(
  {
    type: Type.Enum(['url', 'text', 'youtube']),
    sourceUrl: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: 'Needed for url and youtube',
        examples: ['https://example.com/help'],
      }),
    ),
    isRecursive: Type.Optional(Type.Boolean({ description: 'For url: whether internal links are followed' })),
    title: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Needed for text', examples: ['Opening hours'] }),
    ),
    content: Type.Optional(
      Type.String({ minLength: 1, description: 'Needed for text', examples: ['We are open every day.'] }),
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
