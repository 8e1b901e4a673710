/** nginx and Caddy with their configuration as shipped: addresses, certificate and folders are those of the test, and nothing else. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programPath } from '../../support/programs.ts';
import type { Certificates } from '../../support/servers/certificates.ts';
import { freePort } from '../../support/servers/free-port.ts';

const START_WITHIN_MS = 30_000;

export interface ProxyPlace {
  /** Folder for the proxy's own files. */
  readonly directory: string;
  readonly certificates: Certificates;
  /** Host and port of the service. */
  readonly upstream: string;
}

export interface RunningProxy {
  /** `https://localhost:<port>` */
  readonly address: string;
  /** `http://localhost:<port>` */
  readonly plainAddress: string;
  /** Resolves when the configuration was read again and new connections are served by it. */
  reload(): Promise<void>;
  /** Text of the access log, empty where the configuration keeps none. */
  accessLog(): string;
  stop(): Promise<void>;
}

export type StartProxy = (place: ProxyPlace) => Promise<RunningProxy>;

/** @throws Error when the file does not say it: it has changed, and this substitution with it must */
function substituted(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The configuration does not say ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}

/** A server in the foreground. @param ready what it says on standard error once it listens */
async function runServer(program: string, words: readonly string[], ready: RegExp, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const says = async (pattern: RegExp, from = 0): Promise<void> => {
    const late = AbortSignal.timeout(START_WITHIN_MS);
    while (!pattern.test(said.slice(from))) {
      if (child.exitCode !== null) throw new Error(`${program} ended:\n${said}`);
      await Promise.race([once(child.stderr, 'data', { signal: late }), once(child, 'close', { signal: late })]);
    }
  };
  await says(ready);
  return { child, says, said: () => said };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

export const startNginx: StartProxy = async ({ directory, certificates, upstream }) => {
  const [tls, plain] = [await freePort(), await freePort()];
  const log = join(directory, 'access.log');
  const site = substituted(readFileSync('ops/nginx/chatledger.conf', 'utf8'), [
    ['listen [::]:443 ssl http2;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${tls} ssl http2;`],
    ['listen [::]:80;', ''],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['chat.example.com;', 'localhost;'],
    ['/etc/letsencrypt/live/chat.example.com/fullchain.pem', certificates.certificate],
    ['/etc/letsencrypt/live/chat.example.com/privkey.pem', certificates.key],
    ['/var/log/nginx/chatledger.log', log],
    ['127.0.0.1:3000', upstream],
  ]);
  writeFileSync(join(directory, 'chatledger.conf'), site);
  // As Debian's nginx.conf, in folders of the test's own.
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(directory, name)};`,
  );
  const main = `daemon off; pid ${join(directory, 'nginx.pid')}; error_log stderr notice; worker_processes 1;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 256; }
    http { ${temporary.join(' ')} gzip on; include ${join(directory, 'chatledger.conf')}; }\n`;
  writeFileSync(join(directory, 'nginx.conf'), main);
  const words = ['-p', directory, '-c', join(directory, 'nginx.conf'), '-e', 'stderr'];
  const { child, says, said } = await runServer(programPath('nginx') ?? '', words, /start worker process \d/);
  return {
    address: `https://localhost:${tls}`,
    plainAddress: `http://localhost:${plain}`,
    async reload() {
      const from = said().length;
      child.kill('SIGHUP');
      await says(/start worker process \d/, from);
    },
    accessLog: () => readFileSync(log, 'utf8'),
    stop: () => end(child),
  };
};

export const startCaddy: StartProxy = async ({ directory, certificates, upstream }) => {
  const [tls, plain] = [await freePort(), await freePort()];
  const configuration = join(directory, 'Caddyfile');
  const site = substituted(readFileSync('ops/caddy/Caddyfile', 'utf8'), [
    [
      'unix//var/lib/caddy/admin.sock',
      `unix/${join(directory, 'admin.sock')}\n\thttp_port ${plain}\n\thttps_port ${tls}`,
    ],
    ['chat.example.com {', `localhost {\n\ttls ${certificates.certificate} ${certificates.key}`],
    ['127.0.0.1:3000', upstream],
  ]);
  writeFileSync(configuration, site);
  const program = programPath('caddy') ?? '';
  const home = join(directory, 'home');
  mkdirSync(home);
  const env = { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const words = ['--config', configuration, '--adapter', 'caddyfile'];
  const { child } = await runServer(program, ['run', ...words], /serving initial configuration/, env);
  return {
    address: `https://localhost:${tls}`,
    plainAddress: `http://localhost:${plain}`,
    async reload() {
      await promisify(execFile)(program, ['reload', '--force', ...words], { env: { ...process.env, ...env } });
    },
    accessLog: () => '',
    stop: () => end(child),
  };
};
