/** Three nodes and their engines, which fail at random. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../../faults/support/random.ts';
import { removeIndices } from '../../../support/engines/elasticsearch.ts';
import { engineUrl } from '../../../support/engines/engine-url.ts';
import { type Installation, newInstallation } from '../../../support/engines/engines.ts';
import { RealEventStore } from '../../../support/engines/eventstoredb/real-server.ts';
import { withDatabase } from '../../../support/engines/mongodb.ts';
import { type Absence, TcpProxy } from '../../../support/engines/tcp-proxy.ts';
import { NotAnswered } from '../../../support/processes/process-client.ts';
import {
  clockAhead,
  type Environment,
  runProgram,
  type ServiceProcess,
  startServiceProcess,
} from '../../../support/processes/service-process.ts';

/** One whose clock is wrong, and one that waits for what the others project. */
const NODES: readonly Environment[] = [{}, clockAhead(90), { ROLES: 'http' }];
const UNLIMITED = '1000000/60';
const LIMITS: Environment = {
  PLAN_MESSAGES: '1000000',
  AUTH_RATE_LIMIT: UNLIMITED,
  INGESTION_RATE_LIMIT: UNLIMITED,
  MESSAGE_RATE_LIMIT: UNLIMITED,
  KEY_RATE_LIMIT: UNLIMITED,
  CHAT_RATE_LIMIT: UNLIMITED,
  PLAN_CHATBOTS: '1000',
  CRAWL_DELAY_MS: '0',
};
const READY_WITHIN_MS = 180_000;
const PROXIED = ['EVENTSTORE_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL'] as const;
/** Read models of a service; each may be dropped. */
const READ_MODEL =
  /^(?:messages|conversations|chatbots|data_sources|accounts|sessions|widget_keys|daily_answers)\..*v\d+$/;

/** Collections in which MongoDB knows of read models beside their documents. */
const TOLD_BY = ['checkpoints', 'collections', 'active_versions'];

interface Stage {
  readonly random: Random;
  readonly server: RealEventStore;
  readonly installation: Installation;
  readonly ways: readonly TcpProxy[];
}

export class Chaos {
  readonly #stage: Stage;
  readonly #environment: Environment;
  readonly #nodes: (ServiceProcess | null)[] = NODES.map(() => null);
  readonly #counts = new Map<string, number>();

  private constructor(stage: Stage, environment: Environment) {
    this.#stage = stage;
    this.#environment = environment;
  }

  /** @param site host that the nodes may read */
  static async start(random: Random, site: string): Promise<Chaos> {
    const server = await RealEventStore.start({ durable: true });
    const installation = await newInstallation(server.url());
    const addresses: Record<string, string> = {};
    const ways: TcpProxy[] = [];
    for (const variable of PROXIED) {
      const engine = installation.environment[variable] ?? '';
      const way = await TcpProxy.before(engine);
      addresses[variable] = way.addressOf(engine);
      ways.push(way);
    }
    const environment = { ...LIMITS, CRAWL_ALLOW_HOSTS: site, ...installation.environment, ...addresses };
    const chaos = new Chaos({ random, server, installation, ways }, environment);
    await chaos.calm();
    return chaos;
  }

