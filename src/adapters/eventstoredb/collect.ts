import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import type { StreamingRead } from './client.ts';
import { store } from './failures.ts';

/** Everything that a read gives. A read has no deadline of its own: it is cancelled when it takes longer. */
export function collect<Item>(read: StreamingRead<Item>, deadlineMs: number): Promise<readonly Item[]> {
  return new Promise((resolve, reject) => {
    const items: Item[] = [];
    const timer = setTimeout(() => {
      read.cancel().catch(() => undefined);
      reject(new StoreUnavailable(store, `a read took longer than ${Math.round(deadlineMs)} ms`));
    }, deadlineMs);
    // Stays when the read is over: an error that comes late must not bring the process down.
    read.on('error', (error: Error) => {
      clearTimeout(timer);
      reject(error);
    });
    read.on('end', () => {
      clearTimeout(timer);
      resolve(items);
    });
    read.on('data', (item: Item) => items.push(item));
  });
}
