/** Asks a page, read and cut into passages as the service does, for the extract that answers. */
import { extractAnswer } from '../../../src/answering/extractive/extract-answer.ts';
import type { ExtractPassage } from '../../../src/answering/extractive/passages/outline.ts';
import { textBlocks } from '../../../src/reading/documents/plain-text/text-blocks.ts';
import { readHtml } from '../../../src/reading/html/read-html.ts';
import { chunkDocument } from '../../../src/text/chunking/chunk-document.ts';

interface Asker {
  (question: string): string | null;
  readonly passages: readonly ExtractPassage[];
}

/** Asks a pasted text in Markdown instead. */
export function textAsker(text: string, siteName = ''): Asker {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? 'Text';
  const document = { title, url: null, language: null, blocks: textBlocks(text) };
  const passages = chunkDocument(document).map((chunk) => ({ ...chunk, title }));
  const ask = (question: string) =>
    extractAnswer(question, passages, { siteName })
      ?.map(({ markdown }) => markdown)
      .join('\n\n') ?? null;
  return Object.assign(ask, { passages });
}

export function asker(main: string): Asker {
  const title = /<h1>(.*?)<\/h1>/.exec(main)?.[1] ?? '';
  const html = `<html><head><title>${title} – Brightsmile</title></head><body><main>${main}</main></body></html>`;
  const { document } = readHtml({
    url: 'https://example.com/',
    contentType: 'text/html; charset=utf-8',
    bytes: Buffer.from(html),
  });
  const passages = chunkDocument(document).map((chunk) => ({ ...chunk, title: document.title }));
  const ask = (question: string) =>
    extractAnswer(question, passages)
      ?.map(({ markdown }) => markdown)
      .join('\n\n') ?? null;
  return Object.assign(ask, { passages });
}
