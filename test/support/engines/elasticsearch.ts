/** Indices of a test's own in a shared Elasticsearch. */
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import {
  type ElasticsearchIndex,
  type ElasticsearchIndexOptions,
  openElasticsearchIndex,
} from '../../../src/adapters/elasticsearch/search-index.ts';
import { contractDimensions } from '../../contracts/search-index.ts';
import { openFor } from '../stores/store-place.ts';

/** A prefix of this test alone. Its indices are removed when the running test ends. */
export function ownPrefix(url: string): string {
  const prefix = `test-${randomUUID().slice(0, 13)}`;
  onTestFinished(() => removeIndices(url, prefix));
  return prefix;
}

/** Removes every index whose name begins with the prefix. */
export async function removeIndices(url: string, prefix: string): Promise<void> {
  const indices = await askEngine(url, `/_cat/indices/${prefix}-*?h=index&format=json&expand_wildcards=all`);
  const names = (indices as { index: string }[]).map(({ index }) => index);
  if (names.length > 0) await askEngine(url, `/${names.join(',')}`, { method: 'DELETE' });
}

/** A request past the adapter, as an operator makes it. @throws Error when it is refused */
export async function askEngine(url: string, path: string, request: { method?: string; body?: object } = {}) {
  const { method = 'GET', body } = request;
  const response = await fetch(new URL(path, url), {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as unknown;
}

/** Opens an index of the contract's dimension for the running test and closes it at its end. */
export function openIndexFor(
  options: Pick<ElasticsearchIndexOptions, 'url' | 'prefix'> & Partial<ElasticsearchIndexOptions>,
): Promise<ElasticsearchIndex> {
  return openFor(() => openElasticsearchIndex({ embedderId: 'test/8', dimensions: contractDimensions, ...options }));
}
