/**
 * Compares the search index with what the log says it holds: the passages that each source's active run stored, their texts and their
 * vectors. The order of its rows and segments differs with each build, so bytes are not compared.
 */
import type { IndexDifference } from '../../audit/replay/differences.ts';
import { type Models, openModels } from '../../composition/models/models.ts';
import { openIndexContents } from '../../composition/stores/audit-search.ts';
import type { ReadableEmbeddings } from '../../composition/stores/audit-stores.ts';
import { sourceScope } from '../../domain/blob-scopes.ts';
import type { Documents, ReadableDocuments } from '../../ports/documents.ts';
import type { JsonObject } from '../../ports/event-log.ts';
import type { Passage, SearchIndexContents } from '../../ports/search-index.ts';
import { type ManifestPassage, parseManifest } from '../../projections/data-sources/manifest.ts';
import { type DataSourceDocument, dataSources } from '../../projections/data-sources/projection.ts';
import { eachDocument } from '../../projections/each-document.ts';
import { passageId, searchedText } from '../../text/passage.ts';
import type { AuditContext } from './command.ts';

const PAGE = 64;

const NOT_YET_MOVED =
  'its passages are in the index of another embedder or release: a running service moves them, so start it and replay again';

type LiveSource = DataSourceDocument & JsonObject;

type PassageDifference = Omit<Extract<IndexDifference, { passage: string }>, 'model' | 'chatbotId' | 'sourceId'>;

/** A passage of a manifest, with its id in the index. */
interface StoredPassage {
  readonly id: string;
  readonly passage: ManifestPassage;
}

export interface ComparedIndex {
  readonly differences: readonly IndexDifference[];
  readonly passages: number;
  /** Passages whose vector is neither computed here nor cached. */
  readonly vectorsUnknown: number;
}

export class IndexComparison {
  readonly #context: AuditContext;
  readonly #rebuilt: Documents;
  readonly #index: SearchIndexContents;
  readonly #cache: ReadableEmbeddings;
  readonly #models: Models;
  readonly #found: IndexDifference[] = [];
  /** Sources of which the present index has nothing, by generation. */
  readonly #absent = new Map<string, readonly IndexDifference[]>();
  #passages = 0;
  #vectorsUnknown = 0;

  private constructor(
    context: AuditContext,
    rebuilt: Documents,
    opened: { index: SearchIndexContents; cache: ReadableEmbeddings; models: Models },
  ) {
    this.#context = context;
    this.#rebuilt = rebuilt;
    this.#index = opened.index;
    this.#cache = opened.cache;
    this.#models = opened.models;
  }

  /** @param rebuilt the rebuilt read models, as far as the live ones @throws Error when there is no index */
  static async open(context: AuditContext, rebuilt: Documents): Promise<IndexComparison> {
    const models = await openModels(context.config, () => undefined);
    const cache = await context.openEmbeddings();
    const index = await openIndexContents(context.config, models.embedder);
    return new IndexComparison(context, rebuilt, { index, cache, models });
  }

