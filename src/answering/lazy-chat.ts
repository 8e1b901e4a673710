import { lazilyLoaded } from '../lib/lazily.ts';
import type { Chat } from './chat.ts';

/** A chat that loads with its first use. */
export interface LazyChat extends Pick<Chat, 'askAsVisitor' | 'askAsOwner'> {
  /** Prepares in the background for a question that is likely to come. After a failure the question tries again. */
  warmUp(): void;
}

export function lazyChat(load: () => Promise<Chat>): LazyChat {
  const loaded = lazilyLoaded(load);
  // Once, however many pages ask at the same time.
  const warmedUp = lazilyLoaded(async () => (await loaded()).warmUp());
  return {
    askAsVisitor: async (...given) => (await loaded()).askAsVisitor(...given),
    askAsOwner: async (...given) => (await loaded()).askAsOwner(...given),
    warmUp: () => {
      warmedUp().catch(() => undefined);
    },
  };
}
