/** Installations that were migrated between a data folder and the engines, so that what the interface promises is tried on them. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type MigrationSummary, migrateInstallation } from '../../../src/composition/migration/migrate-installation.ts';
import type { Profile } from '../../../src/composition/migration/sides.ts';
import { readConfig } from '../../../src/config.ts';
import { type Installation, newInstallation } from '../engines/engines.ts';
import type { Environment } from '../processes/service-process.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { TestService } from './service.ts';

const MASTER_KEY = '07'.repeat(32);
const RELEASED = join(import.meta.dirname, '../../releases/fixtures/0.1.0/data');

/** A copy of the data folder that an earlier release recorded. */
export function releasedFolder(): Installation {
  const directory = mkdtempSync(join(tmpdir(), 'chatledger-released-'));
  cpSync(RELEASED, directory, { recursive: true });
  const MASTER_KEY = readFileSync(join(directory, 'master.key'), 'utf8').trim();
  return {
    environment: { DATA_DIR: directory, MASTER_KEY },
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** An end of a migration that holds nothing yet, removed after the test. All of them have one master key, as the ends of a migration do. */
export async function emptyEnd(profile: Profile): Promise<Installation> {
  if (profile === 'embedded') {
    const DATA_DIR = join(temporaryDirectory(), 'data');
    return { environment: { DATA_DIR, MASTER_KEY }, remove: async () => undefined };
  }
  const installation = await newInstallation();
  onTestFinished(() => installation.remove());
  return { ...installation, environment: { ...installation.environment, MASTER_KEY } };
}

/** Runs a service on it until the work is done. */
export async function withService<Result>(
  installation: Installation,
  work: (service: TestService) => Promise<Result>,
): Promise<Result> {
  const service = await TestService.start({}, { installation });
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

/**
 * @param environment names both ends
 * @param onStep called with each progress; the migration ends with what it throws
 */
export async function migrateEnds(
  environment: Environment,
  to: Profile,
  onStep: (step: string) => void = () => undefined,
): Promise<MigrationSummary> {
  const read = readConfig({}, { LOG_LEVEL: 'silent', ...environment });
  if (!read.ok) throw new Error(read.faults.join('\n'));
  const now = () => Date.now();
  return migrateInstallation({ config: read.config, to, now, onProgress: onStep, report: () => undefined });
}

/** Engines that hold what an earlier release recorded in a data folder. */
export async function migratedInstallation(): Promise<Installation> {
  const [folder, engines] = [releasedFolder(), await newInstallation()];
  // The first start of this release upgrades the folder.
  await withService(folder, async () => undefined);
  const environment = { ...engines.environment, ...folder.environment };
  await migrateEnds(environment, 'distributed');
  await folder.remove();
  const { DATA_DIR: _unused, ...named } = environment;
  return { environment: named, remove: () => engines.remove() };
}
