/** Configuration from environment variables, the only place that reads them. Reports all faults at once. */
import { embeddingDimensionsFault, ownDimensions } from './ports/shared-settings/embedding-dimensions.ts';
import { type ConfiguredRates, DEFAULT_RATES } from './ports/shared-settings/rates.ts';
import { parseTrustProxy, type TrustProxy } from './ports/shared-settings/trust-proxy.ts';
import { type Environment, Settings } from './settings.ts';

export interface Config {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** False when `publicUrl` is the default, which names this machine. */
  readonly isPublicUrlSet: boolean;
  /** Absolute path. */
  readonly dataDir: string;
  readonly roles: readonly Role[];
  /** Number of missing key-store changes, as named by a refused start. */
  readonly acceptOlderKeys: number;
  /** `null`: the store is embedded. URLs may hold credentials. */
  readonly eventStoreUrl: string | null;
  readonly mongoUrl: string | null;
  readonly elasticsearchUrl: string | null;
  /** Longest time that the start waits for an unavailable engine. */
  readonly startTimeoutSeconds: number;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** `auto`: text on a terminal, else JSON lines. */
  readonly logFormat: 'auto' | 'json' | 'pretty';
  /** Further origins whose pages may use a session. */
  readonly webOrigins: readonly string[];
  readonly trustProxy: TrustProxy;
  /** `null`: generated at the first start and stored in `dataDir`. */
  readonly masterKey: string | null;
  /** Replaces `masterKey` in a key rotation. */
  readonly newMasterKey: string | null;
  /** `null`: answers are extractive. */
  readonly openai: {
    readonly apiKey: string | null;
    readonly baseUrl: string | null;
    /** May hold a password. `null`: the endpoint is reached directly. */
    readonly proxyUrl: string | null;
    /** The endpoint's names of the models that chatbots choose from. */
    readonly chatModels: ReadonlyMap<string, string>;
    /** `null`: vectors are made without a model. */
    readonly embeddingModel: string | null;
    readonly embeddingDimensions: number | null;
    readonly timeoutSeconds: number;
  } | null;
  /** `closed`: only an operator creates accounts. */
  readonly registration: (typeof REGISTRATIONS)[number];
  readonly planChatbots: number;
  /** A calendar month. */
  readonly planMessages: number;
  /** Conversations without activity for this many days are erased. Null: never. */
  readonly retentionDays: number | null;
  readonly rates: ConfiguredRates;
  readonly crawl: { readonly maxPages: number; readonly delayMs: number; readonly allowHosts: readonly string[] };
  /** `null`: pages are read without running their scripts. */
  readonly chromium: { readonly executablePath: string; readonly sandbox: boolean } | null;
  /** `null`: no mail is sent. The URL may hold a password. */
  readonly mail: { readonly url: string; readonly from: string } | null;
  /** YouTube or a compatible server, without a trailing slash. */
  readonly youTubeUrl: string;
}

export const YOUTUBE_URL = 'https://www.youtube.com';

const ROLES = ['http', 'projector', 'ingestion', 'scheduler'] as const;
export type Role = (typeof ROLES)[number];

/** `slips`: what the environment sets that looks like a misspelt setting. */
export type ReadConfig = { readonly slips: readonly string[] } & (
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly faults: readonly string[] }
);

const REGISTRATIONS = ['open', 'closed'] as const;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const LOG_FORMATS = ['auto', 'json', 'pretty'] as const;

/** Variables that name stores, or that depend on them. */
const STORE_VARIABLES = [
  'DATA_DIR',
  'EVENTSTORE_URL',
  'EVENTSTORE_PREFIX',
  'MONGODB_URL',
  'ELASTICSEARCH_URL',
  'MASTER_KEY',
  'ROLES',
];

/** Without store variables, so that all stores are embedded. */
export function environmentWithoutStores(): Environment {
  const named = STORE_VARIABLES.flatMap((name) => [name, `${name}_FILE`]);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !named.includes(name)));
}

