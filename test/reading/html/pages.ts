/** Pages that a test writes, as they are read. */
import type { ReadPage } from '../../../src/ports/content/document-reader.ts';
import { readHtml } from '../../../src/reading/html/read-html.ts';
import { documentText } from '../../../src/text/document.ts';

/** Enough words to be the main part of a page. */
export const FILLER = 'Enough words to be the main part of this page, and some more of them. '.repeat(5);

export const readPage = (html: string, url = 'https://site.example/a'): ReadPage =>
  readHtml({ url, contentType: 'text/html; charset=utf-8', bytes: Buffer.from(html) });

export const pageText = (html: string, url?: string): string => documentText(readPage(html, url).document);

/** Text of the main part below the title. */
export const mainText = (body: string): string =>
  pageText(`<title>Page</title><main><h1>Page</h1>${body}</main>`)
    .replace(/^# Page\n\n/, '')
    .trim();
