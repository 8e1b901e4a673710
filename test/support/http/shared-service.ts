import { beforeAll } from 'vitest';
import { engineUrl } from '../engines/engine-url.ts';
import { onEngines } from '../engines/engines.ts';
import { onProcessEnd } from '../vitest/process-end.ts';
import { TestService } from './service.ts';

type Start = () => Promise<TestService>;

let starting: Promise<TestService> | undefined;
let startHere: Start = startShared;

/** The service that all files of the test process share, whose tests have accounts of their own. */
export function sharedService(): () => TestService {
  const start = startHere;
  let service: TestService | undefined;
  beforeAll(async () => {
    service = await start();
  });
  return () => {
    if (service === undefined) throw new Error('The service has not started');
    return service;
  };
}

/** Reads a test file once more, so that its tests are those of another service. */
export async function readForService(start: Start, file: string): Promise<void> {
  startHere = start;
  try {
    // The query makes another module of it.
    await import(`${file}?again`);
  } finally {
    startHere = startShared;
  }
}

function startShared(): Promise<TestService> {
  starting ??= startWhereStoresAre().then((started) => {
    onProcessEnd(() => started.stop());
    return started;
  });
  return starting;
}

/** On engines, the service has moved there from a data folder: what the interface promises holds on such stores too. */
async function startWhereStoresAre(): Promise<TestService> {
  const canMove = (['EVENTSTOREDB_PROGRAM', 'MONGODB_URL', 'ELASTICSEARCH_URL'] as const).every(engineUrl);
  if (!onEngines() || !canMove) return TestService.start();
  const { migratedInstallation } = await import('./migrated-installation.ts');
  const installation = await migratedInstallation();
  onProcessEnd(() => installation.remove());
  return TestService.start({}, { installation });
}
