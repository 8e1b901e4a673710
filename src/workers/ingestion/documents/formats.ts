import type { Reader } from './document-content.ts';

export interface DocumentFormat {
  /** With its dot, in lower case. */
  readonly extension: string;
  /** What its first bytes must be recognised as, by `file-type`; null for text, which has no mark. */
  readonly recognisedAs: readonly string[] | null;
  /** Loads the reader when it is first needed: parsers are large. */
  readonly reader: () => Promise<Reader>;
}

const COMPOUND_FILE = 'application/x-cfb';
const ZIP = 'application/zip';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const POWERPOINT = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

/** Every kind of file that an owner may hand in. */
const FORMATS: readonly DocumentFormat[] = [
  { extension: '.txt', recognisedAs: null, reader: async () => (await import('./read-text.ts')).readText },
  { extension: '.csv', recognisedAs: null, reader: async () => (await import('./read-csv.ts')).readCsv },
  {
    extension: '.pdf',
    recognisedAs: ['application/pdf'],
    reader: async () => (await import('./read-pdf.ts')).readPdf,
  },
  // An encrypted one is a compound file; one whose parts stand in an unusual order is just a zip.
  {
    extension: '.docx',
    recognisedAs: [WORD, ZIP, COMPOUND_FILE],
    reader: async () => (await import('./read-docx.ts')).readDocx,
  },
  { extension: '.doc', recognisedAs: [COMPOUND_FILE], reader: async () => (await import('./read-doc.ts')).readDoc },
  { extension: '.ppt', recognisedAs: [COMPOUND_FILE], reader: async () => (await import('./read-ppt.ts')).readPpt },
  {
    extension: '.pptx',
    recognisedAs: [POWERPOINT, ZIP, COMPOUND_FILE],
    reader: async () => (await import('./read-pptx.ts')).readPptx,
  },
];

export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? '' : fileName.slice(dot).toLowerCase();
}

export function formatOf(fileName: string): DocumentFormat | null {
  const extension = extensionOf(fileName);
  return FORMATS.find((format) => format.extension === extension) ?? null;
}
