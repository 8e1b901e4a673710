/** The session, as scripts of all tabs know it without its cookies. */
import { storedFlag } from '../browser/stored-flag.ts';
import { Store } from '../state/store.ts';
import type { User } from './types.ts';

export type Session =
  | { readonly state: 'unknown' }
  /** `hasExpired`: the page keeps unsaved work while its user signs in again. */
  | { readonly state: 'signed-in'; readonly user: User; readonly hasExpired: boolean }
  | { readonly state: 'signed-out' }
  | { readonly state: 'unreachable'; readonly error: unknown };

export const session = new Store<Session>({ state: 'unknown' });

/** Set while there may be a session to renew. */
const signedIn = storedFlag('chatledger-signed-in');

/** `changed`: each tab asks the service who is signed in. */
type TabMessage = 'changed' | 'signed-out' | 'expired';
/** Firefox throws where all cookies are blocked. */
const tabs = navigator.cookieEnabled ? new BroadcastChannel('chatledger-session') : null;
const clearers = new Set<() => void>();
/** Settles when the same user has signed in again, or the session is over. */
let waiting: PromiseWithResolvers<boolean> | undefined;

/** @param clear forgets the account's data */
export function onAccountChange(clear: () => void): void {
  clearers.add(clear);
}

/** Always true where storage is blocked. */
export const mayHaveSession = (): boolean => signedIn.isSet(true);

export function beginSession(user: User): void {
  adoptUser(user);
  tell('changed');
}

export function adoptUser(user: User): void {
  signedIn.set(true);
  const current = session.get();
  if (current.state !== 'signed-in' || current.user.id !== user.id) forgetAccount();
  session.set({ state: 'signed-in', user, hasExpired: false });
  waiting?.resolve(true);
  waiting = undefined;
}

export function endSession(): void {
  signedIn.set(false);
  leave();
  tell('signed-out');
}

/** Other tabs keep unsaved work while the user signs in again. */
export function leaveRevokedSession(): void {
  signedIn.set(false);
  leave();
  tell('changed');
}

/** @param former an earlier value of `session` */
export function hasBegunSince(former: Session): boolean {
  const current = session.get();
  return current !== former && current.state === 'signed-in' && !current.hasExpired;
}

/**
 * Waits until the user signs in again, when the service no longer knows the session.
 * @returns true when the same user has signed in again
 */
export function expireSession(): Promise<boolean> {
  signedIn.set(false);
  const current = session.get();
  if (current.state !== 'signed-in') {
    leave();
    return Promise.resolve(false);
  }
  if (!current.hasExpired) tell('expired');
  session.set({ ...current, hasExpired: true });
  waiting ??= Promise.withResolvers();
  return waiting.promise;
}

function leave(): void {
  if (session.get().state === 'signed-out') return;
  session.set({ state: 'signed-out' });
  forgetAccount();
}

function forgetAccount(): void {
  waiting?.resolve(false);
  waiting = undefined;
  for (const clear of clearers) clear();
}

function tell(message: TabMessage): void {
  tabs?.postMessage(message);
}

/** @param restore asks the service who is signed in */
export function followOtherTabs(restore: () => void): void {
  tabs?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data === 'changed') restore();
    else if (data === 'signed-out') leave();
    else {
      const current = session.get();
      if (current.state === 'signed-in') session.set({ ...current, hasExpired: true });
    }
  });
}
