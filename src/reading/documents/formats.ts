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
    signatureTypes: [WORD, ZIP, COMPOUND_FILE],
    loadReader: async () => (await import('./word/read-docx.ts')).readDocx,
  },
  '.ppt': {
    signatureTypes: [COMPOUND_FILE],
    loadReader: async () => (await import('../office-legacy/powerpoint/read-ppt.ts')).readPpt,
  },
  '.pptx': {
    signatureTypes: [POWERPOINT, ZIP, COMPOUND_FILE],
    loadReader: async () => (await import('./powerpoint/read-pptx.ts')).readPptx,
  },
};

export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? '' : fileName.slice(dot).toLowerCase();
}

export const formatOf = (extension: FileExtension): DocumentFormat => DOCUMENT_FORMATS[extension];
