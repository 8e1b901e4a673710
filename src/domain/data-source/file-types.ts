/** Interface specification, section 4.3. */
export const FILE_TYPES = {
  '.pdf': ['application/pdf'],
  '.doc': ['application/msword'],
  '.docx': ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  '.ppt': ['application/vnd.ms-powerpoint'],
  '.pptx': ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  '.csv': ['text/csv', 'application/csv'],
  '.txt': ['text/plain'],
} as const;

export type FileExtension = keyof typeof FILE_TYPES;

export const FILE_EXTENSIONS = Object.keys(FILE_TYPES) as readonly FileExtension[];

export const FILE_CONTENT_TYPES: readonly string[] = Object.values(FILE_TYPES).flat();

export const isFileExtension = (extension: string): extension is FileExtension => Object.hasOwn(FILE_TYPES, extension);
