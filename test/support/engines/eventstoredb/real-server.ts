/**
 * A real EventStoreDB, started from the program that EVENTSTOREDB_PROGRAM names: a server of a test's own, that may be killed, that asks
 * for TLS and a login, or that is one of a cluster.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Certificates } from '../../servers/certificates.ts';
import { freePort } from '../../servers/free-port.ts';
import { engineUrl } from '../engine-url.ts';

export const HOST = '127.0.0.1';
const LIVE_WITHIN_MS = 60_000;
const ASK_AGAIN_MS = 25;
const MAX_RESTARTS = 3;
/** When a server does not start: warnings and errors, then whatever it said last. */
const LINES_SHOWN = 20;
const SETTINGS = {
  DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1',
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  DOTNET_gcServer: '0',
  EVENTSTORE_TELEMETRY_OPTOUT: 'true',
};
/** Enough for a test, and a quarter of the memory. */
const SMALL = ['--stream-existence-filter-size=10000', '--chunk-size=33554432', '--chunks-cache-size=67108864'];
/** Ends the server as it is told, and kills it when whoever started it is gone. */
const KEEPER = '"$@" >/dev/null 2>&1 & echo $!; read how || how=KILL; kill "-$how" $!; wait $!';

export interface RealServerOptions {
  /** Keeps the data on disk, so that they are there after a kill. Default: in memory. */
  readonly durable?: boolean;
  /** With TLS and a login: `admin` with this password. Default: neither. */
  readonly secured?: { readonly certificates: Certificates; readonly password: string };
  /** Ports of the cluster's other nodes. Default: a server that stands alone. */
  readonly others?: readonly number[];
  /** Default: one that is free. */
  readonly port?: number;
}

class EndedAsItStarted extends Error {
  override readonly name = 'EndedAsItStarted';
}

export class RealEventStore {
  readonly port: number;
  readonly #arguments: readonly string[];
  readonly #secured: RealServerOptions['secured'];
  readonly #directory: string;
  readonly #isNode: boolean;
  #keeper: ChildProcess | null = null;
  #processId = 0;

