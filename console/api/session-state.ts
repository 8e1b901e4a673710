/** The account that is signed in, in this tab and in the others. The session itself is in cookies that no script can read. */
import { signal } from '@preact/signals';
import { storedFlag } from '../ui/stored-flag.ts';
import type { User } from './types.ts';

export type Session =
  | { readonly state: 'unknown' }
  /** `hasExpired`: the page stays as it is, unsaved words included, while its user signs in again. */
  | { readonly state: 'signed-in'; readonly user: User; readonly hasExpired: boolean }
  | { readonly state: 'signed-out' }
  | { readonly state: 'unreachable'; readonly error: unknown };

export const session = signal<Session>({ state: 'unknown' });

/** Remembers only that there may be a session, so that visitors without one cost no request to renew it. */
const signedIn = storedFlag('chatledger-signed-in');

/** `changed`: each tab asks the service who is signed in. */
type TabMessage = 'changed' | 'signed-out' | 'expired';
const tabs = new BroadcastChannel('chatledger-session');
const clearers = new Set<() => void>();
/** Requests that go on when the same user has signed in again. */
let waiting: PromiseWithResolvers<boolean> | undefined;

/** Called when the data of an account must be forgotten: at the end of its session, and when another one begins. */
export function onAccountChange(clear: () => void): void {
  clearers.add(clear);
}

/** Where storage is blocked, each start asks the service. */
export const mayHaveSession = (): boolean => signedIn.isSet(true);

export function beginSession(user: User): void {
  adoptUser(user);
  tell('changed');
}

/** Takes over who is signed in, from the service's answer. */
export function adoptUser(user: User): void {
  signedIn.set(true);
  const current = session.peek();
  if (current.state !== 'signed-in' || current.user.id !== user.id) forgetAccount();
  session.value = { state: 'signed-in', user, hasExpired: false };
  waiting?.resolve(true);
  waiting = undefined;
}

export function endSession(): void {
  signedIn.set(false);
  leave();
  tell('signed-out');
}

/** The service has ended all sessions of an account. Other tabs of that account keep their unsaved words while its user signs in again. */
export function leaveRevokedSession(): void {
  signedIn.set(false);
  leave();
  tell('changed');
}

/** The service takes the session for none any more. @returns false unless the same user signs in again */
export function expireSession(): Promise<boolean> {
  signedIn.set(false);
  const current = session.peek();
  if (current.state !== 'signed-in') {
    leave();
    return Promise.resolve(false);
  }
  if (!current.hasExpired) tell('expired');
  session.value = { ...current, hasExpired: true };
  waiting ??= Promise.withResolvers();
  return waiting.promise;
}

function leave(): void {
  if (session.peek().state === 'signed-out') return;
  session.value = { state: 'signed-out' };
  forgetAccount();
}

function forgetAccount(): void {
  waiting?.resolve(false);
  waiting = undefined;
  for (const clear of clearers) clear();
}

function tell(message: TabMessage): void {
  tabs.postMessage(message);
}

/** @param restore asks the service who is signed in */
export function followOtherTabs(restore: () => void): void {
  tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data === 'changed') restore();
    else if (data === 'signed-out') leave();
    else {
      const current = session.peek();
      if (current.state === 'signed-in') session.value = { ...current, hasExpired: true };
    }
  });
}
