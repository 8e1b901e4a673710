import type { DatabaseSync } from 'node:sqlite';
import { readOnly } from '../thread/handlers.ts';
import { migrate } from '../thread/migrations.ts';
import { EVENT_LOG_MIGRATIONS } from './event-log-schema.ts';
import { createWorkHandlers } from './event-log-work.ts';

/** Revisions count from 0. */
export const NO_STREAM = -1;

export interface AppendRequest {
  readonly stream: string;
  readonly category: string;
  /** A revision, or `NO_STREAM`. */
  readonly expected: number;
  /** One entry per event. */
  readonly ids: readonly string[];
  readonly types: readonly string[];
  /** The members `id`, `type`, `data` and `metadata` as JSON, without the braces around them. */
  readonly bodies: readonly string[];
}

export interface AppendReply {
  readonly appended: boolean;
  /** Last appended event; 0 on a conflict. */
  readonly position: number;
  /** Last appended event; on a conflict the stream's current one, or `NO_STREAM`. */
  readonly revision: number;
  /** Epoch milliseconds; null when nothing new was appended. */
  readonly recordedAt: number | null;
}

/** An event of another log. `event` is the whole row as JSON. */
export interface ImportedRow {
  readonly position: number;
  readonly category: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly event: string;
}

export type EventLogHandlers = ReturnType<typeof createHandlers>;

export function createHandlers(db: DatabaseSync) {
  migrate(db, EVENT_LOG_MIGRATIONS);
  const ends = db.prepare(
    'SELECT (SELECT max(position) FROM events) AS position, (SELECT max(revision) FROM events WHERE stream = ?) AS revision',
  );
  const head = db.prepare('SELECT max(position) AS position FROM events');
  const insert = db.prepare(
    'INSERT INTO events (position, category, type, stream, revision, event) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const written = db.prepare(
    `SELECT position, event ->> 'id' AS id FROM events WHERE stream = ? AND revision > ? ORDER BY revision LIMIT ?`,
  );

  /** Idempotent append: the first reply again when these very events already follow the expected revision. */
  function firstReply(request: AppendRequest): AppendReply | undefined {
    const rows = written.all(request.stream, request.expected, request.ids.length);
    const same = rows.length === request.ids.length && rows.every((row, index) => row.id === request.ids[index]);
    if (!same) return undefined;
    const position = Number(rows.at(-1)?.position);
    return { appended: true, position, revision: request.expected + rows.length, recordedAt: null };
  }

  return {
    append(request: AppendRequest): AppendReply {
      const row = ends.get(request.stream);
      const actual = row?.revision === null ? NO_STREAM : Number(row?.revision);
      if (actual !== request.expected) {
        return firstReply(request) ?? { appended: false, position: 0, revision: actual, recordedAt: null };
      }
      const recordedAt = Date.now();
      let position = Number(row?.position);
      let revision = actual;
      request.bodies.forEach((body, index) => {
        position += 1;
        revision += 1;
        // Stream names contain no character that JSON escapes.
        const event = `{"stream":"${request.stream}","revision":${revision},"position":${position},"recordedAt":${recordedAt},${body}}`;
        insert.run(position, request.category, request.types[index] ?? '', request.stream, revision, event);
      });
      return { appended: true, position, revision, recordedAt };
    },
    /** Position of the last event, 0 for an empty log. */
    head: readOnly((_: null): number => Number(head.get()?.position)),
    importRows(rows: readonly ImportedRow[]): void {
      for (const { position, category, type, stream, revision, event } of rows) {
        insert.run(position, category, type, stream, revision, event);
      }
    },
    ...createWorkHandlers(db),
  };
}