  private constructor(port: number, replicationPort: number, directory: string, options: RealServerOptions) {
    const { durable = false, secured, others = [] } = options;
    this.port = port;
    this.#directory = directory;
    this.#secured = secured;
    this.#isNode = others.length > 0;
    this.#arguments = [
      ...[`--node-ip=${HOST}`, `--node-port=${port}`, `--replication-ip=${HOST}`],
      ...[`--replication-port=${replicationPort}`, `--log=${join(directory, 'logs')}`, ...SMALL],
      ...(durable ? [`--db=${join(directory, 'db')}`] : ['--mem-db']),
      ...(secured === undefined ? ['--insecure'] : tlsArguments(secured.certificates)),
      ...(others.length === 0 ? [] : clusterArguments(others)),
    ];
  }

  /** It answers once the promise settles; a node of a cluster may have no leader yet. */
  static async start(options: RealServerOptions = {}): Promise<RealEventStore> {
    const [port, replicationPort] = [options.port ?? (await freePort()), await freePort()];
    const server = new RealEventStore(port, replicationPort, mkdtempSync(join(tmpdir(), 'eventstoredb-')), options);
    try {
      await server.startAgain();
      return server;
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  get isRunning(): boolean {
    return this.#keeper !== null;
  }

  /** To connect to this very port. @param login `user:password`, where the server asks for one */
  url(login?: string): string {
    if (this.#secured === undefined) return `esdb://${HOST}:${this.port}?tls=false`;
    const { authority } = this.#secured.certificates;
    const who = login === undefined ? '' : `${login}@`;
    return `esdb://${who}${HOST}:${this.port}?tlsCaFile=${encodeURIComponent(authority)}`;
  }

  /** On the same port, with the data on disk. A cluster node that exits while it starts is started again, as a supervisor would. */
  async startAgain(): Promise<void> {
    for (let left = this.#isNode ? MAX_RESTARTS : 0; ; left -= 1) {
      try {
        return await this.#startOnce();
      } catch (error) {
        if (left === 0 || !(error instanceof EndedAsItStarted)) throw error;
      }
    }
  }

  async #startOnce(): Promise<void> {
    const program = engineUrl('EVENTSTOREDB_PROGRAM');
    if (program === null) throw new Error('EVENTSTOREDB_PROGRAM is not set');
    // Nothing else of our environment: the server takes whatever begins with EVENTSTORE_ for an option of its own.
    const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
    const password = this.#secured === undefined ? {} : { EVENTSTORE_DEFAULT_ADMIN_PASSWORD: this.#secured.password };
    const keeper = spawn('/bin/sh', ['-c', KEEPER, 'keeper', program, ...this.#arguments], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH, HOME, TMPDIR, ...SETTINGS, ...password },
    });
    keeper.stdin.on('error', () => undefined);
    this.#keeper = keeper;
    const [processId] = (await once(keeper.stdout, 'data')) as [Buffer];
    this.#processId = Number(processId);
    await this.#untilLive(this.#processId);
  }

  /** It keeps its connections, and answers nothing until it is thawed. */
  freeze(): void {
    process.kill(this.#processId, 'SIGSTOP');
  }

  thaw(): void {
    process.kill(this.#processId, 'SIGCONT');
  }

  /** Ends the server as a power cut would. */
  kill(): Promise<void> {
    return this.#end('KILL');
  }

  /** Ends it gracefully. */
  stop(): Promise<void> {
    return this.#end('TERM');
  }

  /** Ends the server and removes its data. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  async #end(how: 'KILL' | 'TERM'): Promise<void> {
    const keeper = this.#keeper;
    this.#keeper = null;
    if (keeper === null || keeper.exitCode !== null) return;
    const ended = once(keeper, 'exit');
    keeper.stdin?.end(`${how}\n`);
    await ended;
  }

  async #untilLive(processId: number): Promise<void> {
    const late = performance.now() + LIVE_WITHIN_MS;
    while (!(await this.#isLive())) {
      const ended = !isRunning(processId);
      if (ended || performance.now() > late) {
        await this.kill();
        const about = `${this.#arguments.join(' ')}\n${this.#lastLogged()}`;
        if (ended) throw new EndedAsItStarted(`EventStoreDB ended as it started: ${about}`);
        throw new Error(`EventStoreDB did not answer within ${LIVE_WITHIN_MS / 1000} s: ${about}`);
      }
      await pause(ASK_AGAIN_MS);
    }
  }

  #lastLogged(): string {
    const folder = join(this.#directory, 'logs');
    if (!existsSync(folder)) return 'It has no log.';
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /log.*\.json$/.test(name),
    );
    const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
    const telling = lines.filter((line) => !/"@l":"(?:Information|Debug)"/.test(line));
    return [...telling.slice(-LINES_SHOWN), ...lines.slice(-LINES_SHOWN)].join('\n');
  }

  #isLive(): Promise<boolean> {
    const place = { host: HOST, port: this.port, path: '/health/live', timeout: 1000 };
    return new Promise((resolve) => {
      const asked =
        this.#secured === undefined
          ? getHttp(place)
          : getHttps({ ...place, ca: readFileSync(this.#secured.certificates.authority) });
      asked.on('response', (response) => {
        response.resume();
        resolve(response.statusCode === 204);
      });
      asked.on('timeout', () => asked.destroy(new Error('timeout')));
      asked.on('error', () => resolve(false));
    });
  }
}

function tlsArguments({ authorityFolder, certificate, key }: Certificates): readonly string[] {
  return [
    `--certificate-file=${certificate}`,
    `--certificate-private-key-file=${key}`,
    `--trusted-root-certificates-path=${authorityFolder}`,
  ];
}

/** Quicker to notice a dead node than a cluster over a real network should be. */
function clusterArguments(others: readonly number[]): readonly string[] {
  return [
    `--cluster-size=${others.length + 1}`,
    '--discover-via-dns=false',
    `--gossip-seed=${others.map((port) => `${HOST}:${port}`).join(',')}`,
    '--gossip-interval-ms=500',
    '--gossip-timeout-ms=1000',
  ];
}

/** One that has ended, and that its keeper has not noticed, still has its number. */
function isRunning(processId: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${processId}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
