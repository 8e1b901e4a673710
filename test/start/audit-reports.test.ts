/** `npm run audit -- explain | export | subject`, as processes beside a running service. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ask, openShop, type Shop, WORDS } from '../faults/support/backed-up-shop.ts';
import { runProgram } from '../support/processes/service-process.ts';
import { directoryOfFile } from '../support/temporary-directory.ts';

const directory = directoryOfFile();
const ERASED = { erased: true };
let shop: Shop;
let answerId: string;

const audit = (...words: string[]) => runProgram('src/cli/audit.ts', { DATA_DIR: directory }, undefined, words).exited;

async function printed<Result>(...words: string[]): Promise<Result> {
  const { code, stdout, stderr } = await audit(...words);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Result;
}

beforeAll(async () => {
  shop = await openShop(directory);
  answerId = (await ask(shop, 'visitor-2', 'What lives in the wood of old trees?')).messageId;
}, 60_000);

afterAll(async () => {
  shop.service.signal('SIGTERM');
  await shop.service.exited;
});

describe('npm run audit -- explain', () => {
  test('says why an answer is what it is, and what would be found today', async () => {
    expect(await printed('explain', answerId)).toMatchObject({
      messageId: answerId,
      outcome: 'complete',
      model: 'extractive',
      prompt: null,
      question: 'What lives in the wood of old trees?',
      passages: [{ text: expect.stringContaining(WORDS.source) }],
      today: { changes: [{ change: 'same', rankThen: 1, rankNow: 1 }] },
    });
    expect(await printed('explain', answerId, '--no-today')).toMatchObject({ today: null });
  });

  test.each([
    [['explain', crypto.randomUUID()], 'There is no answer'],
    [['explain'], 'Exactly one MESSAGE_ID is needed'],
  ])('could not look with %j', async (words, says) => {
    const { code, stdout, stderr } = await audit(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
  });
});

describe('npm run audit -- events --session', () => {
  test('prints what one visitor did, and refuses a session that the chatbot does not know', async () => {
    const visitor = ['events', '--chatbot', shop.chatbotId, '--session'];
    const { stdout } = await audit(...visitor, 'visitor-2');
    const types = stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types).toEqual(['ConversationStarted', 'QuestionAsked', 'AnswerGiven']);
    const { code, stderr } = await audit(...visitor, 'visitor-99');
    const says = `Chatbot ${shop.chatbotId} has no session visitor-99, or it was erased\n`;
    expect({ code, stderr }).toEqual({ code: 2, stderr: says });
  });
});

describe('npm run audit -- content', () => {
  test('prints what a chatbot knew then and now, and what was deleted since as erased', {
    timeout: 60_000,
  }, async () => {
    const { client, cookie, chatbotId } = shop;
    const content = async (...words: string[]) => {
      const { code, stdout } = await audit('content', '--chatbot', chatbotId, ...words);
      expect(code).toBe(0);
      return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
    };
    const before = await content();
    expect(before).toMatchObject([{ text: expect.stringContaining(WORDS.source), contentHash: expect.any(String) }]);
    const root = `/api/chatbots/${chatbotId}`;
    const body = { type: 'text', title: 'Opening', content: 'The museum of beetles opens at noon.' };
    const { data } = await client.expect<{ dataSource: { id: string } }>(201, 'POST', `${root}/datasources`, {
      body,
      cookie,
    });
    const added = { sourceId: data.dataSource.id, title: 'Opening', text: body.content, url: null };
    const soon = { timeout: 20_000 };
    await vi.waitFor(async () => expect(await content()).toEqual([...before, expect.objectContaining(added)]), soon);
    const { stdout } = await audit('events', '--chatbot', chatbotId);
    const position = String((JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as { position: string }).position);
    await client.expect(200, 'DELETE', `${root}/datasources/${data.dataSource.id}`, { cookie });
    expect(await content()).toEqual(before);
    const erased = { sourceId: data.dataSource.id, text: ERASED, title: ERASED, contentHash: null };
    await vi.waitFor(async () => {
      expect(await content('--at', position)).toEqual([...before, expect.objectContaining(erased)]);
    }, soon);
  });
});

describe('npm run audit -- export', () => {
  const parquet = join(directory, 'log.parquet');

  test('writes a Parquet file that only its owner can read, with every event', async () => {
    expect(await audit('export', '--format', 'parquet', '--out', parquet)).toMatchObject({ code: 0, stderr: '' });
    expect(statSync(parquet).mode & 0o777).toBe(0o600);
    const { stdout } = await audit('export', '--format', 'jsonl');
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(parquet) });
    expect(rows.map(({ position, type }) => [String(position), type])).toEqual(
      lines.map(({ position, type }) => [position, type]).slice(0, rows.length),
    );
    expect(rows.find(({ message_id: id, type }) => id === answerId && type === 'AnswerGiven')).toMatchObject({
      chatbot_id: shop.chatbotId,
      data: { evidence: { model: 'extractive' } },
    });
  });

  test('says that its file cannot be created', async () => {
    const file = join(directory, 'nowhere', 'log.csv');
    const { code, stderr } = await audit('export', '--format', 'csv', '--out', file);
    expect([code, stderr]).toEqual([2, expect.stringMatching(`^${file} cannot be created \\(ENOENT\\)`)]);
  });

  test('never overwrites a file', async () => {
    const before = readFileSync(parquet);
    const { code, stderr } = await audit('export', '--format', 'parquet', '--out', parquet);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `${parquet} exists already. Name a new file: an export never overwrites a file.\n`,
    });
    expect(readFileSync(parquet)).toEqual(before);
  });

  test('writes CSV of one chatbot', async () => {
    const csv = join(directory, 'bot.csv');
    await audit('export', '--format', 'csv', '--chatbot', shop.chatbotId, '--out', csv);
    const [head = '', ...lines] = readFileSync(csv, 'utf8').trimEnd().split('\r\n');
    expect(head).toMatch(/^position,recorded_at,type,/);
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.every((line) => line.includes(shop.chatbotId))).toBe(true);
  });

  test.each([
    { words: '--format xml', says: '--format must be jsonl, csv or parquet\n\nusage: npm run audit -- export ' },
    { words: '--format parquet', says: '--format parquet needs --out FILE\n\nusage: npm run audit -- export ' },
  ])('refuses $words with its usage', async ({ words, says }) => {
    const { code, stderr } = await audit('export', ...words.split(' '));
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(says) });
  });
});

describe('npm run audit -- subject', () => {
  test('exports an account with its history, and no secret of it', async () => {
    const exported = await printed<object>('subject', 'Owner@Example.com');
    expect(exported).toMatchObject({
      accounts: [
        {
          account: { email: 'owner@example.com', name: 'Olivia' },
          events: expect.arrayContaining([expect.objectContaining({ type: 'AccountRegistered' })]),
          chatbots: [{ id: shop.chatbotId, name: 'Helpdesk' }],
          sessions: [{ expiresAt: expect.any(String) }],
        },
      ],
      leads: [],
    });
    expect(JSON.stringify(exported)).not.toMatch(/\$2[aby]\$/);
  });

  test('exports a visitor by the address of their lead, with the conversation and where else the address stands', async () => {
    const email = `${WORDS.lead}@example.com`;
    await ask(shop, 'visitor-3', `Please write to ${email.toUpperCase()} about beetles`);
    expect(await printed('subject', email)).toMatchObject({
      accounts: [],
      leads: [
        {
          lead: { email },
          conversation: {
            sessionId: 'visitor-1',
            messages: [{ role: 'user', content: expect.stringContaining(WORDS.question) }, { role: 'assistant' }],
            captured: [{ email }],
          },
        },
      ],
      mentions: { messages: [{ role: 'user' }], configurations: [] },
    });
  });

  test('finds a visitor by an address that they corrected, and by their name and phone number', async () => {
    const leave = (leadData: object) =>
      shop.client.stream(shop.key, { sessionId: 'visitor-4', message: 'Are there beetles?', leadData });
    await leave({ name: 'Ada  Lovelace', email: 'ada@old.example', phone: '+47 22 33 44 55' });
    await leave({ email: 'ada@new.example' });
    for (const subject of ['ada@old.example', 'ADA@new.example', 'ada lovelace', '22334455', '0047 (22) 33-44-55']) {
      expect(await printed('subject', subject)).toMatchObject({
        subject,
        leads: [{ lead: { email: 'ada@new.example' }, conversation: { sessionId: 'visitor-4' } }],
      });
    }
  });

  test('finds a configuration that held an address once', async () => {
    const { client, cookie, chatbotId } = shop;
    const set = (humanHandoffEmail: string) =>
      client.expect(200, 'PATCH', `/api/chatbots/${chatbotId}`, { body: { humanHandoffEmail }, cookie });
    await set('desk@old.example');
    await set('desk@new.example');
    const configurations = [{ chatbotId, fields: ['humanHandoffEmail'] }];
    expect(await printed('subject', 'desk@old.example')).toMatchObject({ leads: [], mentions: { configurations } });
  });

  test('says when nothing is held', async () => {
    const { code, stderr } = await audit('subject', 'nobody@example.com');
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'Nothing is stored under nobody@example.com\n' });
  });
});

describe('An answer of a chatbot that was deleted', () => {
  test('is explained by what the log still says, its words erased', async () => {
    await shop.client.expect(200, 'DELETE', `/api/chatbots/${shop.chatbotId}`, { cookie: shop.cookie });
    expect(await printed('explain', answerId)).toMatchObject({
      messageId: answerId,
      question: ERASED,
      answer: ERASED,
      configuration: ERASED,
      today: null,
      model: 'extractive',
      passages: [{ text: ERASED, contentHash: expect.any(String) }],
    });
  });
});

describe('A chatbot that was deleted', () => {
  test('is said to be, with the time, from then on and not before', async () => {
    const { chatbotId } = shop;
    const { stdout } = await audit('events', '--stream', `chatbot-${chatbotId}`, '--type', 'ChatbotDeleted');
    const { position, recordedAt } = JSON.parse(stdout) as { position: string; recordedAt: string };
    const gone = { deleted: { position, recordedAt }, configuration: null };
    expect(await printed('state', '--chatbot', chatbotId)).toMatchObject(gone);
    expect(await printed('state', '--chatbot', chatbotId, '--at', recordedAt)).toMatchObject(gone);
    const before = await printed<object>('state', '--chatbot', chatbotId, '--at', String(Number(position) - 1));
    expect(before).not.toHaveProperty('deleted');
    expect(before).toHaveProperty('configuration.erased', true);
    const { code, stderr } = await audit('content', '--chatbot', chatbotId);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`was deleted at ${recordedAt} (position ${position})`)]);
  });
});