  get summary(): string {
    return [...this.#counts].map(([what, times]) => `${times} ${what}`).join(', ');
  }

  /** Address of a node at random. @throws NotAnswered when that one is not there */
  get address(): string {
    const node = this.#nodes[this.#stage.random.between(0, NODES.length - 1)] ?? null;
    if (node === null) throw new NotAnswered('The node was killed');
    return node.address;
  }

  async untilOver(isOver: () => boolean): Promise<void> {
    const { random } = this.#stage;
    const faults: Readonly<Record<string, () => Promise<void>>> = {
      'nodes killed': () => this.#killNode(),
      'nodes frozen': () => this.#freezeNode(),
      'kills of EventStoreDB': () => this.#killEventStore(),
      'freezes of EventStoreDB': () => this.#freezeEventStore(),
      'engines cut off': () => this.#cut('refused', random.between(500, 8_000)),
      'engines silent': () => this.#cut('silent', random.between(500, 8_000)),
      'connections dropped': () => this.#cut('refused', 0),
      'read models dropped': () => this.#dropReadModel(),
      'times all was dropped that tells of read models, with one of them': () => this.#dropReadModel(TOLD_BY),
      'indexes deleted': () => this.#deleteIndex(),
    };
    const names = Object.keys(faults);
    const startedAt = Date.now();
    const says = (text: string) => console.log(`${((Date.now() - startedAt) / 1000).toFixed(1)} s: ${text}`);
    while (!isOver()) {
      await pause(random.between(1_000, 8_000));
      const name = names[random.between(0, names.length - 1)] ?? '';
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
      says(name);
      await faults[name]?.();
      says(`${name}: over`);
    }
  }

  /** Everything runs again and is ready. @throws Error that says what is not */
  async calm(): Promise<void> {
    for (const way of this.#stage.ways) await way.restore();
    // At once: the last waits for one that projects.
    await Promise.all(NODES.map((_, place) => this.#startNode(place)));
    const endsAt = Date.now() + READY_WITHIN_MS;
    for (const node of this.#nodes) {
      for (let last = ''; ; await pause(250)) {
        const response = await fetch(`${node?.address}/readyz`).catch(() => null);
        if (response?.status === 200) break;
        last = (await response?.text()) ?? last;
        if (Date.now() > endsAt) throw new Error(`A node does not get ready: ${last}`);
      }
    }
  }

  /** Exit codes. Both look at the engines themselves. */
  async audit(): Promise<{ verify: number | null; replay: number | null }> {
    const environment = { ...this.#environment, ...this.#stage.installation.environment };
    const codes = [];
    for (const command of ['verify', 'replay']) {
      const { code, stdout, stderr } = await runProgram('src/cli/audit.ts', environment, undefined, [command]).exited;
      if (code !== 0) console.log(command, stdout, stderr);
      codes.push(code);
    }
    const [verify = null, replay = null] = codes;
    return { verify, replay };
  }

  /** Explains a failure by what MongoDB and the logs of the nodes tell. */
  async explain(): Promise<string> {
    for (const node of this.#nodes) node?.signal('SIGKILL');
    const said = await Promise.all(this.#nodes.map(async (node) => (await node?.exited)?.stdout.slice(-4_000) ?? ''));
    const { MONGODB_URL = '' } = this.#stage.installation.environment;
    const told = await withDatabase(MONGODB_URL, async (db) => ({
      names: (await db.listCollections().toArray()).map(({ name }) => name).toSorted(),
      rows: await Promise.all(TOLD_BY.map((name) => db.collection(name).find().toArray())),
    }));
    const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
    return [...said, JSON.stringify(told, asText)].join('\n\n');
  }

  async end(): Promise<void> {
    for (const node of this.#nodes) node?.signal('SIGKILL');
    await Promise.all(this.#nodes.map((node) => node?.exited));
    for (const way of this.#stage.ways) await way.close();
    await this.#stage.installation.remove();
    await this.#stage.server.remove();
  }

  async #startNode(place: number): Promise<void> {
    if (this.#nodes[place] !== null) return;
    this.#nodes[place] = await startServiceProcess({ ...this.#environment, ...NODES[place] });
  }

  async #killNode(): Promise<void> {
    const place = this.#stage.random.between(0, NODES.length - 1);
    const node = this.#nodes[place] ?? null;
    this.#nodes[place] = null;
    node?.signal('SIGKILL');
    const exit = await node?.exited;
    if (exit !== undefined && exit.signal !== 'SIGKILL') throw new Error(`A node ended by itself: ${exit.stderr}`);
    await this.#startNode(place);
  }

  async #freezeNode(): Promise<void> {
    const node = this.#nodes[this.#stage.random.between(0, NODES.length - 1)];
    node?.signal('SIGSTOP');
    await pause(this.#stage.random.between(500, 20_000));
    node?.signal('SIGCONT');
  }

  async #killEventStore(): Promise<void> {
    await this.#stage.server.kill();
    await pause(this.#stage.random.between(0, 3_000));
    // A busy machine gives it too little time now and then.
    for (let isUp = false; !isUp; ) {
      isUp = await this.#stage.server.startAgain().then(
        () => true,
        async () => this.#stage.server.kill().then(() => false),
      );
    }
  }

  async #freezeEventStore(): Promise<void> {
    this.#stage.server.freeze();
    await pause(this.#stage.random.between(500, 8_000));
    this.#stage.server.thaw();
  }

  async #cut(absence: Absence, forMs: number): Promise<void> {
    const way = this.#stage.ways[this.#stage.random.between(0, this.#stage.ways.length - 1)];
    await way?.cut(absence);
    await pause(forMs);
    await way?.restore();
  }

  /** @param others collections that are dropped with it */
  async #dropReadModel(others: readonly string[] = []): Promise<void> {
    const { MONGODB_URL = '' } = this.#stage.installation.environment;
    await withDatabase(MONGODB_URL, async (db) => {
      const names = (await db.listCollections().toArray())
        .map(({ name }) => name)
        .filter((name) => READ_MODEL.test(name));
      const name = names[this.#stage.random.between(0, names.length - 1)];
      console.log(`Drops ${[name, ...others]}`);
      for (const each of [name, ...others]) if (each !== undefined) await db.collection(each).drop();
    });
  }

  async #deleteIndex(): Promise<void> {
    const { ELASTICSEARCH_URL = '' } = this.#stage.installation.environment;
    const prefix = new URL(ELASTICSEARCH_URL).searchParams.get('prefix') ?? '';
    await removeIndices(engineUrl('ELASTICSEARCH_URL') ?? '', prefix);
  }
}
