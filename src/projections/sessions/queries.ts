import type { Documents, FindOptions } from '../../ports/documents.ts';
import type { Position } from '../../ports/event-log.ts';
import { sortablePosition } from '../projection.ts';
import { type SessionDocument, sessions } from './projection.ts';

const PAGE = 500;

export class SessionQueries {
  readonly #documents: Documents;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** Returns null for a session that was signed out, ended by token reuse, or has expired. @param now epoch milliseconds */
  async accountOf(sessionId: string, now: number): Promise<string | null> {
    const session = await this.#documents.get<SessionDocument>(sessions.collection, sessionId);
    return session !== null && session.expiresAt > now ? session.accountId : null;
  }

  /**
   * The account's other unexpired sessions that began before a log position.
   * @param keptId null for all of them
   * @param now epoch milliseconds
   */
  async othersBefore(
    accountId: string,
    keptId: string | null,
    position: Position,
    now: number,
  ): Promise<readonly string[]> {
    const ids: string[] = [];
    let after: NonNullable<FindOptions['after']> = { value: now, id: '' };
    for (;;) {
      const page = await this.#documents.find<SessionDocument>(sessions.collection, {
        where: { accountId },
        orderBy: { field: 'expiresAt', direction: 'asc' },
        after,
        limit: PAGE,
      });
      for (const { id, document } of page) {
        if (id !== keptId && document.since < sortablePosition(position)) ids.push(id);
      }
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return ids;
      after = { value: last.document.expiresAt, id: last.id };
    }
  }
}
