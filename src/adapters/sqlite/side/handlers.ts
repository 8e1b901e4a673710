/** What runs in the thread that owns side.db: small stores that need no thread of their own. */
import type { DatabaseSync } from 'node:sqlite';
import { migrate } from '../thread/migrations.ts';
import { counterHandlers, countersSchema } from './counters.ts';
import { embeddingHandlers, embeddingsSchema } from './embeddings.ts';
import { keyedRequestHandlers, keyedRequestsSchema } from './keyed-requests.ts';

export interface SideOptions {
  readonly maxEmbeddings: number;
  readonly maxKeyedRequests: number;
}

export type SideHandlers = ReturnType<typeof createHandlers>;

export function createHandlers(db: DatabaseSync, options: SideOptions) {
  migrate(db, [countersSchema + embeddingsSchema, keyedRequestsSchema]);
  return {
    ...counterHandlers(db),
    ...embeddingHandlers(db, options.maxEmbeddings),
    ...keyedRequestHandlers(db, options.maxKeyedRequests),
  };
}
