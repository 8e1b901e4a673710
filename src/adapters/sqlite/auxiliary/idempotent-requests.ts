import type { DatabaseSync } from 'node:sqlite';
import {
  type ClaimResult,
  LEASE_MS,
  RETENTION_MS,
  type RequestClaim,
  type RequestLease,
  type StoredResponse,
} from '../../../ports/idempotency.ts';

export const IDEMPOTENT_REQUESTS_SCHEMA = `
  CREATE TABLE keyed_requests (
    id BLOB PRIMARY KEY, party BLOB NOT NULL, body BLOB, command_id TEXT NOT NULL, holder TEXT NOT NULL,
    claimed_at INTEGER NOT NULL, held_until INTEGER NOT NULL, subject TEXT, sealed TEXT
  ) STRICT;
  CREATE INDEX keyed_requests_by_party ON keyed_requests (party, claimed_at);
  CREATE INDEX keyed_requests_by_age ON keyed_requests (claimed_at);`;

/** More than one with each claim, so that deletion keeps up. */
const MAX_EXPIRED_PER_CLAIM = 20;
/** Between two trims of a group to its capacity. */
const CLAIMS_PER_TRIM = 50;

export function idempotentRequestHandlers(db: DatabaseSync, maxRemembered: number) {
  // Only one process has the folder, so holds of an earlier process have ended.
  db.exec('UPDATE keyed_requests SET held_until = 0 WHERE sealed IS NULL');
  const deleteExpired = db.prepare(
    'DELETE FROM keyed_requests WHERE id IN (SELECT id FROM keyed_requests WHERE claimed_at <= ? ORDER BY claimed_at LIMIT ?)',
  );
  const trim = db.prepare(
    `DELETE FROM keyed_requests WHERE party = ?1 AND claimed_at <=
       (SELECT claimed_at FROM keyed_requests WHERE party = ?1 ORDER BY claimed_at DESC LIMIT 1 OFFSET ?2)`,
  );
  const deleteIfExpired = db.prepare('DELETE FROM keyed_requests WHERE id = ? AND claimed_at <= ?');
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
  const discard = db.prepare('DELETE FROM keyed_requests WHERE id = ? AND sealed = ?');
  let untilTrim = CLAIMS_PER_TRIM;

  function cleanUp(group: Buffer, now: number): void {
    deleteExpired.run(now - RETENTION_MS, MAX_EXPIRED_PER_CLAIM);
    untilTrim -= 1;
    if (untilTrim > 0) return;
    untilTrim = CLAIMS_PER_TRIM;
    trim.run(group, maxRemembered);
  }

  return {
    claimRequest(request: RequestClaim): ClaimResult {
      const { commandId, holder, now } = request;
      const id = bytesOf(request.id);
      const body = request.fingerprint === null ? null : bytesOf(request.fingerprint);
      cleanUp(bytesOf(request.group), now);
      deleteIfExpired.run(id, now - RETENTION_MS);
      const row = find.get(id);
      if (row === undefined) {
        insert.run(id, bytesOf(request.group), body, commandId, holder, now, now + LEASE_MS);
        return { kind: 'acquired', commandId, repeated: false };
      }
      const known = textOf(row.body);
      if (known !== null && request.fingerprint !== null && known !== request.fingerprint) return { kind: 'mismatch' };
      if (typeof row.sealed === 'string') {
        const subject = typeof row.subject === 'string' ? row.subject : null;
        return { kind: 'answered', fingerprint: known ?? '', answer: { subject, sealed: row.sealed } };
      }
      if (Number(row.held_until) > now) return { kind: 'in-progress' };
      takeOver.run(holder, now + LEASE_MS, body, id);
      return { kind: 'acquired', commandId: String(row.command_id), repeated: true };
    },

    renewRequest({ id, holder, until }: RequestLease & { readonly until: number }): boolean {
      return Number(hold.run(until, bytesOf(id), holder).changes) > 0;
    },

    nameBodyOfRequest({
      id,
      holder,
      body,
    }: RequestLease & { readonly body: string }): 'recorded' | 'mismatch' | 'lost' {
      const row = find.get(bytesOf(id));
      if (row === undefined || row.holder !== holder || row.sealed !== null) return 'lost';
      const known = textOf(row.body);
      if (known !== null) return known === body ? 'recorded' : 'mismatch';
      name.run(bytesOf(body), bytesOf(id));
      return 'recorded';
    },

    answerRequest({ id, holder, subject, sealed }: RequestLease & StoredResponse): boolean {
      return Number(answer.run(subject, sealed, bytesOf(id), holder).changes) > 0;
    },

    discardRequest({ id, sealed }: { readonly id: string; readonly sealed: string }): void {
      discard.run(bytesOf(id), sealed);
    },
  };
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');
const textOf = (stored: unknown): string | null =>
  stored instanceof Uint8Array ? Buffer.from(stored).toString('hex') : null;
