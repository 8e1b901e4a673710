/**
 * `event` is the whole event as JSON; the other columns repeat what is searched by. Positions are never reused, because rows
 * are never deleted. `work_items` holds items that a group has taken and not finished. `due_at` (epoch milliseconds) is null
 * while an item is in progress or parked.
 */
export const EVENT_LOG_MIGRATIONS = [
  `
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    category TEXT NOT NULL,
    type TEXT NOT NULL,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    event TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX events_by_stream ON events (stream, revision);
  CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
  CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;

  CREATE TABLE work_groups (
    name TEXT PRIMARY KEY,
    filter TEXT NOT NULL,
    read_to INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE work_items (
    work_group TEXT NOT NULL REFERENCES work_groups (name),
    position INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    due_at INTEGER,
    parked INTEGER NOT NULL DEFAULT 0,
    reason TEXT,
    PRIMARY KEY (work_group, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX work_due ON work_items (work_group, due_at) WHERE due_at IS NOT NULL;
  `,
];
