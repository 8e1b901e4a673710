/** A search index that is not of the log's time: put back from a copy, or left beside a log that was restored from a backup. */
import { expect, it, onTestFinished } from 'vitest';
import { openFileBlobs } from '../../../src/adapters/files/blobs.ts';
import { createOfflineEmbedder } from '../../../src/adapters/offline/embedder.ts';
import { openSqliteSearchIndex } from '../../../src/adapters/sqlite/search-index/search-index.ts';
import { sourceScope } from '../../../src/domain/blob-scopes.ts';
import { searchGeneration } from '../../../src/domain/data-source/events.ts';
import { UnreadableEvent } from '../../../src/event-log/unreadable-event.ts';
import { ModelUnavailable } from '../../../src/ports/models.ts';
import type { IndexedPassage } from '../../../src/ports/search-index.ts';
import { allProjections } from '../../../src/projections/all.ts';
import { encodeManifest } from '../../../src/projections/data-sources/manifest.ts';
import { ThreadedPreparer } from '../../../src/reading/threads/threaded-preparer.ts';
import { passageId } from '../../../src/text/passage.ts';
import { reindexMissing } from '../../../src/workers/ingestion/reindex.ts';
import { removeUnknownSources } from '../../../src/workers/ingestion/unknown-sources.ts';
import { asStored } from '../../support/events/stored.ts';
import { idOf, sha256Of } from '../../support/fixtures.ts';
import { newCommand, nodeOn, valueOrThrow } from '../../support/inside.ts';
import { openReadSide, startEngine } from '../../support/projections/read-models.ts';
import { openFor } from '../../support/stores/store-place.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const signal = new AbortController().signal;
const PASSAGE = {
  title: '',
  url: null,
  headings: [],
  text: 'All there is to say.',
  hash: sha256Of('All there is to say.'),
};

/** A chatbot, and a search index of its own file. */
async function chatbotWithIndex() {
  const directory = temporaryDirectory();
  const side = await openReadSide(directory);
  const embedder = createOfflineEmbedder();
  const { id: embedderId, dimensions } = embedder;
  const searchIndex = await openFor(() => openSqliteSearchIndex({ directory, embedderId, dimensions }));
  const blobs = await openFor(() => openFileBlobs({ directory: `${directory}/blobs` }));
  const preparer = new ThreadedPreparer({ makesVectors: true });
  onTestFinished(() => preparer.close());
  const { accounts, chatbots, dataSources } = nodeOn(side);
  const ada = { email: 'ada@example.com', name: 'Ada', password: 'p' };
  const { accountId } = valueOrThrow(await accounts.register(ada, newCommand()));
  const { chatbotId } = valueOrThrow(await chatbots.create(accountId, 'Helper', newCommand()));
  const add = async (name: string) => {
    const sourceId = idOf(name);
    const source = { sourceId, sourceType: 'text', sourceUrl: null, title: name, fileName: null } as const;
    const content = { contentHash: sha256Of(name), contentType: 'text/plain', isRecursive: false };
    valueOrThrow(await dataSources.add(accountId, chatbotId, { ...source, ...content }, newCommand()));
    return sourceId;
  };
  /** Completes the source with one passage. */
  const complete = async (sourceId: string) => {
    const context = newCommand();
    await dataSources.startRun({ sourceId, generation: 1 }, { name: '1', stepsKept: 0 }, context);
    const { hash: manifestHash } = await blobs.put(sourceScope(chatbotId, sourceId), await encodeManifest([PASSAGE]));
    const facts = { siteType: null, sparseContent: false, crawl: null, sitemapUrl: null, skippedUrls: [] };
    const report = { ...facts, pageCount: 1, chunkCount: 1, manifestHash };
    await dataSources.completeRun({ sourceId, generation: 1, attempt: 1 }, report, context);
  };
  const passages = (sourceId: string, count: number, inChatbot = chatbotId) => {
    const generation = searchGeneration(sourceId, 1);
    const vector = new Float32Array(dimensions).fill(1 / Math.sqrt(dimensions));
    const passage = { chatbotId: inChatbot, sourceId, generation, title: '', url: null, headings: [], vector };
    const all = Array.from({ length: count }, (_, ordinal): IndexedPassage => {
      return { ...passage, id: passageId(generation, ordinal), ordinal, text: `text ${ordinal}`, words: 'text' };
    });
    return searchIndex.putPassages(all);
  };
  const caughtUp = async () => {
    const { engine } = await startEngine(side, allProjections);
    await engine.waitFor(await side.log.head());
  };
  const embeddingCache = {
    find: async () => new Map(),
    put: async () => {},
    deleteScope: async () => {},
    close: async () => {},
  };
  const deps = { documents: side.documents, searchIndex, blobs, preparer, embedder, embeddingCache };
  return {
    ...deps,
    ownerId: accountId,
    chatbotId,
    chatbots,
    commands: dataSources,
    add,
    complete,
    passages,
    caughtUp,
    report: () => undefined,
  };
}

