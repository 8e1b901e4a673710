import { FILE_TYPES, type FileExtension } from '../../domain/data-source/file-types.ts';
import type { FormatReader } from '../document-content.ts';

export interface DocumentFormat {
  /** Media types that `file-type` may recognise by signature; null for text, which has none. */
  readonly signatureTypes: readonly string[] | null;
  /** Lazy: parsers are large. */
  readonly loadReader: () => Promise<FormatReader>;
}

const COMPOUND_FILE = 'application/x-cfb';
const ZIP = 'application/zip';
const [WORD] = FILE_TYPES['.docx'];
const [POWERPOINT] = FILE_TYPES['.pptx'];

/** The same content for other uses; macros are never run. */
const WORD_VARIANTS = [
  'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
  'application/vnd.ms-word.document.macroenabled.12',
  'application/vnd.ms-word.template.macroenabled.12',
];
const POWERPOINT_VARIANTS = [
  'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
  'application/vnd.openxmlformats-officedocument.presentationml.template',
  'application/vnd.ms-powerpoint.presentation.macroenabled.12',
  'application/vnd.ms-powerpoint.slideshow.macroenabled.12',
  'application/vnd.ms-powerpoint.template.macroenabled.12',
];

/** Encrypted Office files are compound files; some writers make plain zips. */
const DOCUMENT_FORMATS: Readonly<Record<FileExtension, DocumentFormat>> = {
  '.txt': { signatureTypes: null, loadReader: async () => (await import('./plain-text/read-text.ts')).readText },
  '.csv': { signatureTypes: null, loadReader: async () => (await import('./plain-text/read-csv.ts')).readCsv },
  '.pdf': { signatureTypes: ['application/pdf'], loadReader: async () => (await import('./pdf/read-pdf.ts')).readPdf },
  '.doc': {
    signatureTypes: [COMPOUND_FILE],
    loadReader: async () => (await import('../office-legacy/word/read-doc.ts')).readDoc,
  },
  '.docx': {
    signatureTypes: [WORD, ...WORD_VARIANTS, ZIP, COMPOUND_FILE],
    loadReader: async () => (await import('./word/read-docx.ts')).readDocx,
  },
  '.ppt': {
    signatureTypes: [COMPOUND_FILE],
    loadReader: async () => (await import('../office-legacy/powerpoint/read-ppt.ts')).readPpt,
  },
  '.pptx': {
    signatureTypes: [POWERPOINT, ...POWERPOINT_VARIANTS, ZIP, COMPOUND_FILE],
    loadReader: async () => (await import('./powerpoint/read-pptx.ts')).readPptx,
  },
};

export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? '' : fileName.slice(dot).toLowerCase();
}

export const formatOf = (extension: FileExtension): DocumentFormat => DOCUMENT_FORMATS[extension];
