/** Embedded stores that can be rebuilt. A damaged file is moved aside, at the start and while the service runs. */
import { join } from 'node:path';
import { openSqliteDocuments, type ProbedDocuments } from '../../adapters/sqlite/documents/documents.ts';
import { openSqliteSearchIndex, type ProbedSearchIndex } from '../../adapters/sqlite/search-index/search-index.ts';
import type { IndexOptions } from '../../adapters/sqlite/search-index/tables/integer-keys.ts';
import { openSqliteSideStores, type SideStores } from '../../adapters/sqlite/side-stores/side-stores.ts';
import { Derivable, forwardTo } from '../../adapters/sqlite/thread/derivable.ts';
import type { CollectionDefinition, Documents } from '../../ports/documents.ts';
import type { Report } from '../../ports/report.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import type { DataFolder } from './data-folder.ts';

interface StoreContext {
  readonly directory: string;
  readonly dataFolder: DataFolder | null;
  readonly report: Report;
}

export interface DerivableStore<Store> {
  readonly store: Store;
  readonly derivable: Pick<Derivable<unknown>, 'watch'>;
  /** Reads part of the file. @throws StoreUnavailable */
  readonly probe: () => Promise<void>;
}

const fileOf = ({ directory, dataFolder, report }: StoreContext, name: string) => ({
  path: join(directory, name),
  isExpected: dataFolder?.wasUsed ?? false,
  report,
});

export async function openDerivableDocuments(context: StoreContext): Promise<DerivableStore<Documents>> {
  const { directory, dataFolder } = context;
  const prepared = new Map<string, CollectionDefinition>();
  const derivable = await Derivable.open<ProbedDocuments>({
    ...fileOf(context, 'documents.db'),
    store: 'documents',
    consequence:
      'Read models are being rebuilt from the log; requests are refused until they have caught up. Journals of running crawls are lost, and those crawls start over',
    open: async (onDamage) => {
      const documents = await openSqliteDocuments({
        directory,
        unwritableStores: dataFolder?.unwritableStores,
        onDamage,
      });
      for (const collection of prepared.values()) await documents.ensureCollection(collection);
      return documents;
    },
    close: (documents) => documents.close(),
  });
  const current = () => derivable.current;
  const store: Documents = {
    ...forwardTo<Documents, Exclude<keyof Documents, 'ensureCollection' | 'close'>>(
      {
        get: true,
        getMany: true,
        find: true,
        findRaw: true,
        count: true,
        countByValue: true,
        write: true,
        checkpoint: true,
        checkpoints: true,
        activeVersion: true,
        activateVersion: true,
        dropCollection: true,
        resetCollection: true,
      },
      current,
    ),
    // A collection stays prepared for its users when the store is replaced.
    ensureCollection: async (collection) => {
      prepared.set(`${collection.name}@${collection.version}`, collection);
      return current().ensureCollection(collection);
    },
    close: () => derivable.close(),
  };
  return { store, derivable, probe: async () => current().probe() };
}

export async function openDerivableIndex(
  context: StoreContext,
  identity: IndexOptions,
): Promise<DerivableStore<SearchIndex> & Pick<ProbedSearchIndex, 'sources'>> {
  const { directory, dataFolder } = context;
  const derivable = await Derivable.open<ProbedSearchIndex>({
    ...fileOf(context, 'search.db'),
    store: 'search index',
    consequence: 'The index is being refilled from the stored passages; answers find less until then. Nothing is lost',
    open: (onDamage) =>
      openSqliteSearchIndex({ ...identity, directory, unwritableStores: dataFolder?.unwritableStores, onDamage }),
    close: (index) => index.close(),
  });
  const current = () => derivable.current;
  const store: SearchIndex = {
    ...forwardTo<SearchIndex, Exclude<keyof SearchIndex, 'close'>>(
      {
        putPassages: true,
        refresh: true,
        search: true,
        getPassages: true,
        countPassages: true,
        deleteGeneration: true,
        deleteSource: true,
        deleteChatbot: true,
        previousIndexes: true,
      },
      current,
    ),
    close: () => derivable.close(),
  };
  return { store, derivable, probe: async () => current().probe(), sources: async () => current().sources() };
}

type Side = Omit<SideStores, 'probe' | 'endIdleThread'>;

export interface DerivableSide extends DerivableStore<Side> {
  /** See `SideStores.endIdleThread`. @throws StoreUnavailable */
  readonly endIdleThread: () => Promise<void>;
}

/** Closing any of the stores closes all of them. */
export async function openDerivableSide(context: StoreContext): Promise<DerivableSide> {
  const { directory, dataFolder } = context;
  const derivable = await Derivable.open<SideStores>({
    ...fileOf(context, 'side.db'),
    store: 'side stores',
    consequence:
      'Lost: usage counts of widget keys, which restart at 0; stored responses of idempotency keys, so that a repeated request may be executed twice; cached embeddings, which are requested again when needed',
    open: (onDamage) => openSqliteSideStores({ directory, unwritableStores: dataFolder?.unwritableStores, onDamage }),
    close: async ({ counters, embeddingCache, idempotency }) => {
      for (const store of [counters, embeddingCache, idempotency]) await store.close();
    },
  });
  const current = () => derivable.current;
  const close = () => derivable.close();
  const store: Side = {
    counters: { ...forwardTo({ increment: true, read: true }, () => current().counters), close },
    embeddingCache: {
      ...forwardTo({ find: true, put: true, deleteScope: true }, () => current().embeddingCache),
      close,
    },
    idempotency: {
      ...forwardTo(
        {
          claim: true,
          renew: true,
          recordFingerprint: true,
          storeResponse: true,
          release: true,
          discard: true,
          forgetResponse: true,
          forgetResponses: true,
        },
        () => current().idempotency,
      ),
      close,
    },
  };
  return {
    store,
    derivable,
    probe: async () => current().probe(),
    endIdleThread: async () => current().endIdleThread(),
  };
}
