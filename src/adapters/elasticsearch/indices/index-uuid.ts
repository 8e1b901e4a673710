import type { IndexReads } from '../client/connection.ts';
import { textAt, valueAt } from '../client/responses.ts';

/** An index that was deleted and created again has another id. @throws IndexMissing; StoreUnavailable */
export function readIndexUuid({ connection, retryPolicy, index }: IndexReads): Promise<string> {
  return connection.call(retryPolicy, async (client, options) => {
    const [settings] = Object.values(await client.indices.getSettings({ index }, options));
    return textAt(valueAt(settings, 'settings', 'index'), 'uuid');
  });
}