/** A secret may come from a file: `NAME_FILE`. @param defaults values of variables that the environment does not set */
export function readConfig(defaults: Environment = {}, environment: Environment = process.env): ReadConfig {
  const settings = new Settings({ ...defaults, ...environment });
  const port = settings.integer('PORT', 3000, 0, 65_535);
  const setPublicUrl = settings.origin('PUBLIC_URL');
  const publicUrl = setPublicUrl ?? `http://localhost:${port}`;
  const config: Config = {
    host: settings.text('HOST') ?? '127.0.0.1',
    port,
    publicUrl,
    isPublicUrlSet: setPublicUrl !== null,
    dataDir: settings.folder('DATA_DIR', 'data'),
    roles: rolesOf(settings),
    acceptOlderKeys: settings.integer('ACCEPT_OLDER_KEYS', 0, 0, 1_000_000_000),
    eventStoreUrl: eventStoreUrl(settings),
    mongoUrl: settings.storeUrl('MONGODB_URL', /^mongodb(?:\+srv)?:$/),
    elasticsearchUrl: settings.storeUrl('ELASTICSEARCH_URL', /^https?:$/),
    startTimeoutSeconds: settings.integer('START_TIMEOUT', 300, 0, 86_400),
    logLevel: settings.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: settings.oneOf('LOG_FORMAT', LOG_FORMATS, 'auto'),
    webOrigins: settings.list('WEB_ORIGINS').flatMap((entry) => settings.checkedOrigin('WEB_ORIGINS', entry) ?? []),
    trustProxy: parseTrustProxy(settings.text('TRUST_PROXY') ?? 'false', (entry) =>
      settings.fault('TRUST_PROXY', `${entry} is not a number of hops, an address or a network such as 10.0.0.0/8`),
    ),
    masterKey: settings.masterKey('MASTER_KEY'),
    newMasterKey: settings.masterKey('NEW_MASTER_KEY'),
    openai: openAi(settings),
    mail: mail(settings, publicUrl),
    registration: settings.oneOf('REGISTRATION', REGISTRATIONS, 'open'),
    planChatbots: settings.integer('PLAN_CHATBOTS', 3, 0, 1_000_000),
    planMessages: settings.integer('PLAN_MESSAGES', 1000, 0, 1_000_000_000),
    retentionDays: settings.text('RETENTION_DAYS') === null ? null : settings.integer('RETENTION_DAYS', 1, 1, 36_500),
    rates: {
      auth: settings.rate('AUTH_RATE_LIMIT', DEFAULT_RATES.auth),
      ingestion: settings.rate('INGESTION_RATE_LIMIT', DEFAULT_RATES.ingestion),
      message: settings.rate('MESSAGE_RATE_LIMIT', DEFAULT_RATES.message),
      key: settings.rate('KEY_RATE_LIMIT', DEFAULT_RATES.key),
      chat: settings.rate('CHAT_RATE_LIMIT', DEFAULT_RATES.chat),
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
  const { faults } = settings;
  const slips = settings.slips();
  return faults.length === 0 ? { ok: true, config, slips } : { ok: false, faults, slips };
}

/** The prefix becomes an option of the URL, so that nothing opens the log without it. */
function eventStoreUrl(settings: Settings): string | null {
  const url = settings.storeUrl('EVENTSTORE_URL', /^(?:esdb|kurrentdb|kurrent|kdb)(?:\+discover)?:$/);
  const prefix = settings.text('EVENTSTORE_PREFIX');
  if (prefix !== null && !/^[a-z][a-z0-9_]{0,31}$/.test(prefix)) {
    const format = 'of at most 32 lower-case letters, digits and _ that begins with a letter';
    settings.fault('EVENTSTORE_PREFIX', `${prefix} is not a name ${format}`);
  }
  if (url === null || prefix === null) return url;
  return `${url}${url.includes('?') ? '&' : '?'}prefix=${prefix}`;
}

function rolesOf(settings: Settings): readonly Role[] {
  const named = settings.list('ROLES');
  for (const name of named) {
    if (!ROLES.some((role) => role === name)) settings.fault('ROLES', `${name} is not one of ${ROLES.join(', ')}`);
  }
  return named.length === 0 ? ROLES : ROLES.filter((role) => named.includes(role));
}

function checkTogether(config: Config, settings: Settings): void {
  const { roles, eventStoreUrl, mongoUrl, elasticsearchUrl, masterKey } = config;
  const shared = eventStoreUrl !== null && mongoUrl !== null && elasticsearchUrl !== null;
  if (roles.length < ROLES.length && !shared) {
    const stores = 'EVENTSTORE_URL, MONGODB_URL and ELASTICSEARCH_URL';
    settings.fault('ROLES', `processes with fewer than all roles need shared stores: set ${stores}`);
  }
  if (mongoUrl !== null && masterKey === null) {
    settings.fault('MASTER_KEY', 'is required with MONGODB_URL, and must be the same on every node');
  }
}

function mail(settings: Settings, publicUrl: string): Config['mail'] {
  const url = settings.storeUrl('SMTP_URL', /^smtps?:$/);
  const from = settings.text('MAIL_FROM') ?? `Chatledger <no-reply@${new URL(publicUrl).hostname}>`;
  const isSender = /^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from);
  if (!isSender) settings.fault('MAIL_FROM', `${from} is no sender such as Support <support@example.com>`);
  if (url === null) return null;
  return { url, from };
}

function openAi(settings: Settings): Config['openai'] {
  const apiKey = settings.secret('OPENAI_API_KEY');
  const baseUrl = settings.url('OPENAI_BASE_URL');
  const proxyUrl = settings.storeUrl('MODEL_PROXY', /^https?:$/);
  const timeoutSeconds = settings.integer('MODEL_TIMEOUT', 30, 1, 3_600);
  if (apiKey === null && settings.text('OPENAI_BASE_URL') === null) return null;
  const chatModels = chatModelsOf(settings);
  const endpoint = { apiKey, baseUrl, proxyUrl, chatModels, timeoutSeconds };
  const embeddingModel = settings.text('EMBEDDING_MODEL') ?? 'text-embedding-3-small';
  if (embeddingModel.toLowerCase() === 'none') {
    return { ...endpoint, embeddingModel: null, embeddingDimensions: null };
  }
  const isSet = settings.text('EMBEDDING_DIMENSIONS') !== null;
  const fallback = ownDimensions(embeddingModel) ?? 1;
  const embeddingDimensions = isSet ? settings.integer('EMBEDDING_DIMENSIONS', fallback, 1, 16_000) : null;
  const fault = embeddingDimensionsFault(embeddingModel, embeddingDimensions);
  if (fault !== null) settings.fault('EMBEDDING_DIMENSIONS', fault);
  return { ...endpoint, embeddingModel, embeddingDimensions };
}

/** One name stands for both models; a second one for the larger. */
function chatModelsOf(settings: Settings): ReadonlyMap<string, string> {
  const names = settings.list('CHAT_MODEL');
  if (names.length > 2) settings.fault('CHAT_MODEL', `${names.join(', ')} are more than two models`);
  const [small = 'gpt-4o-mini', large = names[0] ?? 'gpt-4o'] = names;
  return new Map([
    ['gpt-4o-mini', small],
    ['gpt-4o', large],
  ]);
}

function chromium(settings: Settings): Config['chromium'] {
  const executablePath = settings.program('CHROMIUM_PATH');
  const sandbox = settings.boolean('CHROMIUM_SANDBOX', true);
  return executablePath === null ? null : { executablePath, sandbox };
}
