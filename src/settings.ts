/** Values of environment variables, checked one by one. */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { similarName } from './lib/similar-name.ts';
import { MASTER_KEY_FORMAT, parseMasterKey } from './ports/keys.ts';
import type { Rate } from './ports/shared-settings/rates.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Collects faults. An empty variable counts as unset. */
export class Settings {
  readonly faults: string[] = [];
  readonly #environment: Environment;
  /** Names of the variables that were asked for. */
  readonly #known = new Set<string>();

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  fault(name: string, message: string): void {
    const text = `${name}: ${message}`;
    if (!this.faults.includes(text)) this.faults.push(text);
  }

  /** Variables that nothing reads and that look like a slip for one that does not count as set. */
  slips(): readonly string[] {
    const unset = [...this.#known].filter((name) => this.text(name) === null);
    return Object.keys(this.#environment).flatMap((name) => {
      const meant = this.#known.has(name) ? undefined : similarName(name, unset);
      return meant === undefined ? [] : [`${name} is not a setting and is ignored. Did you mean ${meant}?`];
    });
  }

  text(name: string): string | null {
    this.#known.add(name);
    const value = this.#environment[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }

  /** Reads the variable, or the file that `NAME_FILE` names. A fault never repeats the value. */
  secret(name: string): string | null {
    const file = this.text(`${name}_FILE`);
    if (file === null) return this.text(name);
    if (this.text(name) !== null) this.fault(name, `set either ${name} or ${name}_FILE, not both`);
    try {
      const content = readFileSync(file, 'utf8').trim();
      if (content === '') this.fault(`${name}_FILE`, `${file} is empty`);
      return content === '' ? null : content;
    } catch (error) {
      this.fault(`${name}_FILE`, `${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`);
      return null;
    }
  }

  /** Absolute path of a folder. Only shells replace `~`: from a file of variables it would name a folder `~`. */
  folder(name: string, fallback: string): string {
    const path = this.text(name) ?? fallback;
    const absolute = resolve(path);
    if (path.startsWith('~')) {
      // Earlier releases used such a folder. Whoever wrote the path that was meant would start without its data.
      const present = existsSync(absolute) ? `. Earlier releases took it for ${absolute}, which is there` : '';
      this.fault(name, `${path} begins with ~, which only shells replace: write the whole path${present}`);
    }
    return absolute;
  }

  /** Path of an executable file. */
  program(name: string): string | null {
    const path = this.text(name);
    if (path === null) return null;
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch {
      // Reported below.
    }
    this.fault(name, `${path} is not an executable file`);
    return null;
  }

  masterKey(name: string): string | null {
    const text = this.secret(name);
    if (text !== null && parseMasterKey(text) === null) this.fault(name, `must be ${MASTER_KEY_FORMAT}`);
    return text;
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = Number(text);
    if (/^\d{1,15}$/.test(text) && value >= least && value <= most) return value;
    this.fault(name, `${text} is not a whole number from ${least} to ${most}`);
    return fallback;
  }

  boolean(name: string, fallback: boolean): boolean {
    return this.oneOf(name, ['true', 'false'], fallback ? 'true' : 'false') === 'true';
  }

  oneOf<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = values.find((candidate) => candidate === text.toLowerCase());
    if (value === undefined) this.fault(name, `${text} is not one of ${values.join(', ')}`);
    return value ?? fallback;
  }

  /** Comma-separated entries. */
  list(name: string): readonly string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  }

  /** `count/seconds` */
  rate(name: string, fallback: Rate): Rate {
    const text = this.text(name);
    if (text === null) return fallback;
    const [, count, seconds] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
    if (Number(count) >= 1 && Number(seconds) >= 1) return { count: Number(count), seconds: Number(seconds) };
    this.fault(name, `${text} is not a rate such as ${fallback.count}/${fallback.seconds} (count/seconds)`);
    return fallback;
  }

  url(name: string): string | null {
    const text = this.text(name);
    if (text === null) return null;
    if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, '');
    this.fault(name, `${text} is not an http or https URL`);
    return null;
  }

  /** A fault never repeats the URL, since it may hold a password. */
  storeUrl(name: string, protocol: RegExp): string | null {
    const text = this.secret(name);
    if (text === null) return null;
    const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(text)?.[0].toLowerCase() ?? '';
    if (protocol.test(scheme)) {
      if (!namesHosts(text)) this.fault(name, 'has no host, or an invalid host or port');
      return text;
    }
    this.fault(name, scheme === '' ? 'is not a URL' : `does not support ${scheme}// URLs`);
    return null;
  }

  origin(name: string): string | null {
    const text = this.text(name);
    return text === null ? null : this.checkedOrigin(name, text);
  }

  /** Scheme, host and port, as browsers send them in Origin. */
  checkedOrigin(name: string, text: string): string | null {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '') return url.origin;
    this.fault(name, `${text} is not an origin such as https://example.com`);
    return null;
  }

  checkHostAndPort(entry: string): boolean {
    const valid = /^[^\s/?#@\\]+:\d{1,5}$/.test(entry) && URL.canParse(`http://${entry}`);
    if (!valid) this.fault('CRAWL_ALLOW_HOSTS', `${entry} is not host:port`);
    return valid;
  }
}

/** True when a URL has one or more hosts, separated by commas, each with a valid port or none. */
function namesHosts(url: string): boolean {
  // Connection strings of EventStoreDB have no fragment, so that a password may hold `#`, and may have spaces between hosts.
  const isEventStore = /^(?:esdb|k)/i.test(url);
  const [, authority = ''] = (isEventStore ? /:\/\/([^/?]*)/ : /:\/\/([^/?#]*)/).exec(url) ?? [];
  const hosts = authority.slice(authority.lastIndexOf('@') + 1).split(isEventStore ? /\s*,\s*/ : ',');
  return hosts.every((host) => {
    const [, port = '1'] = /^(?:\[[^\s\]]+\]|[^\s:#[\]]+)(?::(\d{1,5}))?$/.exec(host) ?? [undefined, '0'];
    return Number(port) >= 1 && Number(port) <= 65_535;
  });
}
