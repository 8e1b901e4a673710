import type { DatabaseSync } from 'node:sqlite';
import {
  type ClaimResult,
  REQUEST_LEASE_MS,
  RESPONSE_RETENTION_MS,
  type RequestClaim,
  type RequestLease,
  type StoredResponse,
} from '../../../ports/idempotency.ts';

/** `party` is the group of the callers, `body` the fingerprint of the body: names of earlier releases, which existing files keep. */
export const IDEMPOTENT_REQUESTS_SCHEMA = `
  CREATE TABLE keyed_requests (
    id BLOB PRIMARY KEY, party BLOB NOT NULL, body BLOB, command_id TEXT NOT NULL, holder TEXT NOT NULL,
    claimed_at INTEGER NOT NULL, held_until INTEGER NOT NULL, subject TEXT, sealed TEXT
  ) STRICT;
  CREATE INDEX keyed_requests_by_party ON keyed_requests (party, claimed_at);
  CREATE INDEX keyed_requests_by_age ON keyed_requests (claimed_at);`;

/** More than one with each claim, so that deletion keeps up. */
const MAX_EXPIRED_PER_CLAIM = 20;
/** New claims between two deletions of a group's excess. */
const CLAIMS_PER_TRIM = 50;

export function idempotentRequestHandlers(db: DatabaseSync, maxStoredPerGroup: number) {
  const requests = new IdempotentRequests(db, maxStoredPerGroup);
  return {
    claimRequest: (claim: RequestClaim) => requests.claim(claim),
    renewRequest: (lease: RequestLease & { readonly until: number }) => requests.renew(lease),
    recordFingerprint: (lease: RequestLease & { readonly fingerprint: string }) => requests.recordFingerprint(lease),
    storeResponse: (response: RequestLease & StoredResponse) => requests.storeResponse(response),
    discardRequest: (request: { readonly id: string; readonly sealed: string }) => requests.discard(request),
    forgetResponse: (request: { readonly id: string; readonly sealed: string }) => requests.forgetResponse(request),
    forgetResponses: (_: null) => requests.forgetResponses(),
  };
}

class IdempotentRequests {
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #maxStoredPerGroup: number;
  #claimsUntilTrim = CLAIMS_PER_TRIM;

  constructor(db: DatabaseSync, maxStoredPerGroup: number) {
    // Only one process has the folder, so leases of an earlier process have ended.
    db.exec('UPDATE keyed_requests SET held_until = 0 WHERE sealed IS NULL');
    this.#statements = prepareStatements(db);
    this.#maxStoredPerGroup = maxStoredPerGroup;
  }

