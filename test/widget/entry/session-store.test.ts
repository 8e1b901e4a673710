/** Two tabs of one site, over a storage of our own: the browser tells a tab of a change some time after it. */
import { afterEach, expect, it, vi } from 'vitest';

interface Store {
  readonly state: { readonly sessionId: string; readonly lastEventId: string };
  update(changes: object): void;
  reset(): void;
  onReset(listener: () => void): void;
}
/** Not imported by its name: the types of tests lack those of browsers. */
const MODULE = new URL('../../../widget/entry/session-store.ts', import.meta.url).href;
const { SessionStore } = (await import(MODULE)) as { SessionStore: new (chatbotId: string) => Store };

type StorageListener = (event: { readonly key: string | null }) => void;
const stored = new Map<string, string>();
const listeners: StorageListener[] = [];
let isFull = false;
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (isFull) throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
    stored.set(key, value);
  },
  removeItem: (key: string) => stored.delete(key),
});
vi.stubGlobal('addEventListener', (_type: string, listener: StorageListener) => listeners.push(listener));
afterEach(() => {
  stored.clear();
  isFull = false;
  listeners.length = 0;
});

const storageChanged = () => {
  for (const listener of listeners) listener({ key: 'chatledger:shop' });
};

/** Two tabs that show the same session, and how often the second heard that the first has begun another. */
function tabs(): { first: Store; second: Store; onReset: () => void } {
  const first = new SessionStore('shop');
  first.update({ isBegun: true });
  const second = new SessionStore('shop');
  const onReset = vi.fn();
  second.onReset(onReset);
  return { first, second, onReset };
}

it('A tab hears once of the session that another tab has begun', () => {
  const { first, second, onReset } = tabs();
  first.reset();
  storageChanged();
  storageChanged();
  expect(onReset).toHaveBeenCalledOnce();
  expect(second.state.sessionId).toBe(first.state.sessionId);
});

it('A tab hears of it also when it has read the session meanwhile, or written to it', () => {
  const { first, second, onReset } = tabs();
  first.reset();
  second.update({ lastEventId: second.state.lastEventId });
  storageChanged();
  expect(onReset).toHaveBeenCalledOnce();
});

it('A tab hears nothing of other changes, nor of the session that it has begun itself', () => {
  const { first, second, onReset } = tabs();
  first.update({ sound: true });
  storageChanged();
  second.reset();
  storageChanged();
  expect(onReset).not.toHaveBeenCalled();
});

it('A page whose storage is full has its own changes, and leaves no session behind that it has ended', () => {
  const store = new SessionStore('shop');
  store.update({ lastEventId: '1' });
  const { sessionId } = store.state;
  isFull = true;
  store.update({ lastEventId: '2' });
  expect(store.state).toMatchObject({ sessionId, lastEventId: '2' });
  store.reset();
  expect(store.state.sessionId).not.toBe(sessionId);
  expect(new SessionStore('shop').state.sessionId).not.toBe(sessionId);
});
