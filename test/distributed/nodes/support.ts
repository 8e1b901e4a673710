/** Several nodes of one installation. They need stores that all of them share. */
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { type Installation, newInstallation } from '../../support/engines/engines.ts';
import { TestService } from '../../support/http/service.ts';

/** True when all engines that nodes share are available. */
export const sharesStores = (['EVENTSTOREDB_PROGRAM', 'MONGODB_URL', 'ELASTICSEARCH_URL'] as const).every(
  (variable) => engineUrl(variable) !== null,
);
if (!sharesStores) console.log('One of the engines is not there: nodes have nothing to share, and are not tried.');

type Environment = Readonly<Record<string, string>>;

/** One node for each environment, all of one installation, for the tests of a file. */
export function nodesOfFile<Name extends string>(
  environments: Readonly<Record<Name, Environment>>,
): () => Readonly<Record<Name, TestService>> {
  const nodes = new Map<string, TestService>();
  let installation: Installation | undefined;
  beforeAll(async () => {
    if (!sharesStores) return;
    installation = await newInstallation();
    // At once, as an orchestrator starts them: whoever projects is waited for by the others.
    const starts = Object.entries<Environment>(environments).map(async ([name, environment]) => {
      nodes.set(name, await TestService.start(environment, { installation: installation as Installation }));
    });
    await Promise.all(starts);
  });
  afterAll(async () => {
    await Promise.all([...nodes.values()].map((node) => node.stop()));
    await installation?.remove();
  });
  return () => Object.fromEntries(nodes) as Record<Name, TestService>;
}

/** Installation of the nodes that the tests of a file start themselves. */
export function installationOfFile(): () => Installation {
  let installation: Installation | undefined;
  beforeAll(async () => {
    installation = await newInstallation();
    return () => installation?.remove();
  });
  return () => installation as Installation;
}

/** Installation of the running test. */
export async function ownInstallation(): Promise<Installation> {
  const installation = await newInstallation();
  onTestFinished(() => installation.remove());
  return installation;
}

export async function nodeOf(installation: Installation, environment: Environment = {}): Promise<TestService> {
  const node = await TestService.start(environment, { installation });
  onTestFinished(() => node.stop());
  return node;
}
