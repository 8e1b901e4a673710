/** Which documents may be uploaded: extension and content type must both be of one row. Interface specification, section 4.3. */
import { ApiError } from '../errors/api-error.ts';

const TYPES: Readonly<Record<string, readonly string[]>> = {
  '.pdf': ['application/pdf'],
  '.doc': ['application/msword'],
  '.docx': ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  '.ppt': ['application/vnd.ms-powerpoint'],
  '.pptx': ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  '.csv': ['text/csv', 'application/csv'],
  '.txt': ['text/plain'],
};

const KNOWN_CONTENT_TYPES = new Set(Object.values(TYPES).flat());

/**
 * @param contentType as sent with the file, parameters allowed
 * @returns the content type alone. @throws ApiError UNSUPPORTED_FILE_TYPE, naming what was wrong: the content type, or the extension
 *   when that alone was
 */
export function acceptedContentType(fileName: string, contentType: string): string {
  const extension = (/\.[^./\\]*$/.exec(fileName)?.[0] ?? '').toLowerCase();
  const mediaType = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (Object.hasOwn(TYPES, extension) && TYPES[extension]?.includes(mediaType)) return mediaType;
  const extensionAlone = KNOWN_CONTENT_TYPES.has(mediaType) && !Object.hasOwn(TYPES, extension);
  const type = extensionAlone ? extension || 'no extension' : mediaType || 'unknown';
  throw new ApiError('UNSUPPORTED_FILE_TYPE', { parameters: { type: type.slice(0, 100) } });
}
