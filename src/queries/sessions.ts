import type { Documents } from '../ports/documents.ts';
import { type SessionDocument, sessions } from '../projections/sessions.ts';

export class SessionQueries {
  readonly #documents: Documents;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /**
   * Whose session it is, while it is alive: not signed out, not ended by a stolen token, not expired.
   * @param now epoch milliseconds
   */
  async accountOf(sessionId: string, now: number): Promise<string | null> {
    const session = await this.#documents.get<SessionDocument>(sessions.collection, sessionId);
    return session !== null && session.expiresAt > now ? session.accountId : null;
  }
}
