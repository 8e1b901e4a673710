import { Store } from '../state/store.ts';

/** Visitors who wait for a human, in the title of the tab and in the navigation. */
export const titleBadge = new Store(0);

export const titled = (title: string, waiting: number): string =>
  `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Chatledger`;
