/** A file's extension and content type must belong together. */
import { FILE_CONTENT_TYPES, FILE_TYPES, isFileExtension } from '../../../domain/data-source/file-types.ts';
import { ApiError } from '../../errors/api-error.ts';

/**
 * @param contentType as sent with the file, parameters allowed
 * @returns the content type alone
 * @throws ApiError UNSUPPORTED_FILE_TYPE, naming the content type, or the extension when that alone was wrong
 */
export function acceptedContentType(fileName: string, contentType: string): string {
  const extension = (/\.[^./\\]*$/.exec(fileName)?.[0] ?? '').toLowerCase();
  const mediaType = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const isKnown = isFileExtension(extension);
  const contentTypes: readonly string[] = isKnown ? FILE_TYPES[extension] : [];
  if (contentTypes.includes(mediaType)) return mediaType;
  const extensionAlone = FILE_CONTENT_TYPES.includes(mediaType) && !isKnown;
  const type = extensionAlone ? extension || 'no extension' : mediaType || 'unknown';
  throw new ApiError('UNSUPPORTED_FILE_TYPE', { parameters: { type: type.slice(0, 100) } });
}
