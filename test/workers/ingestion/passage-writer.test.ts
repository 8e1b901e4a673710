import { expect, test } from 'vitest';
import { createOfflineEmbedder } from '../../../src/adapters/offline/embedder.ts';
import type { PassagePreparer } from '../../../src/ports/content/passage-preparer.ts';
import type { ReadDocument } from '../../../src/text/document.ts';
import type { Indexing } from '../../../src/workers/ingestion/indexing.ts';
import { PassageWriter } from '../../../src/workers/ingestion/passage-writer.ts';

const documentOf = (title: string): ReadDocument => ({ title, url: null, language: null, blocks: [] });

/** Prepares a document once it may, and says which were begun. Those whose title begins with "Heavy" are. */
function preparing() {
  const begun: string[] = [];
  const mayGoOn = Promise.withResolvers<void>();
  const preparer: PassagePreparer = {
    isHeavy: ({ title }) => title.startsWith('Heavy'),
    async *prepare({ title }) {
      begun.push(title);
      await mayGoOn.promise;
      yield [];
    },
    analyse: async () => [],
    close: async () => {},
  };
  return { preparer, begun, goOn: mayGoOn.resolve };
}

test('A heavy document of a website takes its turn once those before it have left their passages, and later light ones begin at once', async () => {
  const { preparer, begun, goOn } = preparing();
  const indexing = { preparer, embedder: createOfflineEmbedder(), searchIndex: { refresh: async () => {} } };
  const target = { chatbotId: 'chatbot', sourceId: 'source', generation: 'generation' };
  const writer = new PassageWriter(target, indexing as unknown as Indexing, {
    accountId: 'ada',
    signal: new AbortController().signal,
    onProgress: () => {},
    beforeWrite: async () => {},
  });
  for (const title of ['First', 'Heavy', 'Last']) await writer.addDocument(documentOf(title));
  expect(begun).toEqual(['First', 'Last']);
  goOn();
  await writer.finish();
  expect(begun).toEqual(['First', 'Last', 'Heavy']);
});
