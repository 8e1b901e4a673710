/** The distributed profile: what acts cost each group of nodes and each engine, what the log takes, and what nodes hold. */
import { randomBytes } from 'node:crypto';
import { Model } from '../answer/processes.ts';
import type { BenchResult, Measurement } from '../harness/measurement.ts';
import { withDirectory } from '../harness/timing.ts';
import { measureThroughput } from '../scaling/throughput.ts';
import { measureProfile, profileFigures } from '../stores/stores.ts';
import { ENGINES, type Engines, type EngineVariable, type NodeGroup } from './costed-node.ts';
import { CostedService } from './costed-service.ts';
import { measureCosts } from './measure-costs.ts';

const VARIABLES = Object.keys(ENGINES) as EngineVariable[];
/** The last one answers requests. */
const NODE_GROUPS: readonly NodeGroup[] = [
  { name: 'projector', roles: 'projector,ingestion,scheduler' },
  { name: 'http node', roles: 'http' },
];

export async function benchEngines(): Promise<BenchResult> {
  const missing = VARIABLES.filter((name) => (process.env[name] ?? '') === '');
  if (missing.length > 0) throw new Error(`${missing.join(', ')}: not set`);
  const costs = await measureCosts('engines', newInstallation(), NODE_GROUPS);
  const stores = { ...newInstallation(), MASTER_KEY: randomBytes(32).toString('hex') };
  const profile = profileFigures(await measureProfile('engines', stores));
  return { measurements: [...costs, ...profile, ...(await throughput())] };
}

/** A log, a database and indices that nobody else has, on the engines of the environment. */
function newInstallation(): Engines {
  const name = `bench${randomBytes(4).toString('hex')}`;
  const urlOf = (variable: EngineVariable) => new URL(process.env[variable] ?? '');
  const [log, documents, search] = [urlOf('EVENTSTORE_URL'), urlOf('MONGODB_URL'), urlOf('ELASTICSEARCH_URL')];
  log.searchParams.set('prefix', name);
  documents.pathname = `/${name}`;
  search.searchParams.set('prefix', name);
  return { EVENTSTORE_URL: log.href, MONGODB_URL: documents.href, ELASTICSEARCH_URL: search.href };
}

function throughput(): Promise<readonly Measurement[]> {
  return withDirectory(async (directory) => {
    const model = await Model.start();
    try {
      const service = await CostedService.start(directory, model.url, newInstallation(), NODE_GROUPS);
      return await measureThroughput('engines', service).finally(() => service.stop());
    } finally {
      model.stop();
    }
  });
}
