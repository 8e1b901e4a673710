/** Caches answers by path: a page shows one at once, and fetches a new one. */
import { useCallback, useEffect } from 'preact/hooks';
import { Store } from '../state/store.ts';
import { useStore } from '../state/use-store.ts';
import { getAgain } from './client.ts';
import { onAccountChange } from './session-state.ts';

interface Entry {
  readonly data: unknown;
  readonly error: unknown;
  readonly isLoading: boolean;
}

export interface Query<Data> {
  /** The newest answer, also during a request or after a failure. */
  readonly data: Data | undefined;
  /** The last attempt's. */
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly refetch: () => Promise<void>;
}

interface Request {
  readonly controller: AbortController;
  /** Changes since the request, whose answer may lack them. */
  readonly changes: ((data: unknown) => unknown)[];
}

const MAX_ENTRIES = 100;
const UNASKED: Entry = { data: undefined, error: undefined, isLoading: true };
const entries = new Map<string, Store<Entry>>();
/** The newest request for each path: older answers are dropped. */
const requests = new Map<string, Request>();

onAccountChange(() => {
  for (const { controller } of requests.values()) controller.abort();
  requests.clear();
  for (const entry of entries.values()) entry.set(UNASKED);
  entries.clear();
});

/** @param path below `/api`; null asks nothing */
export function useQuery<Data>(path: string | null): Query<Data> {
  const entry = useStore(entryOf(path ?? ''));
  // One request serves all components that appear with it.
  useEffect(() => {
    if (path !== null && !requests.has(path)) void fetchInto(path);
  }, [path]);
  const refetch = useCallback(async () => {
    if (path !== null) await fetchInto(path);
  }, [path]);
  const { data, error, isLoading } = path === null ? { ...UNASKED, isLoading: false } : entry;
  return { data: data as Data | undefined, error, isLoading, refetch };
}

/**
 * Changes the cached data, and the answer on its way.
 * @param change idempotent
 */
export function updateQuery<Data>(path: string, change: (data: Data) => Data): void {
  const entry = entries.get(path);
  requests.get(path)?.changes.push(change as Request['changes'][number]);
  if (entry?.get().data === undefined) return;
  entry.set({ ...entry.get(), data: change(entry.get().data as Data) });
}

export async function refetchAll(prefix: string): Promise<void> {
  await Promise.all([...entries.keys()].filter((path) => path.startsWith(prefix)).map(fetchInto));
}

/** Drops paths that begin with this one. */
export function forget(prefix: string): void {
  for (const path of entries.keys()) if (path.startsWith(prefix)) entries.delete(path);
}

async function fetchInto(path: string): Promise<void> {
  const entry = entryOf(path);
  requests.get(path)?.controller.abort();
  const request: Request = { controller: new AbortController(), changes: [] };
  requests.set(path, request);
  entry.set({ ...entry.get(), isLoading: true });
  try {
    const answer: unknown = await getAgain(path, entry.get().data, request.controller.signal);
    const data = request.changes.reduce((changed, change) => change(changed), answer);
    if (requests.get(path) === request) entry.set({ data, error: undefined, isLoading: false });
  } catch (error) {
    if (requests.get(path) === request) entry.set({ ...entry.get(), error, isLoading: false });
  } finally {
    if (requests.get(path) === request) requests.delete(path);
  }
}

function entryOf(path: string): Store<Entry> {
  const known = entries.get(path);
  if (known !== undefined) return known;
  if (entries.size >= MAX_ENTRIES) dropOldest();
  const entry = new Store<Entry>(UNASKED);
  entries.set(path, entry);
  return entry;
}

function dropOldest(): void {
  for (const [path, entry] of entries) {
    // A component would wait for a dropped entry forever.
    if (!entry.isUsed) return void entries.delete(path);
  }
}
