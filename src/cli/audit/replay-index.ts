/**
 * Compares the embedded search index with what the log says it holds: the passages that each source's active run stored, their texts and
 * their vectors. The order of its rows and segments differs with each build, so bytes are not compared.
 */
import { readSqliteEmbeddings } from '../../adapters/sqlite/auxiliary/read-embeddings.ts';
import {
  type ReadableSearchIndex,
  readSqliteSearchIndex,
  type StoredPassage,
} from '../../adapters/sqlite/search-index/read-search-index.ts';
import type { IndexDifference } from '../../audit/replay/differences.ts';
import { type OpenedModels, openModels } from '../../composition/models.ts';
import { sourceScope } from '../../domain/schema.ts';
import type { Documents, ReadableDocuments } from '../../ports/documents.ts';
import type { EmbeddingCache } from '../../ports/embedding-cache.ts';
import type { JsonObject } from '../../ports/event-log.ts';
import { type ManifestPassage, parseManifest } from '../../projections/data-sources/manifest.ts';
import { type DataSourceDocument, dataSources } from '../../projections/data-sources/projection.ts';
import { passageId, searchedText } from '../../text/passage.ts';
import type { AuditContext } from './command.ts';

const PAGE = 64;
/** Vectors are computed or stored as 32-bit floats; the same text gives the same ones but for rounding. */
const MAX_ERROR = 1e-4;

/** Embeddings that MongoDB caches are not compared. */
const NO_CACHE: Pick<EmbeddingCache, 'find' | 'close'> = { find: async () => new Map(), close: async () => undefined };

interface Compared {
  readonly differences: readonly IndexDifference[];
  readonly passages: number;
  /** Passages whose vector is neither computed here nor cached. */
  readonly vectorsUnknown: number;
}

export class IndexComparison {
  readonly #context: AuditContext;
  readonly #rebuilt: Documents;
  readonly #index: ReadableSearchIndex;
  readonly #cache: Pick<EmbeddingCache, 'find' | 'close'>;
  readonly #models: OpenedModels;
  readonly #found: IndexDifference[] = [];
  #passages = 0;
  #vectorsUnknown = 0;

  /** @param rebuilt the rebuilt read models, as far as the live ones */
  constructor(context: AuditContext, rebuilt: Documents) {
    this.#context = context;
    this.#rebuilt = rebuilt;
    const directory = context.config.dataDir;
    this.#index = readSqliteSearchIndex({ directory });
    this.#cache = context.config.mongoUrl === null ? readSqliteEmbeddings({ directory }) : NO_CACHE;
    this.#models = openModels(context.config, () => undefined);
  }

