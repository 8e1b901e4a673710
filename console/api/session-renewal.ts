/** One renewal serves all tabs, so that they never race with the same refresh token. */
import { refusalOf } from './api-error.ts';
import { expireSession, hasBegunSince, mayHaveSession, session } from './session-state.ts';

const LOCK = 'chatledger-session-renewal';

let renewing: Promise<boolean> | undefined;

/**
 * Renews the session silently, or waits until its user has signed in again.
 * @returns false when the user did not
 * @throws ApiError or TypeError when it is not known whether the session has ended
 */
export async function renewSession(): Promise<boolean> {
  return (await renewSilently()) || expireSession();
}

function renewSilently(): Promise<boolean> {
  renewing ??= renewOnce().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function renewOnce(): Promise<boolean> {
  const former = session.get();
  if (mayHaveSession() && (await oneTabAtATime(renew))) return true;
  // The user may have signed in again in another tab.
  return hasBegunSince(former);
}

async function renew(): Promise<boolean> {
  // Another tab may have renewed it meanwhile.
  if ((await fetch('/api/auth/me', { cache: 'no-store' })).ok) return true;
  const response = await fetch('/api/auth/refresh', { method: 'POST', cache: 'no-store' });
  if (response.ok) return true;
  const refusal = await refusalOf(response);
  if (refusal.status === 401) return false;
  throw refusal;
}

/** Longest wait for the lock: a tab that a phone put to sleep keeps it. */
const LOCKED_MS = 5_000;

/** Web Locks exist on secure pages only. Without them, the service gives renewals within ten seconds the same successor. */
async function oneTabAtATime(work: () => Promise<boolean>): Promise<boolean> {
  if (!('locks' in navigator)) return work();
  const signal = AbortSignal.timeout(LOCKED_MS);
  try {
    return await navigator.locks.request(LOCK, { signal }, work);
  } catch (error) {
    if (error !== signal.reason) throw error;
    return work();
  }
}