it('Text of sources that the log does not know, or of a chatbot that it does not, is removed, and no other, not that of a damaged history', async () => {
  const { chatbotId, commands, add, passages, caughtUp, ...stores } = await chatbotWithIndex();
  const known = await add('known');
  await caughtUp();
  const notFoldedYet = idOf('other');
  const damaged = idOf('damaged');
  const event = { id: idOf('event'), type: 'DataSourceAdded', data: {}, metadata: {} };
  const unreadable = new UnreadableEvent(asStored(event), 'its data is malformed');
  const isLive = async (id: string) => {
    if (id === damaged) throw unreadable;
    return id === notFoldedYet || (await commands.isLive(id));
  };
  const isKnown = (id: string) => commands.isKnown(id);
  await passages(known, 2);
  await passages(notFoldedYet, 1);
  await passages(damaged, 1);
  await passages(idOf('lost with the log'), 600);
  await passages(idOf('foreign'), 1, idOf('foreign chatbot'));
  const listSources = () => stores.searchIndex.sources();
  expect(await removeUnknownSources({ ...stores, listSources, commands: { isLive, isKnown } }, signal)).toBe(2);
  const left = [known, notFoldedYet, damaged].map((sourceId) => ({ chatbotId, sourceId }));
  expect(new Set(await listSources())).toEqual(new Set(left));
});

it('Text of a source, or of a chatbot, whose deletion was interrupted is removed, and not taken for text of another log', async () => {
  const { ownerId, chatbotId, chatbots, commands, add, passages, caughtUp, ...stores } = await chatbotWithIndex();
  const [alone, withItsChatbot] = [await add('alone'), await add('with its chatbot')];
  for (const sourceId of [alone, withItsChatbot]) await passages(sourceId, 1);
  valueOrThrow(await commands.delete(chatbotId, alone, newCommand()));
  valueOrThrow(await chatbots.delete(ownerId, chatbotId, newCommand()));
  await caughtUp();
  const listSources = () => stores.searchIndex.sources();
  expect(await removeUnknownSources({ ...stores, listSources, commands }, signal)).toBe(0);
  expect(await listSources()).toEqual([]);
});

it('Passages that a source does not have any more are removed when it is indexed again', async () => {
  const { chatbotId, add, complete, passages, caughtUp, ...deps } = await chatbotWithIndex();
  const sourceId = await add('shrunk');
  await complete(sourceId);
  await caughtUp();
  await passages(sourceId, 3);
  expect(await reindexMissing(deps, signal, () => undefined)).toEqual({ indexed: 1, waiting: 0, failed: 0 });
  const generation = searchGeneration(sourceId, 1);
  expect(await deps.searchIndex.countPassages(chatbotId, generation)).toBe(1);
  const [passage] = await deps.searchIndex.getPassages(chatbotId, [passageId(generation, 0)]);
  expect(passage?.text).toBe(PASSAGE.text);
});

it('A source keeps its passages, and what it does not have any more, while the model that would index it again is unavailable', async () => {
  const { chatbotId, add, complete, passages, caughtUp, embedder, ...deps } = await chatbotWithIndex();
  const sourceId = await add('shrunk');
  await complete(sourceId);
  await caughtUp();
  await passages(sourceId, 3);
  const away = { ...embedder, kind: 'model', embed: () => Promise.reject(new ModelUnavailable('away')) } as const;
  const found = await reindexMissing({ ...deps, embedder: away }, signal, () => undefined);
  expect(found).toEqual({ indexed: 0, waiting: 1, failed: 0 });
  expect(await deps.searchIndex.countPassages(chatbotId, searchGeneration(sourceId, 1))).toBe(3);
});
