/** Configuration: environment variables, read here and nowhere else, all faults told at once. */
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { MASTER_KEY_FORM, readMasterKey } from './ports/keys.ts';

/** So many in so many seconds. */
export interface Rate {
  readonly count: number;
  readonly seconds: number;
}

export interface Config {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Origin under which the service is reached from outside, without a slash at its end. */
  readonly publicUrl: string;
  /** Absolute. Where the embedded stores are. */
  readonly dataDir: string;
  /** What this process does; all of it unless told otherwise. */
  readonly roles: readonly Role[];
  /** Each null: that store is embedded. They may hold credentials. */
  readonly eventStoreUrl: string | null;
  readonly mongoUrl: string | null;
  readonly elasticsearchUrl: string | null;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Origins besides our own whose pages may use a session. */
  readonly webOrigins: readonly string[];
  /** Whether `X-Forwarded-For` comes from a proxy of ours. */
  readonly trustProxy: boolean;
  /** Null: generated once and kept in `dataDir`. */
  readonly masterKey: string | null;
  /** Null: answers are extractive. */
  readonly openai: {
    readonly apiKey: string | null;
    readonly baseUrl: string | null;
    readonly embeddingModel: string;
    readonly embeddingDimensions: number | null;
  } | null;
  readonly planChatbots: number;
  /** Visitors' messages a calendar month. */
  readonly planMessages: number;
  readonly rates: {
    readonly auth: Rate;
    readonly ingestion: Rate;
    readonly message: Rate;
    readonly key: Rate;
    readonly chat: Rate;
  };
  readonly crawl: { readonly maxPages: number; readonly delayMs: number; readonly allowHosts: readonly string[] };
  /** Null: pages are read as they come, without running their scripts. */
  readonly chromium: { readonly executablePath: string; readonly sandbox: boolean } | null;
  /** YouTube, or what speaks like it; without a slash at its end. */
  readonly youTubeUrl: string;
}

export const YOUTUBE_URL = 'https://www.youtube.com';

const ROLES = ['http', 'projector', 'ingestion', 'scheduler'] as const;
export type Role = (typeof ROLES)[number];

export type ReadConfig =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly faults: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Reads the process's environment. A secret may come from a file: `NAME_FILE`.
 * @param defaults for what the environment does not set
 */
export function readConfig(defaults: Environment = {}, environment: Environment = process.env): ReadConfig {
  const settings = new Settings({ ...defaults, ...environment });
  const port = settings.integer('PORT', 3000, 0, 65_535);
  const config: Config = {
    host: settings.text('HOST') ?? '127.0.0.1',
    port,
    publicUrl: settings.origin('PUBLIC_URL') ?? `http://localhost:${port}`,
    dataDir: resolve(settings.text('DATA_DIR') ?? 'data'),
    roles: rolesOf(settings),
    eventStoreUrl: settings.storeUrl('EVENTSTORE_URL', /^(?:esdb|kurrentdb|kurrent|kdb)(?:\+discover)?:$/),
    mongoUrl: settings.storeUrl('MONGODB_URL', /^mongodb(?:\+srv)?:$/),
    elasticsearchUrl: settings.storeUrl('ELASTICSEARCH_URL', /^https?:$/),
    logLevel: settings.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    webOrigins: settings.list('WEB_ORIGINS').flatMap((entry) => settings.checkedOrigin('WEB_ORIGINS', entry) ?? []),
    trustProxy: settings.boolean('TRUST_PROXY', false),
    masterKey: settings.masterKey('MASTER_KEY'),
    openai: openAi(settings),
    planChatbots: settings.integer('PLAN_CHATBOTS', 3, 0, 1_000_000),
    planMessages: settings.integer('PLAN_MESSAGES', 1000, 0, 1_000_000_000),
    rates: {
      auth: settings.rate('AUTH_RATE_LIMIT', { count: 10, seconds: 900 }),
      ingestion: settings.rate('INGESTION_RATE_LIMIT', { count: 30, seconds: 3600 }),
      message: settings.rate('MESSAGE_RATE_LIMIT', { count: 20, seconds: 60 }),
      key: settings.rate('KEY_RATE_LIMIT', { count: 60, seconds: 60 }),
      chat: settings.rate('CHAT_RATE_LIMIT', { count: 30, seconds: 60 }),
    },
    crawl: {
      maxPages: settings.integer('CRAWL_MAX_PAGES', 500, 1, 100_000),
      delayMs: settings.integer('CRAWL_DELAY_MS', 200, 0, 60_000),
      allowHosts: settings.list('CRAWL_ALLOW_HOSTS').filter((entry) => settings.checkHostAndPort(entry)),
    },
    youTubeUrl: settings.origin('YOUTUBE_BASE_URL') ?? YOUTUBE_URL,
    chromium: chromium(settings),
  };
  checkTogether(config, settings);
  return settings.faults.length === 0 ? { ok: true, config } : { ok: false, faults: settings.faults };
}

