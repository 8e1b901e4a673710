/** Erased data is gone from every file, read as raw bytes. */
import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProcessClient } from '../support/processes/process-client.ts';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.ts';
import { directoryOfFile } from '../support/temporary-directory.ts';
import { eventually } from './support/asking.ts';
import { filesWith } from './support/files-with.ts';

/** Time since the response to an erasure. */
const GONE_WITHIN_MS = 10_000;
const BETWEEN_LOOKS_MS = 250;
const RECORDED_WITHIN_MS = 20_000;
const OWNER = { email: 'quilliam.ostrander@example.com', password: 'correct horse battery', name: 'Quilliamina' };

/** Words that occur in no other data. */
const WORDS = {
  question: 'quetzalcoatlus',
  lead: 'zephyrine.vandermolen',
  source: 'xylophagousbeetle',
  prompt: 'kaleidoscopically',
  unasked: 'bathypelagicorchid',
  label: 'sesquipedalianshop',
} as const;
/** The owner's other personal data. */
const OWNERS_WORDS = [OWNER.email, OWNER.name];

const directories = directoryOfFile();
const newDirectory = () => mkdtempSync(join(directories, 'data-'));
const started: ServiceProcess[] = [];
afterAll(async () => {
  await Promise.all(started.map(kill));
});

async function start(directory: string) {
  const service = await startServiceProcess({ DATA_DIR: directory });
  started.push(service);
  return { service, client: new ProcessClient(service.address) };
}

async function expectGone(directory: string, words: readonly string[]): Promise<void> {
  const deadline = Date.now() + GONE_WITHIN_MS;
  // The first word that is still there is enough to wait on.
  while (words.some((word) => filesWith(directory, word).length > 0) && Date.now() < deadline) {
    await pause(BETWEEN_LOOKS_MS);
  }
  expect(words.flatMap((word) => filesWith(directory, word).map((path) => `${word} in ${path}`))).toEqual([]);
}

/** A chatbot with a source, a conversation and a lead, all of which hold the words. */
async function fill({ client }: { client: ProcessClient }) {
  // With keys, so that responses are stored as well.
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body: OWNER, ...keyed('register') });
  const post = async <Data>(path: string, body: unknown) =>
    (await client.expect<Data>(201, 'POST', path, { body, cookie, ...keyed(`${path} ${JSON.stringify(body).length}`) }))
      .data;
  const { chatbot } = await post<{ chatbot: { id: string } }>('/api/chatbots', { name: 'Helpdesk' });
  const root = `/api/chatbots/${chatbot.id}`;
  const leadCaptureFields = { name: true, email: true, phone: true };
  await client.expect(200, 'PATCH', root, {
    body: { systemPrompt: `Speak ${WORDS.prompt}`, allowLeadCapture: true, leadCaptureFields },
    cookie,
  });
  const { dataSource } = await post<{ dataSource: { id: string } }>(`${root}/datasources`, {
    type: 'text',
    title: 'Prices',
    content: `Nine euros a piece: ${WORDS.unasked}.`,
  });
  await post(`${root}/datasources`, {
    type: 'text',
    title: 'Beetles',
    content: `The ${WORDS.source} lives in the wood of old trees.`,
  });
  await eventually('ready', async () => {
    const { status } = (await client.expect<{ status: string }>(200, 'GET', `${root}/status`, { cookie })).data;
    return status === 'ready' ? true : null;
  });
  const { key } = await post<{ key: string }>(`${root}/widget-keys`, { label: WORDS.label, allowedDomains: ['*'] });
  await client.stream(key, {
    sessionId: 'visitor-1',
    message: `Where does the ${WORDS.source} live, and the ${WORDS.question}?`,
    leadData: { email: `${WORDS.lead}@example.com` },
  });
  const { data } = await client.expect<{ leads: { conversationId: string }[] }>(200, 'GET', `${root}/leads`, {
    cookie,
  });
  return { cookie, root, sourceId: dataSource.id, conversationId: data.leads[0]?.conversationId };
}

const filledDirectory = newDirectory();
let filled: Awaited<ReturnType<typeof fill>>;

// Once for the tests that start with a process on a folder in use: each of them erases from a copy.
beforeAll(async () => {
  const running = await start(filledDirectory);
  filled = await fill(running);
  // Its write-ahead logs stay, with the words in them.
  await kill(running.service);
}, 120_000);

/** A process on a copy of the folder that `fill` has filled. */
async function startFilled() {
  const directory = newDirectory();
  cpSync(filledDirectory, directory, { recursive: true });
  return { directory, running: await start(directory), ...filled };
}

/** Settles when the log holds an event of the type. */
async function recorded(directory: string, type: string): Promise<void> {
  const db = new DatabaseSync(join(directory, 'events.db'), { readOnly: true });
  const find = db.prepare('SELECT 1 FROM events WHERE type = ? LIMIT 1');
  try {
    const deadline = Date.now() + RECORDED_WITHIN_MS;
    while (find.get(type) === undefined && Date.now() < deadline) await pause(2);
    expect(find.get(type)).toBeDefined();
  } finally {
    // An open file counts as a process that has the folder.
    db.close();
  }
}

