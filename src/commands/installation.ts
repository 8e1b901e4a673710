/**
 * Checks that the stores of a service belong together, by the installation's id and the revision of the key store in the log.
 * Otherwise a lost key store would look like erasure, and two services on one log would take each other's work.
 */
import { EVENT_DEFINITIONS, STREAM_CATEGORIES } from '../domain/events.ts';
import { INSTALLATION_STREAM_ID, installation } from '../domain/installation/installation.ts';
import { sealedFor } from '../event-log/sealed-part.ts';
import type { Clock, Ids } from '../ports/clock.ts';
import type { CollectionDefinition, Documents } from '../ports/documents.ts';
import type { EventLog, Position, StoredEvent } from '../ports/event-log.ts';
import type { Keys } from '../ports/keys.ts';
import type { Report } from '../ports/report.ts';
import type { CommandExecutor } from './execute.ts';

/** At each end of the log. */
const MAX_EVENTS_CHECKED = 200;
const DOCUMENT_ID = 'installation';

export const INSTALLATION_COLLECTION: CollectionDefinition = { name: 'installation', version: 1, indexes: [] };

/** The message tells the operator what to do. */
class StoreMismatch extends Error {
  override readonly name = 'StoreMismatch';
}

/** Names of the stores in messages to operators. */
export interface StoreNames {
  readonly log: string;
  readonly keys: string;
  readonly documents: string;
}

export interface InstallationOptions {
  readonly executor: CommandExecutor;
  readonly log: EventLog;
  readonly keys: Keys;
  readonly documents: Documents;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly names: StoreNames;
  /** Number of key store changes that may be missing. */
  readonly acceptOlderKeys: number;
  readonly report: Report;
}

type KeyCheck = Omit<InstallationOptions, 'documents' | 'clock' | 'ids'>;

/** Must run before any other read or write. @throws StoreMismatch */
export async function joinInstallation(options: InstallationOptions): Promise<void> {
  const { executor, keys, clock, ids, names } = options;
  const recorded = await requireOwnKeys(options);
  const owner = recorded ?? (await keys.state()).installationId;
  const isMarked = await requireOwnDocuments(owner, options);
  const claimed = await keys.claim(recorded ?? ids.next());
  const created = await executor.execute(
    installation,
    INSTALLATION_STREAM_ID,
    { type: 'CreateInstallation', installationId: claimed },
    { commandId: ids.next(), actor: { kind: 'system', part: 'installation' }, at: clock.now() },
  );
  // Another service may have claimed this log meanwhile.
  if (!created.ok || created.value.installationId !== claimed) throw foreignKeys(names);
  if (!isMarked) await markDocuments(claimed, options);
}

/**
 * The part of the check that needs log and keys alone.
 * @returns id of the installation; null when the log records none
 * @throws StoreMismatch
 */
export async function requireOwnKeys(options: KeyCheck): Promise<string | null> {
  const { executor, log } = options;
  const recorded = (await executor.stateOf(installation, INSTALLATION_STREAM_ID)).installationId;
  const latest = await log.readLatest(MAX_EVENTS_CHECKED);
  requireKnownEvents(latest, options.names);
  if (recorded === null) await requireKeysOf(latest, options);
  else await requireSameKeys(recorded, latest, options);
  return recorded;
}

/** An older release must not run on a log with events that it does not know: it would ignore them. */
function requireKnownEvents(latest: readonly StoredEvent[], names: StoreNames): void {
  const unknown = new Set(latest.filter(isOfNewerRelease).map(({ type }) => type));
  if (unknown.size === 0) return;
  throw new StoreMismatch(
    `The event log (${names.log}) holds events that this release does not know (${[...unknown].join(', ')}): start the newer release that wrote them.`,
  );
}

function isOfNewerRelease({ stream, type, metadata: { version, commandId } }: StoredEvent): boolean {
  const [category = ''] = stream.split('-', 1);
  // Others may write to a shared log.
  if (!STREAM_CATEGORIES.includes(category) || typeof version !== 'number' || typeof commandId !== 'string')
    return false;
  const definition = EVENT_DEFINITIONS.get(type);
  return definition === undefined || version > definition.version;
}

