/** Several nodes of one installation. They need stores that all of them share. */
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { engineUrl } from '../../support/engine-url.ts';
import { type Installation, newInstallation } from '../../support/engines.ts';
import { TestService } from '../../support/http/service.ts';

/** Whether the engines are there that nodes share; MongoDB's and Elasticsearch's, since the log has a server of its own. */
export const sharesStores = engineUrl('MONGODB_URL') !== null && engineUrl('ELASTICSEARCH_URL') !== null;
if (!sharesStores)
  console.log('MONGODB_URL or ELASTICSEARCH_URL is not set: nodes have nothing to share, and are not tried.');

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

/** Of the running test. */
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
