import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Config, readConfig } from '../src/config.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

function configOf(environment: Record<string, string>): Config {
  const read = readConfig({}, environment);
  if (!read.ok) throw new Error(read.faults.join('\n'));
  return read.config;
}

function faultsOf(environment: Record<string, string>): readonly string[] {
  const read = readConfig({}, environment);
  return read.ok ? [] : read.faults;
}

const KEY = Buffer.alloc(32, 5);

describe('The configuration', () => {
  test('needs nothing to be set', () => {
    expect(configOf({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      dataDir: resolve('data'),
      logLevel: 'info',
      logFormat: 'auto',
      webOrigins: [],
      trustProxy: false,
      masterKey: null,
      newMasterKey: null,
      openai: null,
      planChatbots: 3,
      planMessages: 1000,
      retentionDays: null,
      startTimeoutSeconds: 300,
      rates: {
        auth: { count: 10, seconds: 900 },
        ingestion: { count: 30, seconds: 3600 },
        message: { count: 20, seconds: 60 },
        key: { count: 60, seconds: 60 },
        chat: { count: 30, seconds: 60 },
      },
      crawl: { maxPages: 500, delayMs: 200, allowHosts: [] },
      chromium: null,
      youTubeUrl: 'https://www.youtube.com',
    });
  });

  test('is what the environment says', () => {
    const set = configOf({
      HOST: '0.0.0.0',
      PORT: '8080',
      PUBLIC_URL: 'https://Chat.Example.com/',
      DATA_DIR: 'elsewhere',
      LOG_LEVEL: 'WARN',
      WEB_ORIGINS: 'https://a.example, http://b.example:8000',
      TRUST_PROXY: 'true',
      MASTER_KEY: KEY.toString('base64'),
      OPENAI_BASE_URL: 'http://localhost:11434/v1/',
      EMBEDDING_MODEL: 'nomic-embed-text',
      EMBEDDING_DIMENSIONS: '768',
      CHAT_MODEL: 'llama3.2:3b, llama3.1:70b',
      MODEL_TIMEOUT: '180',
      MODEL_PROXY: 'http://proxy.example.com:3128',
      REGISTRATION: 'closed',
      PLAN_CHATBOTS: '0',
      PLAN_MESSAGES: '0',
      RETENTION_DAYS: '90',
      START_TIMEOUT: '0',
      AUTH_RATE_LIMIT: '1/2',
      CRAWL_MAX_PAGES: '7',
      CRAWL_DELAY_MS: '0',
      CHROMIUM_PATH: process.execPath,
      CHROMIUM_SANDBOX: 'false',
      CRAWL_ALLOW_HOSTS: 'localhost:8000,[::1]:80, 10.0.0.1:443',
      YOUTUBE_BASE_URL: 'http://localhost:9000/',
    });
    expect(set).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      publicUrl: 'https://chat.example.com',
      dataDir: resolve('elsewhere'),
      logLevel: 'warn',
      webOrigins: ['https://a.example', 'http://b.example:8000'],
      trustProxy: true,
      masterKey: KEY.toString('base64'),
      openai: {
        apiKey: null,
        baseUrl: 'http://localhost:11434/v1',
        chatModels: new Map([
          ['gpt-4o-mini', 'llama3.2:3b'],
          ['gpt-4o', 'llama3.1:70b'],
        ]),
        embeddingModel: 'nomic-embed-text',
        embeddingDimensions: 768,
        proxyUrl: 'http://proxy.example.com:3128',
        timeoutSeconds: 180,
      },
      registration: 'closed',
      planChatbots: 0,
      planMessages: 0,
      retentionDays: 90,
      startTimeoutSeconds: 0,
      rates: { auth: { count: 1, seconds: 2 } },
      crawl: { maxPages: 7, delayMs: 0, allowHosts: ['localhost:8000', '[::1]:80', '10.0.0.1:443'] },
      chromium: { executablePath: process.execPath, sandbox: false },
      youTubeUrl: 'http://localhost:9000',
    });
  });

  test('takes an empty variable for one that is not set, and a default only in its place', () => {
    expect(configOf({ PORT: '', OPENAI_API_KEY: '  ', WEB_ORIGINS: ' , ' })).toMatchObject({
      port: 3000,
      openai: null,
      webOrigins: [],
    });
    const defaults = { LOG_LEVEL: 'warn', PORT: '1' };
    expect(readConfig(defaults, { PORT: '2' })).toMatchObject({ ok: true, config: { logLevel: 'warn', port: 2 } });
  });

  test.for([
    ['false', false],
    ['TRUE', true],
    ['0', false],
    ['2', 2],
    ['10.0.0.0/8, 192.0.2.1,2001:DB8::/32', ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32']],
    ['loopback,uniquelocal', ['loopback', 'uniquelocal']],
  ] as const)('trusts the proxies that TRUST_PROXY names: %s', ([text, trusted]) => {
    expect(configOf({ TRUST_PROXY: text }).trustProxy).toEqual(trusted);
  });

  test('tells the address of another port under its default name', () => {
    expect(configOf({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  });

  test.for(['OPENAI_API_KEY', 'MASTER_KEY'])('takes %s from a file', (name) => {
    const file = join(temporaryDirectory(), 'secret');
    writeFileSync(file, `${KEY.toString('hex')}\n`);
    const config = configOf({ [`${name}_FILE`]: file });
    expect(name === 'MASTER_KEY' ? config.masterKey : config.openai?.apiKey).toBe(KEY.toString('hex'));
  });

  test.for([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['PORT', '1e3'],
    ['PUBLIC_URL', 'localhost:3000'],
    ['PUBLIC_URL', 'https://example.com/chat'],
    ['PUBLIC_URL', 'ftp://example.com'],
    ['LOG_LEVEL', 'verbose'],
    ['WEB_ORIGINS', 'https://a.example,*'],
    ['TRUST_PROXY', 'perhaps'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '101'],
    ['TRUST_PROXY', 'true,10.0.0.1'],
    ['TRUST_PROXY', '10.0.0.1,10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/255.0.0.0'],
    ['TRUST_PROXY', 'proxy.example'],
    ['OPENAI_BASE_URL', 'localhost:11434'],
    ['REGISTRATION', 'invited'],
    ['PLAN_CHATBOTS', '1.5'],
    ['PLAN_MESSAGES', '-1'],
    ['RETENTION_DAYS', '0'],
    ['START_TIMEOUT', '5m'],
    ['MODEL_TIMEOUT', '0'],
    ['EVENTSTORE_PREFIX', 'Shop.1'],
    ['AUTH_RATE_LIMIT', '10'],
    ['INGESTION_RATE_LIMIT', '0/60'],
    ['MESSAGE_RATE_LIMIT', '60/0'],
    ['KEY_RATE_LIMIT', '-1/60'],
    ['CHAT_RATE_LIMIT', '1/2/3'],
    ['CRAWL_MAX_PAGES', '0'],
    ['CRAWL_DELAY_MS', '60001'],
    ['CRAWL_ALLOW_HOSTS', 'localhost'],
    ['YOUTUBE_BASE_URL', 'youtube.com'],
    ['CRAWL_ALLOW_HOSTS', 'http://localhost:80'],
    ['CRAWL_ALLOW_HOSTS', 'user@localhost:80'],
    ['CRAWL_ALLOW_HOSTS', 'localhost:99999'],
    ['CHROMIUM_PATH', '/nowhere/chromium'],
    ['CHROMIUM_PATH', '/'],
    ['CHROMIUM_SANDBOX', 'off'],
    ['ROLES', 'http,projector,ingestion,scheduler,cook'],
  ] as const)('tells that %s cannot be %s', ([name, value]) => {
    const faults = faultsOf({ [name]: value });
    expect(faults).toEqual([expect.stringMatching(`^${name}: `)]);
    // The message names the faulty part.
    const [, named = ''] = /^\w+: (\S+) is no/.exec(faults[0] ?? '') ?? [];
    expect(value).toContain(named);
    expect(named).not.toBe('');
  });

  test.for([
    ['MONGODB_URL', 'mongodb://'],
    ['MONGODB_URL', 'mongodb://user:secret@one:27017,two:99999/database'],
    ['EVENTSTORE_URL', 'esdb://user:secret@:2113'],
    ['EVENTSTORE_URL', 'esdb+discover://one:2113,,two:2113'],
    ['ELASTICSEARCH_URL', 'https://user:secret@host:port'],
    ['SMTP_URL', 'smtp://user:secret@?pool=true'],
    ['SMTP_URL', 'smtp://mail:0'],
    ['MODEL_PROXY', 'http://user:secret@:3128'],
  ] as const)('tells that the hosts of %s are invalid, without the password: %s', ([name, value]) => {
    const faults = faultsOf({ [name]: value, MASTER_KEY: KEY.toString('hex') });
    expect(faults).toEqual([`${name}: has no host, or an invalid host or port`]);
  });

  test.for([
    ['MONGODB_URL', 'mongodb://user:p%40ss@one:27017,two,[::1]:27018/database?replicaSet=rs0'],
    ['MONGODB_URL', 'mongodb://%2Ftmp%2Fmongodb-27017.sock'],
    ['MONGODB_URL', 'mongodb+srv://cluster.example.com/'],
    ['EVENTSTORE_URL', 'esdb+discover://admin:a@b@my_host:2113,10.0.0.2:2113?tls=false'],
    ['EVENTSTORE_URL', 'esdb://admin:a#b@one:2113, two:2113'],
    ['ELASTICSEARCH_URL', 'http://[::1]:9200?prefix=shop'],
    ['SMTP_URL', 'smtps://user@mail.example.com:465'],
    ['MODEL_PROXY', 'http://user:p%40ss@proxy.example.com:3128'],
  ] as const)('takes %s with the hosts of %s', ([name, value]) => {
    expect(readConfig({ [name]: value, MASTER_KEY: KEY.toString('hex') })).toMatchObject({ ok: true });
  });

  test('tells that the dimensions of embeddings are none when a model is configured', () => {
    const environment = { OPENAI_API_KEY: 'key', EMBEDDING_DIMENSIONS: 'many' };
    expect(faultsOf(environment)).toEqual([expect.stringMatching(/^EMBEDDING_DIMENSIONS: many/)]);
    const other = { ...environment, EMBEDDING_MODEL: 'text-embedding-ada-002' };
    expect(faultsOf(other)).toEqual([expect.stringMatching(/^EMBEDDING_DIMENSIONS: many/)]);
  });

  test('tells dimensions that an embedding model does not have, beside the other faults', () => {
    const local = { OPENAI_BASE_URL: 'http://localhost:11434/v1', EMBEDDING_MODEL: 'nomic-embed-text', PORT: 'x' };
    const missing =
      'EMBEDDING_DIMENSIONS: is required: the dimensions of EMBEDDING_MODEL nomic-embed-text are not known';
    expect(faultsOf(local)).toEqual([expect.stringMatching(/^PORT: /), missing]);
    expect(faultsOf({ ...local, OPENAI_BASE_URL: 'localhost' })).toContain(missing);
    expect(faultsOf({ OPENAI_API_KEY: 'key', EMBEDDING_DIMENSIONS: '4096' })).toEqual([
      'EMBEDDING_DIMENSIONS: must be at most 1536 for text-embedding-3-small',
    ]);
  });

  test('asks for the models of the setting, for one, or for two', () => {
    const namesOf = (environment: Record<string, string>) => [
      ...(configOf({ OPENAI_API_KEY: 'key', ...environment }).openai?.chatModels.values() ?? []),
    ];
    expect(namesOf({})).toEqual(['gpt-4o-mini', 'gpt-4o']);
    expect(namesOf({ CHAT_MODEL: 'qwen3:8b' })).toEqual(['qwen3:8b', 'qwen3:8b']);
    expect(namesOf({ CHAT_MODEL: 'qwen3:8b, qwen3:32b' })).toEqual(['qwen3:8b', 'qwen3:32b']);
    expect(faultsOf({ OPENAI_API_KEY: 'key', CHAT_MODEL: 'a,b,c' })).toEqual([
      'CHAT_MODEL: a, b, c are more than two models',
    ]);
  });

  test('may do without an embedding model', () => {
    const { openai } = configOf({ OPENAI_API_KEY: 'key', EMBEDDING_MODEL: 'None', EMBEDDING_DIMENSIONS: '8' });
    expect(openai).toMatchObject({ embeddingModel: null, embeddingDimensions: null });
  });

  test('refuses a folder that begins with ~, which only shells replace', () => {
    for (const folder of ['~/chatledger', '~']) {
      expect(faultsOf({ DATA_DIR: folder })).toEqual([
        `DATA_DIR: ${folder} begins with ~, which only shells replace: write the whole path`,
      ]);
    }
    expect(configOf({ DATA_DIR: '/srv/~old' }).dataDir).toBe(resolve('/srv/~old'));
  });

  test('says where an earlier release put the data of such a folder', () => {
    const name = `~chatledger-${process.pid}`;
    mkdirSync(name);
    onTestFinished(() => rmdirSync(name));
    expect(faultsOf({ DATA_DIR: name })).toEqual([
      `DATA_DIR: ${name} begins with ~, which only shells replace: write the whole path. Earlier releases took it for ${resolve(name)}, which is there`,
    ]);
  });

  test.for([
    ['DATADIR', 'DATA_DIR'],
    ['data_dir', 'DATA_DIR'],
    ['OPENAI_API_KEYS', 'OPENAI_API_KEY'],
    ['OPENAI_BASE_URI', 'OPENAI_BASE_URL'],
    ['PUBILC_URL', 'PUBLIC_URL'],
    ['MONGO_URL', 'MONGODB_URL'],
    ['MASTERKEY_FILE', 'MASTER_KEY_FILE'],
  ] as const)('tells that %s is ignored, and that %s may be meant', ([slip, meant]) => {
    const slips = [`${slip} is not a setting and is ignored. Did you mean ${meant}?`];
    expect(readConfig({}, { [slip]: 'x' })).toMatchObject({ ok: true, slips });
    expect(readConfig({}, { [slip]: 'x', PORT: 'x' })).toMatchObject({ ok: false, slips });
  });

  test('takes no variable of other programs for a misspelt one, nor one beside that which it resembles', () => {
    const usual = ['HOME', 'HOSTNAME', 'LOGNAME', 'MAIL', 'MONGODB_PORT', 'SMTP_HOST', 'PGDATA', 'NODE_PATH', 'ROLE'];
    const others = { ...Object.fromEntries(usual.map((name) => [name, 'x'])), MONGO_URL: 'x' };
    const set = { MONGODB_URL: 'mongodb://one', MASTER_KEY: KEY.toString('hex') };
    expect(readConfig({}, { ...process.env, ...others, ...set }).slips).toEqual([]);
  });

  test('tells every fault at once, and none twice', () => {
    const faults = faultsOf({ PORT: 'x', LOG_LEVEL: 'x', AUTH_RATE_LIMIT: 'x', WEB_ORIGINS: 'x,x' });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['PORT', 'LOG_LEVEL', 'WEB_ORIGINS', 'AUTH_RATE_LIMIT']);
  });

  test('never repeats a secret in a fault', () => {
    const secret = 'nobody-may-see-this';
    const file = join(temporaryDirectory(), 'secret');
    writeFileSync(file, secret);
    const both = { OPENAI_API_KEY: secret, OPENAI_API_KEY_FILE: file };
    expect(faultsOf({ ...both, MASTER_KEY: secret })).toEqual([
      'MASTER_KEY: must be 32 bytes, as base64 (44 characters) or hex (64 characters)',
      'OPENAI_API_KEY: set either OPENAI_API_KEY or OPENAI_API_KEY_FILE, not both',
    ]);
    expect(faultsOf({ MASTER_KEY_FILE: file }).join()).not.toContain(secret);
  });

  test('names the file of a secret that is missing or empty', () => {
    const directory = temporaryDirectory();
    const empty = join(directory, 'empty');
    writeFileSync(empty, '\n');
    const missing = join(directory, 'missing');
    expect(faultsOf({ MASTER_KEY_FILE: missing, OPENAI_API_KEY_FILE: empty })).toEqual([
      `MASTER_KEY_FILE: ${missing} cannot be read (ENOENT)`,
      `OPENAI_API_KEY_FILE: ${empty} is empty`,
    ]);
  });
});