  async run(onCompared: (passages: number) => void, signal: AbortSignal): Promise<ComparedIndex> {
    for await (const { document: source } of eachDocument<LiveSource>(this.#rebuilt, dataSources.collection)) {
      signal.throwIfAborted();
      await this.#compareSource(source, signal);
      onCompared(this.#passages);
    }
    await this.#searchAllIndexes(signal);
    for (const missing of this.#absent.values()) for (const each of missing) this.#found.push(each);
    return { differences: this.#found, passages: this.#passages, vectorsUnknown: this.#vectorsUnknown };
  }

  async close(): Promise<void> {
    await this.#index.close();
    await this.#cache.close();
  }

  async #compareSource(source: DataSourceDocument, signal: AbortSignal): Promise<void> {
    const { id: sourceId, chatbotId, activeGeneration: generation, manifestHash } = source;
    if (generation === null || manifestHash === null) return;
    const found = await this.#differencesOf(source, generation, manifestHash, signal);
    // The source was read again or deleted meanwhile.
    const isCurrent = (await liveSource(this.#context.openDocuments(), sourceId))?.activeGeneration === generation;
    if (!isCurrent) return;
    const differences = found.map((each): IndexDifference => ({ model: 'search index', chatbotId, sourceId, ...each }));
    const isAbsent = found.length > 0 && (await this.#index.countPassages(chatbotId, generation)) === 0;
    if (isAbsent) this.#absent.set(generation, differences);
    else for (const each of differences) this.#found.push(each);
  }

  async #differencesOf({ id, chatbotId }: DataSourceDocument, generation: string, hash: string, signal: AbortSignal) {
    const manifest = await this.#context.blobs.get(sourceScope(chatbotId, id), hash);
    if (manifest === null)
      return [{ kind: 'incomparable', because: 'the stored passages of the source are gone' } as const];
    const passages = await parseManifest(manifest);
    const differences: PassageDifference[] = [];
    for (let start = 0; start < passages.length; start += PAGE) {
      signal.throwIfAborted();
      const page = passages
        .slice(start, start + PAGE)
        .map((passage, place) => ({ id: passageId(generation, start + place), passage }));
      for (const each of await this.#differencesOfPage(chatbotId, id, page, signal)) differences.push(each);
      this.#passages += page.length;
    }
    const extra = (await this.#index.countPassages(chatbotId, generation)) - passages.length;
    return extra > 0
      ? [...differences, { kind: 'unexpected', passage: `${extra} more than were stored` } as const]
      : differences;
  }

  async #differencesOfPage(
    chatbotId: string,
    sourceId: string,
    page: readonly StoredPassage[],
    signal: AbortSignal,
  ): Promise<readonly PassageDifference[]> {
    const indexed = await this.#index.passages(
      chatbotId,
      page.map(({ id }) => id),
    );
    const byId = new Map(indexed.map((each) => [each.id, each]));
    const passages = page.map(({ passage }) => passage);
    const vectors = await this.#vectorsOf(sourceScope(chatbotId, sourceId), passages, signal);
    const expected = page.flatMap(({ id, passage }) => {
      const vector = vectors.get(passage.hash);
      return vector === undefined ? [] : [[id, vector] as const];
    });
    const differing = await this.#index.differingVectors(chatbotId, new Map(expected));
    return page.flatMap(({ id, passage }) => {
      const kind = differenceOf(passage, byId.get(id)) ?? (differing.has(id) ? 'different vector' : null);
      return kind === null ? [] : [{ kind, passage: id }];
    });
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

  /**
   * Finds passages of sources that the log says do not exist, as after an erasure that was not finished, and absent ones that the index of
   * a former embedder still holds.
   */
  async #searchAllIndexes(signal: AbortSignal): Promise<void> {
    for await (const page of this.#index.generations()) {
      signal.throwIfAborted();
      for (const { chatbotId, sourceId, generation, passages } of page) {
        if (passages > 0 && this.#absent.delete(generation)) {
          this.#found.push({
            model: 'search index',
            kind: 'incomparable',
            chatbotId,
            sourceId,
            because: NOT_YET_MOVED,
          });
        }
        const source =
          (await liveSource(this.#rebuilt, sourceId)) ?? (await liveSource(this.#context.openDocuments(), sourceId));
        if (source !== null || passages === 0) continue;
        const passage = `${passages} of generation ${generation}, whose source does not exist`;
        this.#found.push({ model: 'search index', kind: 'unexpected', chatbotId, sourceId, passage });
      }
    }
  }
}

function differenceOf(expected: ManifestPassage, stored: Passage | undefined): 'missing' | 'different text' | null {
  if (stored === undefined) return 'missing';
  const isSame =
    stored.title === expected.title.toWellFormed() &&
    stored.url === (expected.url?.toWellFormed() ?? null) &&
    stored.text === expected.text.toWellFormed() &&
    stored.headings.join('\n') === expected.headings.join('\n').toWellFormed();
  return isSame ? null : 'different text';
}

function liveSource(documents: ReadableDocuments, id: string): Promise<DataSourceDocument | null> {
  return documents.get<LiveSource>(dataSources.collection, id);
}
