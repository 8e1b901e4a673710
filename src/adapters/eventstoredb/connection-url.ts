/**
 * Parses `esdb[+discover]://[user:password@]host[:port][,host[:port]…][?option=value&…]`, also with `kurrentdb`, `kurrent`,
 * `kdb`. The client's own parser prints what it does not understand, passwords included.
 */
import { isPrefix, PREFIX_FORMAT } from './shared-server.ts';

const DEFAULT_PORT = 2113;
const CONNECTION_STRING =
  /^(?:esdb|kurrentdb|kurrent|kdb)(?<discover>\+discover)?:\/\/(?<authority>[^/?]*)\/?(?:\?(?<options>.*))?$/i;
const NODE_PREFERENCES = ['leader', 'follower', 'read_only_replica', 'random'] as const;

/** The message repeats only names of options and files, as the URL may hold a password. */
export class EventStoreUrlInvalid extends TypeError {
  override readonly name = 'EventStoreUrlInvalid';
  constructor(fault: string) {
    super(`EVENTSTORE_URL: ${fault}`);
  }
}

export interface ConnectionSettings {
  readonly endpoints: readonly { readonly address: string; readonly port: number }[];
  /** Finds the nodes of a cluster by DNS and gossip. */
  readonly discover: boolean;
  readonly tls: boolean;
  readonly verifyCertificate: boolean;
  readonly credentials: { readonly username: string; readonly password: string } | null;
  /** Paths of PEM files. */
  readonly caFile: string | null;
  readonly userCertificate: { readonly certFile: string; readonly keyFile: string } | null;
  readonly connectionName: string | null;
  /** Under their names in the client. Times in ms, `gossipTimeout` in s. */
  readonly client: ClientSettings;
  /** Milliseconds. */
  readonly deadlineMs: number | null;
  /** Empty unless several services share the server. */
  readonly prefix: string;
}

interface ClientSettings {
  readonly nodePreference?: (typeof NODE_PREFERENCES)[number];
  readonly discoveryInterval?: number;
  readonly gossipTimeout?: number;
  readonly maxDiscoverAttempts?: number;
  readonly keepAliveInterval?: number;
  readonly keepAliveTimeout?: number;
}

/** @throws EventStoreUrlInvalid */
export function parseConnectionUrl(text: string): ConnectionSettings {
  const parts = CONNECTION_STRING.exec(text.trim())?.groups;
  if (parts === undefined)
    throw new EventStoreUrlInvalid('Not a connection string of the form esdb://host:port?option=value');
  const authority = parts.authority ?? '';
  const at = authority.lastIndexOf('@');
  const options = new Options(parts.options ?? '');
  const settings: ConnectionSettings = {
    endpoints: authority
      .slice(at + 1)
      .split(',')
      .map(endpoint),
    discover: parts.discover !== undefined,
    tls: options.flag('tls') ?? true,
    verifyCertificate: options.flag('tlsVerifyCert') ?? true,
    credentials: at === -1 ? null : credentials(authority.slice(0, at)),
    caFile: options.text('tlsCaFile'),
    userCertificate: userCertificate(options.text('userCertFile'), options.text('userKeyFile')),
    connectionName: options.text('connectionName'),
    client: clientSettings(options),
    deadlineMs: options.integer('defaultDeadline', 1),
    prefix: prefixOf(options.text('prefix') ?? ''),
  };
  options.text('throwOnAppendFailure');
  options.refuseUnknown();
  return settings;
}

function prefixOf(text: string): string {
  if (isPrefix(text)) return text;
  throw new EventStoreUrlInvalid(`prefix of the connection string is ${PREFIX_FORMAT}`);
}

function endpoint(text: string): ConnectionSettings['endpoints'][number] {
  const parts = /^(?<address>[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(?::(?<port>\d{1,5}))?$/.exec(text.trim())?.groups;
  const port = Number(parts?.port ?? DEFAULT_PORT);
  if (parts?.address === undefined || port < 1 || port > 65_535) {
    throw new EventStoreUrlInvalid('The connection string has an invalid host or port');
  }
  return { address: parts.address, port };
}

function credentials(text: string): { username: string; password: string } {
  const colon = text.indexOf(':');
  if (colon < 1) throw new EventStoreUrlInvalid('The credentials of the connection string must be user:password');
  return { username: decoded(text.slice(0, colon)), password: decoded(text.slice(colon + 1)) };
}

function userCertificate(certFile: string | null, keyFile: string | null): ConnectionSettings['userCertificate'] {
  if (certFile !== null && keyFile !== null) return { certFile, keyFile };
  if (certFile === null && keyFile === null) return null;
  throw new EventStoreUrlInvalid('userCertFile and userKeyFile of the connection string must be set together');
}

function clientSettings(options: Options): ClientSettings {
  const settings: { -readonly [Name in keyof ClientSettings]: ClientSettings[Name] } = {};
  const preference = options.text('nodePreference');
  if (preference !== null) {
    const known = NODE_PREFERENCES.find((name) => normalized(name) === normalized(preference));
    if (known === undefined) throw new EventStoreUrlInvalid(`nodePreference is one of ${NODE_PREFERENCES.join(', ')}`);
    settings.nodePreference = known;
  }
  for (const name of ['discoveryInterval', 'gossipTimeout', 'maxDiscoverAttempts'] as const) {
    const value = options.integer(name, 1);
    if (value !== null) settings[name] = value;
  }
  for (const name of ['keepAliveInterval', 'keepAliveTimeout'] as const) {
    const value = options.integer(name, -1);
    if (value !== null) settings[name] = value;
  }
  return settings;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new EventStoreUrlInvalid('The connection string holds a malformed %-escape');
  }
}

/** Ignores case, `-` and `_`. */
function normalized(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

/** Each option is removed when read; the rest are unknown. */
class Options {
  readonly #unread = new Map<string, { readonly name: string; readonly value: string }>();

  constructor(text: string) {
    for (const pair of text.split('&').filter((part) => part !== '')) {
      const equals = pair.indexOf('=');
      if (equals < 1) throw new EventStoreUrlInvalid('The options of the connection string must be name=value');
      const name = pair.slice(0, equals);
      this.#unread.set(normalized(name), { name, value: decoded(pair.slice(equals + 1)).trim() });
    }
  }

  text(name: string): string | null {
    const found = this.#unread.get(normalized(name));
    this.#unread.delete(normalized(name));
    return found?.value ?? null;
  }

  flag(name: string): boolean | null {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return null;
    if (value !== 'true' && value !== 'false')
      throw new EventStoreUrlInvalid(`${name} of the connection string is true or false`);
    return value === 'true';
  }

  integer(name: string, min: number): number | null {
    const value = this.text(name);
    if (value === null) return null;
    const number = /^-?\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= min)) throw new EventStoreUrlInvalid(`${name} of the connection string must be ${min} or more`);
    return number;
  }

  refuseUnknown(): void {
    const [unknown] = this.#unread.values();
    if (unknown !== undefined) {
      const name = unknown.name.slice(0, 40).replace(/[^\w.-]/g, '?');
      throw new EventStoreUrlInvalid(`The connection string has an unknown option: ${name}`);
    }
  }
}
