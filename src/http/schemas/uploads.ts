import { Type } from 'typebox';
import { FILE_CONTENT_TYPES, FILE_EXTENSIONS } from '../../domain/data-source/file-types.ts';
import { named } from './common.ts';

/** `contentType` becomes the encoding of the part. */
const upload = (title: string, contentType: string, description: string) =>
  Type.Object(
    { file: Type.String({ format: 'binary', description }) },
    { title, description: 'A multipart form with one file.', examples: [{ file: '(bytes)' }], contentType },
  );

export const FileUpload = upload(
  'FileUpload',
  FILE_CONTENT_TYPES.join(', '),
  `At most 25 MB: ${FILE_EXTENSIONS.slice(0, -1).join(', ')} or ${FILE_EXTENSIONS.at(-1)} with the content type that belongs to it`,
);

export const ImageUpload = upload(
  'ImageUpload',
  'image/png, image/jpeg, image/webp',
  'PNG, JPEG or WebP, at most 2 MB and 16 megapixels',
);

export const StoredImage = named(
  'StoredImage',
  {
    url: Type.String({
      format: 'uri-reference',
      description: 'Path on this server, for `avatarUrl`',
      examples: ['/uploads/01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e/01931b7f-0a1b-7c3a-9d5e-2f4b8a1c0d3e.webp'],
    }),
  },
  'A stored image.',
);
