import { Type } from 'typebox';
import { Count, Id, named, nullable, Time } from './common.ts';

export const DataSource = named('DataSource', {
  id: Id,
  chatbotId: Id,
  type: Type.Enum(['url', 'file', 'text', 'youtube']),
  sourceUrl: nullable(Type.String()),
  title: nullable(Type.String()),
  isRecursive: Type.Boolean(),
  fileName: nullable(Type.String()),
  status: Type.Enum(['pending', 'processing', 'done', 'error']),
  pageCount: Count,
  chunkCount: Count,
  errorMessage: Type.Optional(Type.String({ description: 'Only while the status is error' })),
  siteType: nullable(Type.Enum(['static', 'spa', 'nextjs', 'nuxt', 'unknown'])),
  sitemapUrl: nullable(Type.String()),
  sparseContent: Type.Boolean(),
  crawlSummary: Type.Object({
    attempted: Count,
    succeeded: Count,
    failed: Count,
    skipped: Count,
    skippedUrls: Type.Array(Type.Object({ url: Type.String(), reason: Type.String() })),
  }),
  createdAt: Time,
  updatedAt: Time,
});

/**
 * One object for all types, not a union of three: a caller who gives a wrong title is told so, rather than that none of three
 * forms fits. What a type needs is checked where the source is made.
 */
export const NewDataSource = named(
  'NewDataSource',
  {
    type: Type.Enum(['url', 'text', 'youtube']),
    sourceUrl: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: 'Needed for url and youtube; for youtube the address of one video, in any of its forms',
        examples: ['https://example.com/help'],
      }),
    ),
    isRecursive: Type.Optional(Type.Boolean({ description: 'For url: whether internal links are followed' })),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Needed for text' })),
    content: Type.Optional(Type.String({ minLength: 1, description: 'Needed for text' })),
  },
  'Files are uploaded to `/datasources/file`.',
);

export const FileUpload = Type.Object({
  file: Type.String({
    format: 'binary',
    description: 'At most 25 MB: .pdf, .doc, .docx, .ppt, .pptx, .csv or .txt with the content type that belongs to it',
  }),
});
