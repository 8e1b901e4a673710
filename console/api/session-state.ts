/** Who is signed in, in this tab and in the others. The session itself is in cookies that no script can read. */
import { signal } from '@preact/signals';
import type { User } from './types.ts';

export type Session =
  | { readonly state: 'unknown' }
  | { readonly state: 'signed-in'; readonly user: User }
  /** `hasExpired`: while somebody was at work, not by signing out. */
  | { readonly state: 'signed-out'; readonly hasExpired: boolean }
  | { readonly state: 'unreachable'; readonly error: unknown };

export const session = signal<Session>({ state: 'unknown' });

/** Remembers only that there may be a session, so that visitors without one cost no request to renew it. */
const FLAG = 'chatledger-signed-in';

type TabMessage = 'signed-in' | 'signed-out';
const tabs = new BroadcastChannel('chatledger-session');
const clearers = new Set<() => void>();

/** Called when the data of an account must be forgotten: at the end of its session, and when another one begins. */
export function onAccountChange(clear: () => void): void {
  clearers.add(clear);
}

export function mayHaveSession(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null;
  } catch {
    return true;
  }
}

function remember(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(FLAG, '1');
    else localStorage.removeItem(FLAG);
  } catch {
    // Storage is blocked: the next start asks the service.
  }
}

export function beginSession(user: User): void {
  remember(true);
  adoptUser(user);
  tell('signed-in');
}

/** Takes over who is signed in, from the service's answer. */
export function adoptUser(user: User): void {
  const current = session.peek();
  if (current.state !== 'signed-in' || current.user.id !== user.id) forgetAccount();
  session.value = { state: 'signed-in', user };
}

export function endSession(how: 'signed out' | 'refused'): void {
  remember(false);
  const { state } = session.peek();
  if (state === 'signed-out') return;
  session.value = { state: 'signed-out', hasExpired: how === 'refused' && state === 'signed-in' };
  forgetAccount();
  tell('signed-out');
}

function forgetAccount(): void {
  for (const clear of clearers) clear();
}

function tell(message: TabMessage): void {
  tabs.postMessage(message);
}

/** @param restore asks the service who is signed in */
export function followOtherTabs(restore: () => void): void {
  tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data === 'signed-in') restore();
    else if (session.peek().state !== 'signed-out') {
      session.value = { state: 'signed-out', hasExpired: false };
      forgetAccount();
    }
  });
}
