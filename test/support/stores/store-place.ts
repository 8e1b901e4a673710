import { onTestFinished } from 'vitest';

/** Opens the store in one place: again after it was closed, and it finds what was kept. */
export type OpenStore<Store> = () => Promise<Store>;

/** Makes an empty place for a store; it is removed when the running test ends. What every contract suite is given. */
export type EmptyPlace<Store> = () => OpenStore<Store>;

/** Opens the store for the running test and closes it at its end. */
export async function openFor<Store extends { close(): Promise<void> }>(open: OpenStore<Store>): Promise<Store> {
  const store = await open();
  onTestFinished(() => store.close());
  return store;
}
