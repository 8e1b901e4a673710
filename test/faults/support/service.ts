/** The real program as these tests run it. */
import { onTestFinished } from 'vitest';
import {
  type Environment,
  type Exit,
  type ServiceProcess,
  startServiceProcess,
} from '../../support/processes/service-process.ts';
import type { TestSite } from '../../support/servers/test-site.ts';
import type { World } from './world.ts';

const UNLIMITED = '1000000/60';

export const environmentFor = (directory: string, site: TestSite, planLimit: number): Environment => ({
  DATA_DIR: directory,
  PLAN_CHATBOTS: String(planLimit),
  PLAN_MESSAGES: '1000000',
  CRAWL_ALLOW_HOSTS: site.host,
  CRAWL_DELAY_MS: '0',
  AUTH_RATE_LIMIT: UNLIMITED,
  INGESTION_RATE_LIMIT: UNLIMITED,
  MESSAGE_RATE_LIMIT: UNLIMITED,
  KEY_RATE_LIMIT: UNLIMITED,
  CHAT_RATE_LIMIT: UNLIMITED,
});

/** Requests are answered from now on. It ends with the running test at the latest. */
export async function start(environment: Environment, world: World): Promise<ServiceProcess> {
  const service = await startServiceProcess(environment);
  onTestFinished(() => service.signal('SIGKILL'));
  world.client.address = service.address;
  world.ending = false;
  return service;
}

export function end(service: ServiceProcess, world: World, signal: NodeJS.Signals): Promise<Exit> {
  world.ending = true;
  service.signal(signal);
  return service.exited;
}
