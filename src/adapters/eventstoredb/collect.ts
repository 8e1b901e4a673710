import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import type { StreamingRead } from './client.ts';
import { STORE_NAME } from './failures.ts';

/** Cancels the read after the deadline: streaming reads have none of their own. */
export function collect<Item>(read: StreamingRead<Item>, deadlineMs: number): Promise<readonly Item[]> {
  return new Promise((resolve, reject) => {
    const items: Item[] = [];
    const timer = setTimeout(() => {
      read.cancel().catch(() => undefined);
      reject(new StoreUnavailable(STORE_NAME, `a read took longer than ${Math.round(deadlineMs)} ms`));
    }, deadlineMs);
    // Stays attached after the read: a late error must not crash the process.
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