async function kill(service: ServiceProcess): Promise<void> {
  service.signal('SIGKILL');
  await service.exited;
}

// The tests that mostly wait run concurrently.
describe('Ten seconds after an erasure was answered', () => {
  test.concurrent('no file holds the lead, the conversation, the source or the chatbot that was deleted', async () => {
    const directory = newDirectory();
    const running = await start(directory);
    const { cookie, root, sourceId, conversationId } = await fill(running);
    expect(filesWith(directory, WORDS.lead)).not.toEqual([]);

    await running.client.expect(200, 'DELETE', `${root}/leads/${conversationId}`, { cookie });
    await expectGone(directory, [WORDS.lead]);
    expect(filesWith(directory, WORDS.question)).not.toEqual([]);
    await running.client.expect(200, 'DELETE', `${root}/conversations/${conversationId}`, { cookie });
    await expectGone(directory, [WORDS.question]);
    await running.client.expect(200, 'DELETE', `${root}/datasources/${sourceId}`, { cookie });
    await expectGone(directory, [WORDS.unasked]);
    await running.client.expect(200, 'DELETE', root, { cookie });
    await expectGone(directory, Object.values(WORDS));
  });

  test.concurrent('no file holds anything of the account that was deleted, also right after a restart', async () => {
    const { directory, running, cookie } = await startFilled();
    const { client } = running;
    expect([...OWNERS_WORDS, WORDS.label].filter((word) => filesWith(directory, word).length === 0)).toEqual([]);
    const body = { password: OWNER.password };
    await client.expect(200, 'DELETE', '/api/auth/me', { body, cookie });
    await expectGone(directory, [...Object.values(WORDS), ...OWNERS_WORDS]);
    await client.expect(401, 'POST', '/api/auth/login', { body: OWNER });
  });

  test.concurrent('no file holds the conversation when the process was killed in the middle of its deletion: the next one completes it', async () => {
    const { directory, running, cookie, root, conversationId } = await startFilled();
    const decided = recorded(directory, 'ConversationErased');
    const deleting = running.client
      .expect(200, 'DELETE', `${root}/conversations/${conversationId}`, { cookie })
      .catch(() => undefined);
    await decided;
    await kill(running.service);
    await deleting;
    await start(directory);
    await expectGone(directory, [WORDS.question, WORDS.lead]);
  });

  test.concurrent('no file holds anything of the account when the process was killed in the middle of its deletion: the next one completes it', async () => {
    const { directory, running, cookie } = await startFilled();
    const body = { password: OWNER.password };
    const decided = recorded(directory, 'AccountDeleted');
    const deleting = running.client.expect(200, 'DELETE', '/api/auth/me', { body, cookie }).catch(() => undefined);
    await decided;
    await kill(running.service);
    await deleting;
    const { client } = await start(directory);
    await expectGone(directory, [...Object.values(WORDS), ...OWNERS_WORDS]);
    await client.expect(401, 'POST', '/api/auth/login', { body: OWNER });
    await client.expect(201, 'POST', '/api/auth/register', { body: OWNER });
  });

  test('no file holds the chatbot either when the process was killed as soon as it had answered', async () => {
    const directory = newDirectory();
    // The process itself wrote what it deletes: its write-ahead logs hold both.
    const running = await start(directory);
    const { cookie, root } = await fill(running);
    await running.client.expect(200, 'DELETE', root, { cookie });
    await kill(running.service);
    await start(directory);
    await expectGone(directory, Object.values(WORDS));
  });

  test.each([
    ['lead', 'LeadDeleted', WORDS.lead],
    ['source', 'DataSourceDeleted', WORDS.unasked],
  ] as const)(
    'none holds the %s when the process was killed as soon as its deletion was decided: the next one completes it',
    async (kind, event, word) => {
      const { directory, running, cookie, root, sourceId, conversationId } = await startFilled();
      const path = kind === 'lead' ? `${root}/leads/${conversationId}` : `${root}/datasources/${sourceId}`;
      expect(filesWith(directory, word)).not.toEqual([]);
      const decided = recorded(directory, event);
      const deleting = running.client.expect(200, 'DELETE', path, { cookie }).catch(() => undefined);
      await decided;
      await kill(running.service);
      await deleting;
      const { client } = await start(directory);
      await expectGone(directory, [word]);
      const list = await client.expect<{ [name: string]: readonly object[] }>(
        200,
        'GET',
        `${root}/${kind === 'lead' ? 'leads' : 'datasources'}`,
        { cookie },
      );
      expect(JSON.stringify(list.data)).not.toContain(kind === 'lead' ? WORDS.lead : sourceId);
    },
  );
});
