/** Three real nodes of EventStoreDB that elect a leader, with TLS and a login. Each advertises itself by its address. */
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Certificates } from '../../servers/certificates.ts';
import { freePort } from '../../servers/free-port.ts';
import { HOST, RealEventStore, type RealServerOptions } from './real-server.ts';

const NODES = 3;
const ELECTED_WITHIN_MS = 60_000;
const ASK_AGAIN_MS = 100;

interface Member {
  readonly state: string;
  readonly isAlive: boolean;
  readonly httpEndPointPort: number;
}

export class RealCluster {
  readonly nodes: readonly RealEventStore[];
  readonly #certificates: Certificates;

  private constructor(nodes: readonly RealEventStore[], certificates: Certificates) {
    this.nodes = nodes;
    this.#certificates = certificates;
  }

  /** It has a leader once the promise settles. */
  static async start(secured: NonNullable<RealServerOptions['secured']>): Promise<RealCluster> {
    const ports = await Promise.all(Array.from({ length: NODES }, freePort));
    const starts = ports.map((port) =>
      RealEventStore.start({ port, others: ports.filter((other) => other !== port), secured }),
    );
    const started = await Promise.allSettled(starts);
    const nodes = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    const cluster = new RealCluster(nodes, secured.certificates);
    try {
      await Promise.all(starts);
      await cluster.leader();
      return cluster;
    } catch (error) {
      await cluster.remove();
      throw error;
    }
  }

  /** To find the leader by asking any of the nodes. */
  url(login: string): string {
    const seeds = this.nodes.map(({ port }) => `${HOST}:${port}`);
    return `esdb://${login}@${seeds}?tlsCaFile=${encodeURIComponent(this.#certificates.authority)}`;
  }

  /** Waits until the nodes that run agree on one, and everybody else follows it. */
  async leader(): Promise<RealEventStore> {
    const late = performance.now() + ELECTED_WITHIN_MS;
    for (;;) {
      const running = this.nodes.filter(({ isRunning }) => isRunning);
      const told = await Promise.all(running.map((node) => this.#leaderToldBy(node, running.length).catch(() => null)));
      const leader = running.find(({ port }) => told.every((one) => one === port));
      if (leader !== undefined) return leader;
      if (performance.now() > late) throw new Error('The cluster elected no leader');
      await pause(ASK_AGAIN_MS);
    }
  }

  async remove(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.remove()));
  }

  async #leaderToldBy(node: RealEventStore, running: number): Promise<number | null> {
    const ca = readFileSync(this.#certificates.authority);
    const members = await new Promise<readonly Member[]>((resolve, reject) => {
      const asked = get({ host: HOST, port: node.port, path: '/gossip', ca, timeout: 1000 });
      asked.on('response', (response) => {
        json(response).then((gossip) => resolve((gossip as { members: readonly Member[] }).members), reject);
      });
      asked.on('timeout', () => asked.destroy(new Error('timeout')));
      asked.on('error', reject);
    });
    const settled = members.filter(({ isAlive, state }) => isAlive && /^(?:Leader|Follower)$/.test(state));
    if (settled.length !== running) return null;
    return settled.find(({ state }) => state === 'Leader')?.httpEndPointPort ?? null;
  }
}
