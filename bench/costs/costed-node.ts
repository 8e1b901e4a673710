/** One process of the service, with counting proxies before its engines. */
import {
  type Environment,
  type ServiceProcess,
  startServiceProcess,
} from '../../test/support/processes/service-process.ts';
import { CountingProxy } from './counting-proxy.ts';
import { type CpuTime, cpuOf } from './cpu-time.ts';
import { grpcMessages, http1Requests, mongodbRequests } from './request-counters.ts';

export const ENGINES = { EVENTSTORE_URL: grpcMessages, MONGODB_URL: mongodbRequests, ELASTICSEARCH_URL: http1Requests };
export type EngineVariable = keyof typeof ENGINES;
/** Addresses by variable. */
export type Engines = Readonly<Partial<Record<EngineVariable, string>>>;
/** Since the start of the process. */
export type Passed = Readonly<Partial<Record<EngineVariable, { readonly requests: number; readonly bytes: number }>>>;

export interface NodeGroup {
  /** Name in the figures. */
  readonly name: string;
  /** `ROLES`; all of them when absent. */
  readonly roles?: string;
}

export class CostedNode {
  readonly name: string;
  readonly #process: ServiceProcess;
  readonly #proxies: ReadonlyMap<EngineVariable, CountingProxy>;

  private constructor(name: string, process: ServiceProcess, proxies: ReadonlyMap<EngineVariable, CountingProxy>) {
    this.name = name;
    this.#process = process;
    this.#proxies = proxies;
  }

  static async start({ name, roles }: NodeGroup, environment: Environment, engines: Engines): Promise<CostedNode> {
    const proxies = new Map<EngineVariable, CountingProxy>();
    const proxied: Record<string, string> = {};
    for (const [variable, url] of Object.entries(engines) as [EngineVariable, string][]) {
      const proxy = await CountingProxy.before(url, ENGINES[variable]);
      proxies.set(variable, proxy);
      proxied[variable] = proxy.addressOf(url);
    }
    const settings = { ...environment, ...proxied, ...(roles === undefined ? {} : { ROLES: roles }) };
    return new CostedNode(name, await startServiceProcess(settings), proxies);
  }

  get address(): string {
    return this.#process.address;
  }

  get passed(): Passed {
    return Object.fromEntries([...this.#proxies].map(([variable, proxy]) => [variable, proxy.passed]));
  }

  get cpu(): CpuTime {
    return cpuOf(this.#process.pid);
  }

  async stop(): Promise<void> {
    this.#process.signal('SIGTERM');
    await this.#process.exited;
    for (const proxy of this.#proxies.values()) proxy.close();
  }
}
