/** The benchmarks by name. */
import type { BenchResult } from './harness/measurement.ts';

interface Bench {
  readonly load: () => Promise<() => Promise<BenchResult>>;
  /** Runs only when it is named: the reason why it is no part of a whole run. */
  readonly onlyNamed?: string;
}

export const BENCHES: Readonly<Record<string, Bench>> = {
  start: { load: async () => (await import('./start.ts')).benchStart },
  answer: { load: async () => (await import('./answer/answer.ts')).benchAnswer },
  http: { load: async () => (await import('./http/http.ts')).benchHttp },
  channels: { load: async () => (await import('./channels/channels.ts')).benchChannels },
  ingest: { load: async () => (await import('./ingestion/ingest.ts')).benchIngest },
  log: { load: async () => (await import('./log/log.ts')).benchLog },
  stores: { load: async () => (await import('./stores/stores.ts')).benchStores },
  retrieval: { load: async () => (await import('./retrieval/retrieval.ts')).benchRetrieval },
  content: { load: async () => (await import('./ingestion/content.ts')).benchContent },
  audit: { load: async () => (await import('./log/audit.ts')).benchAudit },
  verify: { load: async () => (await import('./log/verify.ts')).benchVerify },
  backup: { load: async () => (await import('./log/backup.ts')).benchBackup },
  costs: { load: async () => (await import('./costs/costs.ts')).benchCosts },
  scaling: { load: async () => (await import('./scaling/scaling.ts')).benchScaling },
  engines: {
    load: async () => (await import('./costs/engines.ts')).benchEngines,
    onlyNamed: 'it needs EVENTSTORE_URL, MONGODB_URL and ELASTICSEARCH_URL',
  },
  size: { load: async () => (await import('./size.ts')).benchSize, onlyNamed: 'it installs everything twice' },
  growth: {
    load: async () => (await import('./growth/growth.ts')).benchGrowth,
    onlyNamed: 'it writes a million events',
  },
  soak: { load: async () => (await import('./growth/soak.ts')).benchSoak, onlyNamed: 'it takes ten minutes' },
};
