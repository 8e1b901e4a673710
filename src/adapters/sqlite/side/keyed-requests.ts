/** Keyed requests, as they run in the thread that owns side.db. */
import type { DatabaseSync } from 'node:sqlite';
import {
  type Claimed,
  HOLD_MS,
  type Hold,
  type KeptAnswer,
  type KeyedRequest,
  REMEMBERED_MS,
} from '../../../ports/idempotency.ts';

export const keyedRequestsSchema = `
  CREATE TABLE keyed_requests (
    id BLOB PRIMARY KEY, party BLOB NOT NULL, body BLOB, command_id TEXT NOT NULL, holder TEXT NOT NULL,
    claimed_at INTEGER NOT NULL, held_until INTEGER NOT NULL, subject TEXT, sealed TEXT
  ) STRICT;
  CREATE INDEX keyed_requests_by_party ON keyed_requests (party, claimed_at);
  CREATE INDEX keyed_requests_by_age ON keyed_requests (claimed_at);`;

/** Forgotten with each claim, at most: more than come, so that none is left for long. */
const FORGOTTEN_AT_ONCE = 20;
/** Claims between two looks at how many a group has. */
const BOUND_EVERY = 50;

export function keyedRequestHandlers(db: DatabaseSync, maxRemembered: number) {
  // One process has the folder: what another one was about to do, it does no more.
  db.exec('UPDATE keyed_requests SET held_until = 0 WHERE sealed IS NULL');
  const forgetOld = db.prepare(
    'DELETE FROM keyed_requests WHERE id IN (SELECT id FROM keyed_requests WHERE claimed_at <= ? ORDER BY claimed_at LIMIT ?)',
  );
  const bound = db.prepare(
    `DELETE FROM keyed_requests WHERE party = ?1 AND claimed_at <=
       (SELECT claimed_at FROM keyed_requests WHERE party = ?1 ORDER BY claimed_at DESC LIMIT 1 OFFSET ?2)`,
  );
  const forgetOne = db.prepare('DELETE FROM keyed_requests WHERE id = ? AND claimed_at <= ?');
  const find = db.prepare('SELECT * FROM keyed_requests WHERE id = ?');
  const insert = db.prepare(
    `INSERT INTO keyed_requests (id, party, body, command_id, holder, claimed_at, held_until) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const takeOver = db.prepare(
    'UPDATE keyed_requests SET holder = ?, held_until = ?, body = coalesce(body, ?) WHERE id = ?',
  );
  const hold = db.prepare('UPDATE keyed_requests SET held_until = ? WHERE id = ? AND holder = ? AND sealed IS NULL');
  const name = db.prepare('UPDATE keyed_requests SET body = ? WHERE id = ?');
  const answer = db.prepare(
    `UPDATE keyed_requests SET subject = ?, sealed = ?, held_until = 0
     WHERE id = ? AND holder = ? AND sealed IS NULL AND body IS NOT NULL`,
  );
  let untilBound = BOUND_EVERY;

  function tidy(group: Buffer, now: number): void {
    forgetOld.run(now - REMEMBERED_MS, FORGOTTEN_AT_ONCE);
    untilBound -= 1;
    if (untilBound > 0) return;
    untilBound = BOUND_EVERY;
    bound.run(group, maxRemembered);
  }

  return {
    claimRequest(request: KeyedRequest): Claimed {
      const { commandId, holder, now } = request;
      const id = bytesOf(request.id);
      const body = request.body === null ? null : bytesOf(request.body);
      tidy(bytesOf(request.group), now);
      forgetOne.run(id, now - REMEMBERED_MS);
      const row = find.get(id);
      if (row === undefined) {
        insert.run(id, bytesOf(request.group), body, commandId, holder, now, now + HOLD_MS);
        return { outcome: 'held', commandId, repeated: false };
      }
      const known = textOf(row.body);
      if (known !== null && request.body !== null && known !== request.body) return { outcome: 'other body' };
      if (typeof row.sealed === 'string') {
        const subject = typeof row.subject === 'string' ? row.subject : null;
        return { outcome: 'answered', body: known ?? '', answer: { subject, sealed: row.sealed } };
      }
      if (Number(row.held_until) > now) return { outcome: 'running' };
      takeOver.run(holder, now + HOLD_MS, body, id);
      return { outcome: 'held', commandId: String(row.command_id), repeated: true };
    },

    renewRequest({ id, holder, until }: Hold & { readonly until: number }): boolean {
      return Number(hold.run(until, bytesOf(id), holder).changes) > 0;
    },

    nameBodyOfRequest({ id, holder, body }: Hold & { readonly body: string }): 'named' | 'other body' | 'lost' {
      const row = find.get(bytesOf(id));
      if (row === undefined || row.holder !== holder || row.sealed !== null) return 'lost';
      const known = textOf(row.body);
      if (known !== null) return known === body ? 'named' : 'other body';
      name.run(bytesOf(body), bytesOf(id));
      return 'named';
    },

    answerRequest({ id, holder, subject, sealed }: Hold & KeptAnswer): boolean {
      return Number(answer.run(subject, sealed, bytesOf(id), holder).changes) > 0;
    },
  };
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');
const textOf = (stored: unknown): string | null =>
  stored instanceof Uint8Array ? Buffer.from(stored).toString('hex') : null;
