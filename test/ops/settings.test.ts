/** Every variable that `ops/` sets is a setting of the service. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const documented = new Set(
  [...readFileSync('docs/configuration.md', 'utf8').matchAll(/`([A-Z][A-Z_]+)`/g)].flatMap(([, name = '']) => name),
);
/** Node's own and systemd's. */
const OTHERS = new Set(['NODE_ENV', 'NODE_OPTIONS', 'NO_COLOR']);

/** Names set as `NAME=value` and, in manifests, as keys and as `name: NAME`. */
const SETTINGS = /^(?:\s*Environment=)?\s*#?\s*(?:- name: )?"?([A-Z][A-Z]+(?:_[A-Z]+)*)"?(?:[=:]|$)/;
const files = readdirSync('ops', { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(?:\.env|\.service|\.ya?ml|\.md|\.properties)$/.test(name),
);
const settings = files.flatMap((file) =>
  readFileSync(join('ops', file), 'utf8')
    .split('\n')
    .flatMap((line) => SETTINGS.exec(line)?.[1] ?? [])
    .map((name) => [file, name] as const),
);

it('every setting in ops/ is documented', () => {
  expect(settings.length).toBeGreaterThan(3);
  const unknown = settings.filter(([, name]) => !OTHERS.has(name) && !documented.has(name.replace(/_FILE$/, '')));
  expect(unknown).toEqual([]);
});

it('Docker Compose passes on every setting but those of the container', () => {
  const rows = readFileSync('docs/configuration.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \|/gm);
  const ofTheContainer = ['HOST', 'PORT', 'DATA_DIR', 'ROLES', 'EVENTSTORE_PREFIX', 'NEW_MASTER_KEY'];
  const others = new Set([...ofTheContainer, 'CHROMIUM_PATH', 'CHROMIUM_SANDBOX']);
  const wanted = [...rows].flatMap(([, name = '']) => (others.has(name) ? [] : [name]));
  const compose = readFileSync('docker-compose.yml', 'utf8');
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter((name) => !new RegExp(`^  ${name}(?:_FILE)?: `, 'm').test(compose))).toEqual([]);
});

it('the examples name settings of proxies that the service has', () => {
  for (const file of ['ops/nginx/chatledger.conf', 'ops/caddy/Caddyfile']) {
    const named = [...readFileSync(file, 'utf8').matchAll(/\b([A-Z]+_[A-Z]+)\b/g)].flatMap(([, name = '']) => name);
    const own = named.filter((name) => /^(?:PUBLIC|TRUST)_/.test(name));
    expect(own.length).toBeGreaterThan(1);
    for (const name of own) expect(documented).toContain(name);
  }
});
