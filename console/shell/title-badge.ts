import { Store } from '../state/store.ts';

/** Visitors who wait for a human, in the title of the tab and in the navigation. */
export const titleBadge = new Store(0);

let shownLast = Symbol();

/**
 * The router takes the former page away only after the next one is there, whose number stays.
 *
 * @returns a function that takes the number away, unless another is shown meanwhile
 */
export function showWaiting(waiting: number): () => void {
  const own = Symbol();
  shownLast = own;
  titleBadge.set(waiting);
  return () => {
    if (shownLast === own) titleBadge.set(0);
  };
}

export const titled = (title: string, waiting: number): string =>
  `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Chatledger`;
