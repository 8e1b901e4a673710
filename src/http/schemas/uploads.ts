import { Type } from 'typebox';
import { named } from './common.ts';

/** `contentType` becomes the encoding of the part: what the file may be. */
const upload = (title: string, contentType: string, description: string) =>
  Type.Object(
    { file: Type.String({ format: 'binary', description }) },
    { title, description: 'A form.', examples: [{ file: '(bytes)' }], contentType },
  );

export const FileUpload = upload(
  'FileUpload',
  [
    'application/pdf',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'text/csv',
    'application/csv',
    'text/plain',
  ].join(', '),
  'At most 25 MB: .pdf, .doc, .docx, .ppt, .pptx, .csv or .txt with the content type that belongs to it',
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
      description: 'Relative to the root of the server; what `avatarUrl` takes',
      examples: ['/uploads/01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e/01931b7f-0a1b-7c3a-9d5e-2f4b8a1c0d3e.webp'],
    }),
  },
  'Where an image is.',
);
