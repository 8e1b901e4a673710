/**
 * Reads a connection string of EventStoreDB or KurrentDB. The client's own parser is not used: what it does not understand it
 * prints, password and all.
 *
 * Form: `esdb[+discover]://[user:password@]host[:port][,host[:port]…][?option=value&…]`, also with `kurrentdb`, `kurrent`, `kdb`.
 */

const defaultPort = 2113;
const form =
  /^(?:esdb|kurrentdb|kurrent|kdb)(?<discover>\+discover)?:\/\/(?<authority>[^/?]*)\/?(?:\?(?<options>.*))?$/i;
const nodePreferences = ['leader', 'follower', 'read_only_replica', 'random'] as const;

export interface ConnectionSettings {
  readonly endpoints: readonly { readonly address: string; readonly port: number }[];
  /** Find the cluster's nodes by DNS and gossip. */
  readonly discover: boolean;
  readonly tls: boolean;
  readonly verifyCertificate: boolean;
  readonly credentials: { readonly username: string; readonly password: string } | null;
  /** Paths of PEM files. */
  readonly caFile: string | null;
  readonly userCertificate: { readonly certFile: string; readonly keyFile: string } | null;
  readonly connectionName: string | null;
  /** How the client looks for nodes and keeps its connection, in its own names; times in ms, `gossipTimeout` in s. */
  readonly client: ClientSettings;
  /** Milliseconds; null when the string does not say. */
  readonly deadlineMs: number | null;
}

interface ClientSettings {
  readonly nodePreference?: (typeof nodePreferences)[number];
  readonly discoveryInterval?: number;
  readonly gossipTimeout?: number;
  readonly maxDiscoverAttempts?: number;
  readonly keepAliveInterval?: number;
  readonly keepAliveTimeout?: number;
}

/** @throws TypeError that says what is wrong without repeating any of the string but the names of options. */
export function parseConnectionUrl(text: string): ConnectionSettings {
  const parts = form.exec(text.trim())?.groups;
  if (parts === undefined) throw new TypeError('Not a connection string of the form esdb://host:port?option=value');
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
  };
  options.text('throwOnAppendFailure');
  options.refuseOthers();
  return settings;
}

function endpoint(text: string): ConnectionSettings['endpoints'][number] {
  const parts = /^(?<address>[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(?::(?<port>\d{1,5}))?$/.exec(text.trim())?.groups;
  const port = Number(parts?.port ?? defaultPort);
  if (parts?.address === undefined || port < 1 || port > 65_535) {
    throw new TypeError('The connection string names a host or port that is none');
  }
  return { address: parts.address, port };
}

function credentials(text: string): { username: string; password: string } {
  const colon = text.indexOf(':');
  if (colon < 1) throw new TypeError('The credentials of the connection string must be user:password');
  return { username: decoded(text.slice(0, colon)), password: decoded(text.slice(colon + 1)) };
}

function userCertificate(certFile: string | null, keyFile: string | null): ConnectionSettings['userCertificate'] {
  if (certFile !== null && keyFile !== null) return { certFile, keyFile };
  if (certFile === null && keyFile === null) return null;
  throw new TypeError('userCertFile and userKeyFile of the connection string need each other');
}

function clientSettings(options: Options): ClientSettings {
  const settings: { -readonly [Name in keyof ClientSettings]: ClientSettings[Name] } = {};
  const preference = options.text('nodePreference');
  if (preference !== null) {
    const known = nodePreferences.find((name) => flat(name) === flat(preference));
    if (known === undefined) throw new TypeError(`nodePreference is one of ${nodePreferences.join(', ')}`);
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
    throw new TypeError('The connection string holds a malformed %-escape');
  }
}

/** Names of options are the same in any case, with or without `-` and `_`. */
function flat(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

/** The options of a string, each taken once by its name; what nobody took is unknown. */
class Options {
  readonly #left = new Map<string, { readonly name: string; readonly value: string }>();

  constructor(text: string) {
    for (const pair of text.split('&').filter((part) => part !== '')) {
      const equals = pair.indexOf('=');
      if (equals < 1) throw new TypeError('The options of the connection string must be name=value');
      const name = pair.slice(0, equals);
      this.#left.set(flat(name), { name, value: decoded(pair.slice(equals + 1)).trim() });
    }
  }

  text(name: string): string | null {
    const found = this.#left.get(flat(name));
    this.#left.delete(flat(name));
    return found?.value ?? null;
  }

  flag(name: string): boolean | null {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return null;
    if (value !== 'true' && value !== 'false') throw new TypeError(`${name} of the connection string is true or false`);
    return value === 'true';
  }

  integer(name: string, least: number): number | null {
    const value = this.text(name);
    if (value === null) return null;
    const number = /^-?\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= least)) throw new TypeError(`${name} of the connection string must be ${least} or more`);
    return number;
  }

  refuseOthers(): void {
    const [unknown] = this.#left.values();
    if (unknown !== undefined) {
      const name = unknown.name.slice(0, 40).replace(/[^\w.-]/g, '?');
      throw new TypeError(`The connection string has an unknown option: ${name}`);
    }
  }
}