  async run(onCompared: (passages: number) => void, signal: AbortSignal): Promise<Compared> {
    for await (const source of sourcesIn(this.#rebuilt)) {
      signal.throwIfAborted();
      await this.#compareSource(source, signal);
      onCompared(this.#passages);
    }
    await this.#findLeftovers(signal);
    return { differences: this.#found, passages: this.#passages, vectorsUnknown: this.#vectorsUnknown };
  }

  async close(): Promise<void> {
    this.#index.close();
    await this.#cache.close();
    await this.#models.close();
  }

  get #embedder() {
    const { id: embedderId, dimensions } = this.#models.embedder;
    return { embedderId, dimensions };
  }

  async #compareSource(source: DataSourceDocument, signal: AbortSignal): Promise<void> {
    const { id: sourceId, chatbotId, activeGeneration: generation, manifestHash } = source;
    if (generation === null || manifestHash === null) return;
    const found = await this.#differencesOf(source, generation, manifestHash, signal);
    // The source was read again or deleted meanwhile.
    const isCurrent = (await liveSource(this.#context.documents, sourceId))?.activeGeneration === generation;
    if (isCurrent) for (const each of found) this.#found.push({ model: 'search index', chatbotId, sourceId, ...each });
  }

  async #differencesOf({ id, chatbotId }: DataSourceDocument, generation: string, hash: string, signal: AbortSignal) {
    const manifest = await this.#context.blobs.get(sourceScope(chatbotId, id), hash);
    if (manifest === null)
      return [{ kind: 'incomparable', because: 'the stored passages of the source are gone' } as const];
    const passages = await parseManifest(manifest);
    const differences: Omit<Extract<IndexDifference, { passage: string }>, 'model' | 'chatbotId' | 'sourceId'>[] = [];
    for (let start = 0; start < passages.length; start += PAGE) {
      signal.throwIfAborted();
      const some = passages.slice(start, start + PAGE);
      const ids = some.map((_, place) => passageId(generation, start + place));
      const stored = new Map(this.#index.passages(this.#embedder, chatbotId, ids).map((each) => [each.id, each]));
      const vectors = await this.#vectorsOf(sourceScope(chatbotId, id), some, signal);
      for (const [place, passage] of some.entries()) {
        const passageAt = ids[place] ?? '';
        const why = differenceOf(passage, stored.get(passageAt), vectors.get(passage.hash));
        if (why !== null) differences.push({ kind: why, passage: passageAt });
      }
      this.#passages += some.length;
    }
    const extra = this.#index.count(this.#embedder, chatbotId, generation) - passages.length;
    return extra > 0
      ? [...differences, { kind: 'unexpected', passage: `${extra} more than were stored` } as const]
      : differences;
  }

  /** A model's vectors come from the cache, so that nothing is paid; hashed ones are computed. */
  async #vectorsOf(
    scope: string,
    passages: readonly ManifestPassage[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const { embedder } = this.#models;
    if (embedder.kind === 'model') {
      const known = await this.#cache.find(
        scope,
        embedder.id,
        passages.map(({ hash }) => hash),
      );
      this.#vectorsUnknown += passages.filter(({ hash }) => !known.has(hash)).length;
      return known;
    }
    const vectors = await embedder.embed(passages.map(searchedText), signal);
    return new Map(
      passages.flatMap(({ hash }, place) => (vectors[place] === undefined ? [] : [[hash, vectors[place]] as const])),
    );
  }

  /** Passages of sources that the log says do not exist, as after an erasure that was not finished. */
  async #findLeftovers(signal: AbortSignal): Promise<void> {
    for (let after = 0; ; ) {
      signal.throwIfAborted();
      const page = this.#index.generations(after, PAGE);
      for (const { chatbotId, sourceId, generation, passages } of page) {
        const source =
          (await liveSource(this.#rebuilt, sourceId)) ?? (await liveSource(this.#context.documents, sourceId));
        if (source !== null || passages === 0) continue;
        const passage = `${passages} of generation ${generation}, whose source does not exist`;
        this.#found.push({ model: 'search index', kind: 'unexpected', chatbotId, sourceId, passage });
      }
      const last = page.at(-1);
      if (last === undefined) return;
      after = last.key;
    }
  }
}

function differenceOf(
  expected: ManifestPassage,
  stored: StoredPassage | undefined,
  vector: Float32Array | undefined,
): 'missing' | 'different text' | 'different vector' | null {
  if (stored === undefined) return 'missing';
  const isSame =
    stored.title === expected.title &&
    stored.url === expected.url &&
    stored.text === expected.text &&
    stored.headings.join('\n') === expected.headings.join('\n');
  if (!isSame) return 'different text';
  if (vector === undefined) return null;
  const { vector: there } = stored;
  const isClose =
    there?.length === vector.length &&
    there.every((value, place) => Math.abs(value - (vector[place] ?? 0)) < MAX_ERROR);
  return isClose ? null : 'different vector';
}

function liveSource(documents: ReadableDocuments, id: string): Promise<DataSourceDocument | null> {
  return documents.get<DataSourceDocument & JsonObject>(dataSources.collection, id);
}

async function* sourcesIn(documents: ReadableDocuments): AsyncGenerator<DataSourceDocument> {
  for (let last: string | null = null; ; ) {
    const after = last === null ? {} : { after: { value: null, id: last } };
    const page: readonly { readonly id: string; readonly document: DataSourceDocument & JsonObject }[] =
      await documents.find<DataSourceDocument & JsonObject>(dataSources.collection, {
        where: {},
        ...after,
        limit: PAGE,
      });
    for (const { document } of page) yield document;
    last = page.at(-1)?.id ?? null;
    if (last === null || page.length < PAGE) return;
  }
}
