import { beforeAll } from 'vitest';
import { engineUrl } from '../engines/engine-url.ts';
import { onEngines } from '../engines/engines.ts';
import { onProcessEnd } from '../vitest/process-end.ts';
import { ScriptedModel } from './scripted-models.ts';
import { TestService } from './service.ts';

type Start = () => Promise<TestService>;

let starting: Promise<TestService> | undefined;
let startHere: Start = startShared;

/** The service that all files of the test process share, whose tests have accounts of their own. */
export const sharedService = (): (() => TestService) => serviceFrom(startHere);

let startingScripted: Promise<TestService> | undefined;
/** Answers for the file that runs. */
let scripted = new ScriptedModel();

/** Another service that files share. Its language model is that of the file which runs. */
export function sharedServiceWith(model: ScriptedModel): () => TestService {
  return serviceFrom(() => {
    scripted = model;
    startingScripted ??= TestService.start({}, { models: ScriptedModel.insteadOf(() => scripted) }).then(closedAtEnd);
    return startingScripted;
  });
}

function serviceFrom(start: Start): () => TestService {
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
  starting ??= startWhereStoresAre().then(closedAtEnd);
  return starting;
}

function closedAtEnd(service: TestService): TestService {
  onProcessEnd(() => service.stop());
  return service;
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