async function requireSameKeys(
  recorded: string,
  latest: readonly StoredEvent[],
  { keys, names, report, acceptOlderKeys }: KeyCheck,
): Promise<void> {
  const { installationId, revision } = await keys.state();
  if (installationId === null) throw lostKeys(names);
  if (installationId !== recorded) throw foreignKeys(names);
  const revisions = latest.map(({ metadata }) => metadata.keys).filter((seen) => typeof seen === 'number');
  const seenRevision = Math.max(0, ...revisions);
  const missing = seenRevision - revision;
  if (missing <= 0) return;
  if (missing !== acceptOlderKeys) {
    throw new StoreMismatch(
      `The key store (${names.keys}) is older than the event log (${names.log}) and lacks ${missing} changes that the log has seen: restore the newest backup of the key store, or start once with ACCEPT_OLDER_KEYS=${missing} to give up the data sealed with newer keys.`,
    );
  }
  await keys.raiseRevision(seenRevision);
  report({
    message: `The key store (${names.keys}) is older than the event log (${names.log}): data sealed with newer keys cannot be read any more. Repeat the erasures since the backup of the key store`,
    severity: 'error',
  });
}

/** The log of an earlier release recorded no installation. It is adopted with the keys that sealed its events. */
async function requireKeysOf(latest: readonly StoredEvent[], options: KeyCheck): Promise<void> {
  const { log, keys, names, report } = options;
  const { revision } = await keys.state();
  if (latest.length === 0) {
    // The first key is created after the first event is durable.
    if (revision > 0) throw lostLog(names);
    return;
  }
  const { events: first } = await log.readAll({ after: null, limit: MAX_EVENTS_CHECKED });
  const subjects = new Set([...first, ...latest].flatMap((event) => sealedFor(event) ?? []));
  const unknown = await keys.findMissing([...subjects]);
  if (unknown.length === 0) return;
  if (unknown.length === subjects.size) throw revision === 0 ? lostKeys(names) : foreignKeys(names);
  report({
    message: `The key store (${names.keys}) lacks ${unknown.length} keys of the event log (${names.log}) that were not erased: the data sealed with them cannot be read. If it is an older copy, stop the service and restore the newest backup`,
    severity: 'error',
  });
}

/**
 * @param owner installation of log and keys; null when both are new
 * @returns whether the read models record it
 * @throws StoreMismatch
 */
async function requireOwnDocuments(owner: string | null, options: InstallationOptions): Promise<boolean> {
  const { log, documents, names } = options;
  await documents.ensureCollection(INSTALLATION_COLLECTION);
  const stored = await documents.get<{ installationId: string }>(INSTALLATION_COLLECTION, DOCUMENT_ID);
  if (stored === null) return false;
  if (stored.installationId === owner) return true;
  // Another node may have joined for the first time since the log was read: it marks the read models last.
  if (owner === null && stored.installationId === (await requireOwnKeys(options))) return true;
  if (owner === null && (await log.head()) === null) throw lostLogAndKeys(names);
  throw new StoreMismatch(
    `The read models (${names.documents}) belong to another installation than the event log (${names.log}): give each service stores of its own, or move these read models away, and they are built anew from the log.`,
  );
}

async function markDocuments(installationId: string, { documents }: InstallationOptions): Promise<void> {
  const put = { kind: 'put', id: DOCUMENT_ID, document: { installationId }, position: 0n as Position } as const;
  await documents.write([{ collection: INSTALLATION_COLLECTION, writes: [put] }], []);
}

function foreignKeys(names: StoreNames): StoreMismatch {
  return new StoreMismatch(
    `The event log (${names.log}) holds events of another installation than the key store (${names.keys}): restore the key store that belongs to the log from a backup, or give each service a log and a key store of its own.`,
  );
}

function lostKeys(names: StoreNames): StoreMismatch {
  return new StoreMismatch(
    `The key store (${names.keys}) is empty or new, but the event log (${names.log}) is not: restore the newest backup of the key store, without which the log cannot be read.`,
  );
}

function lostLog(names: StoreNames): StoreMismatch {
  return new StoreMismatch(
    `The event log (${names.log}) is empty, but the key store (${names.keys}) holds keys of its events: restore the event log from a backup, or empty all stores to start anew.`,
  );
}

function lostLogAndKeys(names: StoreNames): StoreMismatch {
  return new StoreMismatch(
    `The event log (${names.log}) and the key store (${names.keys}) are empty, but the read models (${names.documents}) are not: restore both from a backup, or empty all stores to start anew.`,
  );
}
