/** The two ends of a migration: the installation that is copied, and the stores that take it over. */
import type { Config } from '../../config.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Documents, ReadableDocuments } from '../../ports/documents.ts';
import type { Position, ReadableLog } from '../../ports/event-log.ts';
import type { Keys } from '../../ports/keys.ts';
import type { LogImport } from '../../ports/migration/log-import.ts';
import type { MigratedTables, MigrationMarker } from '../../ports/migration/migrated-tables.ts';
import type { WorkProgress } from '../../ports/migration/work-progress.ts';
import type { Report } from '../../ports/report.ts';
import type { TreeHeads } from '../../ports/tree-heads.ts';
import type { AuditStores } from '../stores/audit-stores.ts';
import { MigrationRefused } from './migration-refused.ts';

export type Profile = 'embedded' | 'distributed';

export interface MigrationOptions {
  readonly config: Config;
  readonly to: Profile;
  readonly now: () => number;
  readonly onProgress: (step: string, done: string) => void;
  readonly report: Report;
}

/** Opened for reading alone; no service writes to it. */
export interface MigrationSource extends Omit<AuditStores, 'openDocuments'> {
  readonly documents: ReadableDocuments;
  readonly tables: MigratedTables;
  /** `scope/hash` of every blob, in no particular order. */
  listBlobs(): AsyncIterable<readonly string[]>;
  work(): Promise<readonly WorkProgress[]>;
}

export interface MigrationTarget {
  readonly log: ReadableLog;
  readonly into: LogImport;
  readonly keys: Keys;
  readonly documents: Documents;
  readonly blobs: Blobs;
  readonly treeHeads: TreeHeads;
  readonly tables: MigratedTables;
  readonly marker: MigrationMarker;
  listBlobs(): AsyncIterable<readonly string[]>;
  /** Resumes the work groups where they stopped. Idempotent. @param startAfter last event before the first unfinished one */
  beginWork(groups: readonly WorkProgress[], startAfter: (group: string) => Position | null): Promise<void>;
  close(): Promise<void>;
}

/** A distributed end needs all of them. */
export interface EngineUrls {
  readonly eventStoreUrl: string;
  readonly mongoUrl: string;
  readonly elasticsearchUrl: string;
}

/** @throws MigrationRefused that names what is not set */
export function engineUrls({ eventStoreUrl, mongoUrl, elasticsearchUrl }: Config): EngineUrls {
  if (eventStoreUrl !== null && mongoUrl !== null && elasticsearchUrl !== null) {
    return { eventStoreUrl, mongoUrl, elasticsearchUrl };
  }
  const urls = { EVENTSTORE_URL: eventStoreUrl, MONGODB_URL: mongoUrl, ELASTICSEARCH_URL: elasticsearchUrl };
  const missing = Object.entries(urls).flatMap(([name, url]) => (url === null ? [name] : []));
  throw new MigrationRefused(`Set ${missing.join(' and ')}: a migration in either direction needs all three engines.`);
}

/** The configuration as seen from that end. */
export function configOf(profile: Profile, config: Config): Config {
  return profile === 'distributed'
    ? config
    : { ...config, eventStoreUrl: null, mongoUrl: null, elasticsearchUrl: null };
}

export const nameOf = (profile: Profile, { dataDir }: Config): string =>
  profile === 'embedded'
    ? `the data folder ${dataDir}`
    : 'the engines of EVENTSTORE_URL, MONGODB_URL and ELASTICSEARCH_URL';
