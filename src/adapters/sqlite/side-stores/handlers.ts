/** Small stores that need no thread of their own. */
import type { DatabaseSync } from 'node:sqlite';
import { readOnly } from '../thread/handlers.ts';
import { migrate } from '../thread/migrations.ts';
import { readRandomRow } from '../thread/random-row.ts';
import { COUNTERS_SCHEMA, counterHandlers } from './counters.ts';
import { EMBEDDINGS_SCHEMA, embeddingHandlers, UNSCOPED_EMBEDDINGS_REMOVAL } from './embeddings.ts';
import { IDEMPOTENT_REQUESTS_SCHEMA, idempotentRequestHandlers } from './idempotent-requests.ts';

export interface SideStoreOptions {
  readonly maxEmbeddings: number;
  readonly maxIdempotentRequests: number;
}

export type SideStoreHandlers = ReturnType<typeof createHandlers>;

export function createHandlers(db: DatabaseSync, options: SideStoreOptions) {
  db.exec('PRAGMA secure_delete = ON');
  migrate(db, [COUNTERS_SCHEMA + EMBEDDINGS_SCHEMA, IDEMPOTENT_REQUESTS_SCHEMA, UNSCOPED_EMBEDDINGS_REMOVAL]);
  return {
    ...counterHandlers(db),
    ...embeddingHandlers(db, options.maxEmbeddings),
    ...idempotentRequestHandlers(db, options.maxIdempotentRequests),
    probe: readOnly((_: null): void => readRandomRow(db, ['embeddings', 'vectors', 'keyed_requests'])),
  };
}