  claim(claim: RequestClaim): ClaimResult {
    const { commandId, holder, now } = claim;
    const id = bytesOf(claim.id);
    const fingerprint = claim.fingerprint === null ? null : bytesOf(claim.fingerprint);
    this.#cleanUp(bytesOf(claim.group), now);
    this.#statements.deleteIfExpired.run(id, now - RESPONSE_RETENTION_MS);
    const row = this.#statements.find.get(id);
    if (row === undefined) {
      this.#statements.insert.run(
        id,
        bytesOf(claim.group),
        fingerprint,
        commandId,
        holder,
        now,
        now + REQUEST_LEASE_MS,
      );
      return { kind: 'acquired', commandId, repeated: false };
    }
    const known = textOf(row.body);
    if (known !== null && claim.fingerprint !== null && known !== claim.fingerprint) return { kind: 'mismatch' };
    if (typeof row.sealed === 'string') {
      const subject = typeof row.subject === 'string' ? row.subject : null;
      return { kind: 'completed', fingerprint: known ?? '', response: { subject, sealed: row.sealed } };
    }
    if (Number(row.held_until) > now) return { kind: 'in-progress' };
    this.#statements.takeOver.run(holder, now + REQUEST_LEASE_MS, fingerprint, id);
    return { kind: 'acquired', commandId: String(row.command_id), repeated: true };
  }

  renew({ id, holder, until }: RequestLease & { readonly until: number }): boolean {
    return Number(this.#statements.renew.run(until, bytesOf(id), holder).changes) > 0;
  }

  recordFingerprint({
    id,
    holder,
    fingerprint,
  }: RequestLease & { readonly fingerprint: string }): 'recorded' | 'mismatch' | 'lost' {
    const row = this.#statements.find.get(bytesOf(id));
    if (row === undefined || row.holder !== holder || row.sealed !== null) return 'lost';
    const known = textOf(row.body);
    if (known !== null) return known === fingerprint ? 'recorded' : 'mismatch';
    this.#statements.recordFingerprint.run(bytesOf(fingerprint), bytesOf(id));
    return 'recorded';
  }

  storeResponse({ id, holder, subject, sealed }: RequestLease & StoredResponse): boolean {
    return Number(this.#statements.storeResponse.run(subject, sealed, bytesOf(id), holder).changes) > 0;
  }

  discard({ id, sealed }: { readonly id: string; readonly sealed: string }): void {
    this.#statements.discard.run(bytesOf(id), sealed);
  }

  forgetResponse({ id, sealed }: { readonly id: string; readonly sealed: string }): void {
    this.#statements.forgetResponse.run(bytesOf(id), sealed);
  }

  forgetResponses(): void {
    this.#statements.forgetResponses.run();
  }

  #cleanUp(group: Buffer, now: number): void {
    this.#statements.deleteExpired.run(now - RESPONSE_RETENTION_MS, MAX_EXPIRED_PER_CLAIM);
    this.#claimsUntilTrim -= 1;
    if (this.#claimsUntilTrim > 0) return;
    this.#claimsUntilTrim = CLAIMS_PER_TRIM;
    this.#statements.trim.run(group, this.#maxStoredPerGroup);
  }
}

function prepareStatements(db: DatabaseSync) {
  return {
    deleteExpired: db.prepare(
      'DELETE FROM keyed_requests WHERE id IN (SELECT id FROM keyed_requests WHERE claimed_at <= ? ORDER BY claimed_at LIMIT ?)',
    ),
    trim: db.prepare(
      `DELETE FROM keyed_requests WHERE party = ?1 AND claimed_at <=
         (SELECT claimed_at FROM keyed_requests WHERE party = ?1 ORDER BY claimed_at DESC LIMIT 1 OFFSET ?2)`,
    ),
    deleteIfExpired: db.prepare('DELETE FROM keyed_requests WHERE id = ? AND claimed_at <= ?'),
    find: db.prepare('SELECT * FROM keyed_requests WHERE id = ?'),
    insert: db.prepare(
      `INSERT INTO keyed_requests (id, party, body, command_id, holder, claimed_at, held_until) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    takeOver: db.prepare('UPDATE keyed_requests SET holder = ?, held_until = ?, body = coalesce(body, ?) WHERE id = ?'),
    renew: db.prepare('UPDATE keyed_requests SET held_until = ? WHERE id = ? AND holder = ? AND sealed IS NULL'),
    recordFingerprint: db.prepare('UPDATE keyed_requests SET body = ? WHERE id = ?'),
    storeResponse: db.prepare(
      `UPDATE keyed_requests SET subject = ?, sealed = ?, held_until = 0
       WHERE id = ? AND holder = ? AND sealed IS NULL AND body IS NOT NULL`,
    ),
    discard: db.prepare('DELETE FROM keyed_requests WHERE id = ? AND sealed = ?'),
    forgetResponse: db.prepare('UPDATE keyed_requests SET subject = NULL, sealed = NULL WHERE id = ? AND sealed = ?'),
    forgetResponses: db.prepare('UPDATE keyed_requests SET subject = NULL, sealed = NULL WHERE sealed IS NOT NULL'),
  };
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');
const textOf = (stored: unknown): string | null =>
  stored instanceof Uint8Array ? Buffer.from(stored).toString('hex') : null;