function rolesOf(settings: Settings): readonly Role[] {
  const named = settings.list('ROLES');
  for (const name of named) {
    if (!ROLES.some((role) => role === name)) settings.fault('ROLES', `${name} is none of ${ROLES.join(', ')}`);
  }
  return named.length === 0 ? ROLES : ROLES.filter((role) => named.includes(role));
}

/** What single variables cannot tell. */
function checkTogether(config: Config, settings: Settings): void {
  const { roles, eventStoreUrl, mongoUrl, elasticsearchUrl, masterKey } = config;
  const shared = eventStoreUrl !== null && mongoUrl !== null && elasticsearchUrl !== null;
  if (roles.length < ROLES.length && !shared) {
    const stores = 'EVENTSTORE_URL, MONGODB_URL and ELASTICSEARCH_URL';
    settings.fault('ROLES', `divided among processes they need stores that all of them share: set ${stores}`);
  }
  if (mongoUrl !== null && masterKey === null) {
    settings.fault(
      'MASTER_KEY',
      'must be set with MONGODB_URL, the same on every node: it opens the keys that are kept there',
    );
  }
}

function openAi(settings: Settings): Config['openai'] {
  const apiKey = settings.secret('OPENAI_API_KEY');
  const baseUrl = settings.url('OPENAI_BASE_URL');
  if (apiKey === null && baseUrl === null) return null;
  const embeddingDimensions = settings.text('EMBEDDING_DIMENSIONS');
  return {
    apiKey,
    baseUrl,
    embeddingModel: settings.text('EMBEDDING_MODEL') ?? 'text-embedding-3-small',
    embeddingDimensions:
      embeddingDimensions === null ? null : settings.integer('EMBEDDING_DIMENSIONS', 1536, 1, 16_000),
  };
}

function chromium(settings: Settings): Config['chromium'] {
  const executablePath = settings.program('CHROMIUM_PATH');
  const sandbox = settings.boolean('CHROMIUM_SANDBOX', true);
  return executablePath === null ? null : { executablePath, sandbox };
}

/** Reads one variable after another and keeps what is wrong with them. An empty variable is an unset one. */
class Settings {
  readonly faults: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  fault(name: string, message: string): void {
    const text = `${name}: ${message}`;
    if (!this.faults.includes(text)) this.faults.push(text);
  }

  text(name: string): string | null {
    const value = this.#environment[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }

  /** The variable itself, or the content of the file that `NAME_FILE` names. Never repeated in a fault. */
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

  /** Path of a file that can be run. */
  program(name: string): string | null {
    const path = this.text(name);
    if (path === null) return null;
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch {
      // Told below.
    }
    this.fault(name, `${path} is no program that can be run`);
    return null;
  }

  masterKey(name: string): string | null {
    const text = this.secret(name);
    if (text !== null && readMasterKey(text) === null) this.fault(name, `must be ${MASTER_KEY_FORM}`);
    return text;
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = Number(text);
    if (/^\d{1,15}$/.test(text) && value >= least && value <= most) return value;
    this.fault(name, `${text} is no whole number from ${least} to ${most}`);
    return fallback;
  }

  boolean(name: string, fallback: boolean): boolean {
    return this.oneOf(name, ['true', 'false'], fallback ? 'true' : 'false') === 'true';
  }

  oneOf<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = values.find((candidate) => candidate === text.toLowerCase());
    if (value === undefined) this.fault(name, `${text} is none of ${values.join(', ')}`);
    return value ?? fallback;
  }

  /** Entries separated by commas. */
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
    this.fault(name, `${text} is no rate such as ${fallback.count}/${fallback.seconds} (count/seconds)`);
    return fallback;
  }

  url(name: string): string | null {
    const text = this.text(name);
    if (text === null) return null;
    if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, '');
    this.fault(name, `${text} is no http or https address`);
    return null;
  }

  /** Never repeated in a fault: it may hold a password. */
  storeUrl(name: string, protocol: RegExp): string | null {
    const text = this.secret(name);
    if (text === null) return null;
    const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(text)?.[0].toLowerCase() ?? '';
    if (protocol.test(scheme)) return text;
    this.fault(name, scheme === '' ? 'is no address' : `an address of this kind (${scheme}//) cannot be used for it`);
    return null;
  }

  origin(name: string): string | null {
    const text = this.text(name);
    return text === null ? null : this.checkedOrigin(name, text);
  }

  /** Scheme, host and port, as browsers send it in Origin. */
  checkedOrigin(name: string, text: string): string | null {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '') return url.origin;
    this.fault(name, `${text} is no origin such as https://example.com`);
    return null;
  }

  checkHostAndPort(entry: string): boolean {
    const valid = /^[^\s/?#@\\]+:\d{1,5}$/.test(entry) && URL.canParse(`http://${entry}`);
    if (!valid) this.fault('CRAWL_ALLOW_HOSTS', `${entry} is no host:port`);
    return valid;
  }
}
