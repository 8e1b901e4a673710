import { expect, onTestFinished, test } from 'vitest';
import { openSqliteSearchIndex } from '../../../src/adapters/sqlite/search-index/search-index.ts';
import { MemoryDocuments } from '../../../src/audit/state/memory-documents.ts';
import type { AuditContext } from '../../../src/cli/audit/command.ts';
import { IndexComparison } from '../../../src/cli/audit/replay-index.ts';
import { indexIdentity } from '../../../src/composition/models/index-identity.ts';
import { openModels } from '../../../src/composition/models/models.ts';
import { readConfig } from '../../../src/config.ts';
import type { Documents } from '../../../src/ports/documents.ts';
import type { EmbeddingCache } from '../../../src/ports/embedding-cache.ts';
import type { JsonObject, Position } from '../../../src/ports/event-log.ts';
import { encodeManifest, type ManifestPassage } from '../../../src/projections/data-sources/manifest.ts';
import { dataSources } from '../../../src/projections/data-sources/projection.ts';
import { ThreadedPreparer } from '../../../src/reading/threads/threaded-preparer.ts';
import { indexPassages } from '../../../src/workers/ingestion/indexing.ts';
import { idOf } from '../../support/fixtures.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const never = new AbortController().signal;
const chatbotId = idOf('bot');
const passage = (text: string, changes: Partial<ManifestPassage> = {}): ManifestPassage => {
  return { title: 'Opening hours', url: 'https://example.com/hours', headings: [], text, hash: text, ...changes };
};
const NO_CACHE = { find: async () => new Map(), put: async () => undefined } as unknown as EmbeddingCache;

/** Read models in which each source has one active generation. */
function documentsWith(sources: Readonly<Record<string, string>>): MemoryDocuments {
  const documents = new MemoryDocuments();
  const writes = Object.entries(sources).map(([name, generation]) => {
    const document: JsonObject = { id: idOf(name), chatbotId, activeGeneration: generation, manifestHash: name };
    return { kind: 'put', id: idOf(name), document, position: 1n as Position } as const;
  });
  documents.apply({ collection: dataSources.collection, writes });
  return documents;
}

/** A search index in a folder of its own. @param embedderId of the embedder that wrote it; default: the present one */
async function openIndex(embedderId?: string) {
  const directory = temporaryDirectory();
  const read = readConfig({}, { DATA_DIR: directory });
  if (!read.ok) throw new Error(read.faults.join());
  const { embedder } = await openModels(read.config, () => undefined);
  const writer = { id: embedderId ?? embedder.id, dimensions: embedder.dimensions };
  const index = await openSqliteSearchIndex({ directory, ...indexIdentity(writer) });
  const preparer = new ThreadedPreparer();
  onTestFinished(async () => {
    await preparer.close();
    await index.close();
  });
  const add = (source: string, generation: string, passages: readonly ManifestPassage[]) =>
    indexPassages(
      { chatbotId, sourceId: idOf(source), generation },
      passages,
      { preparer, searchIndex: index, embedder, embeddingCache: NO_CACHE },
      never,
    );
  return { config: read.config, add };
}

interface Compared {
  readonly stored: readonly ManifestPassage[];
  readonly live?: MemoryDocuments;
  readonly rebuilt: MemoryDocuments;
}

async function compare(
  { config }: Awaited<ReturnType<typeof openIndex>>,
  { stored, rebuilt, live = rebuilt }: Compared,
) {
  const manifest = await encodeManifest(stored);
  const context = {
    config,
    openDocuments: () => live,
    blobs: { get: async () => manifest },
    openEmbeddings: async () => ({ ...NO_CACHE, close: async () => undefined }),
  } as unknown as AuditContext;
  const comparison = await IndexComparison.open(context, rebuilt as unknown as Documents);
  onTestFinished(() => comparison.close());
  return comparison.run(() => undefined, never);
}

const kindsOf = ({ differences }: Awaited<ReturnType<typeof compare>>) => differences.map(({ kind }) => kind);

test('A search index that holds what was stored has no differences', async () => {
  const index = await openIndex();
  const stored = [passage('We open at nine.'), passage('We close at six.')];
  await index.add('hours', 'g1', stored);
  const compared = await compare(index, { stored, rebuilt: documentsWith({ hours: 'g1' }) });
  expect(compared).toEqual({ differences: [], passages: 2, vectorsUnknown: 0 });
});

test.each([
  ['whose page was changed', [passage('We open at nine.', { url: 'https://elsewhere.example' })], 'different text'],
  ['whose text was changed', [passage('We open at ten.')], 'different text'],
  ['that is not there', [], 'missing'],
  ['that was added', [passage('We open at nine.'), passage('Pay here.')], 'unexpected'],
])('A passage of the search index %s is a difference', async (_, indexed, kind) => {
  const index = await openIndex();
  await index.add('hours', 'g1', indexed);
  const rebuilt = documentsWith({ hours: 'g1' });
  expect(kindsOf(await compare(index, { stored: [passage('We open at nine.')], rebuilt }))).toEqual([kind]);
});

test('Passages of a source that does not exist are a difference', async () => {
  const index = await openIndex();
  const stored = [passage('We open at nine.')];
  await index.add('hours', 'g1', stored);
  await index.add('deleted', 'g9', stored);
  const { differences } = await compare(index, { stored, rebuilt: documentsWith({ hours: 'g1' }) });
  expect(differences).toEqual([expect.objectContaining({ kind: 'unexpected', sourceId: idOf('deleted') })]);
});

test('A source whose passages are in the index of a former embedder is said once to be incomparable, not to be missing', async () => {
  const index = await openIndex('former-embedder');
  const stored = [passage('We open at nine.'), passage('We close at six.')];
  await index.add('hours', 'g1', stored);
  const { differences } = await compare(index, { stored, rebuilt: documentsWith({ hours: 'g1' }) });
  expect(differences).toEqual([
    {
      model: 'search index',
      kind: 'incomparable',
      chatbotId,
      sourceId: idOf('hours'),
      because: expect.stringContaining('in the index of another embedder or release'),
    },
  ]);
});

test('A source that was read again during the comparison has no differences', async () => {
  const index = await openIndex();
  await index.add('hours', 'g2', [passage('We open at ten.')]);
  const [rebuilt, live] = [documentsWith({ hours: 'g1' }), documentsWith({ hours: 'g2' })];
  expect(kindsOf(await compare(index, { stored: [passage('We open at nine.')], rebuilt, live }))).toEqual([]);
});
