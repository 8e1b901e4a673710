import { api } from './client.ts';
import { adoptUser, beginSession, endSession, followOtherTabs, session } from './session-state.ts';
import type { User } from './types.ts';

interface UserData {
  readonly user: User;
}

export async function signIn(email: string, password: string): Promise<void> {
  const { user } = await api.post<UserData>('/auth/login', { email, password });
  beginSession(user);
}

export async function register(name: string, email: string, password: string): Promise<void> {
  const { user } = await api.post<UserData>('/auth/register', { name, email, password });
  beginSession(user);
}

export async function signOut(): Promise<void> {
  await api.post('/auth/logout');
  endSession();
}

/** Asks the service who is signed in. */
export async function restoreSession(): Promise<void> {
  try {
    const { user } = await api.get<UserData>('/auth/me');
    adoptUser(user);
  } catch (error) {
    // A missing session has ended already.
    if (session.get().state === 'unknown') session.set({ state: 'unreachable', error });
  }
}

followOtherTabs(() => void restoreSession());
