import { createSecretKey, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChatbotConfiguration } from '../../../../src/domain/chatbot/configuration.ts';
import { DEFAULT_CONFIGURATION } from '../../../../src/domain/chatbot/configuration.ts';
import { StoredResponses } from '../../../../src/http/plugins/idempotency/stored-responses.ts';
import { onEngines } from '../../../support/engines/engines.ts';
import { TestService } from '../../../support/http/service.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const SUBJECT = 'chatbot:1';
const request = { id: 'a'.repeat(64), key: 'the caller’s own' };
const answer = { status: 201, headers: { 'set-cookie': ['a=1', 'b=2'], etag: '"1"' }, body: '{"secret":"Canary"}' };

function answersOver() {
  const keys = new Map([[SUBJECT, createSecretKey(randomBytes(32))]]);
  const live = new Map<string, ChatbotConfiguration>([['1', DEFAULT_CONFIGURATION]]);
  const find = async (subjects: readonly string[]) => new Map(subjects.map((one) => [one, keys.get(one) ?? null]));
  const queries = { chatbots: { configuration: async (id: string) => live.get(id) ?? null } };
  return { answers: new StoredResponses({ keys: { find }, queries, secret: randomBytes(32) }), keys, live };
}

async function kept(answers: StoredResponses, subject: string | null = SUBJECT, given = answer) {
  const sealed = await answers.seal(request, subject, given);
  if (sealed === null) throw new Error('It could not be kept');
  return sealed;
}

describe('A kept answer', () => {
  it('is what it was to the caller who knows the key', async () => {
    const { answers } = answersOver();
    for (const subject of [SUBJECT, null]) {
      expect(await answers.open(request, await kept(answers, subject))).toEqual(answer);
    }
  });

  it('cannot be read without the caller’s key, nor as the answer to another request', async () => {
    const { answers } = answersOver();
    const sealed = await kept(answers);
    await expect(answers.open({ ...request, key: 'guessed' }, sealed)).rejects.toThrow();
    await expect(answers.open({ ...request, id: 'b'.repeat(64) }, sealed)).rejects.toThrow();
  });

  it('cannot be read once what it is about has been erased, nor from the moment it is deleted', async () => {
    const { answers, keys, live } = answersOver();
    const sealed = await kept(answers);
    live.delete('1');
    expect(await answers.open(request, sealed)).toBeNull();
    live.set('1', DEFAULT_CONFIGURATION);
    keys.clear();
    expect(await answers.open(request, sealed)).toBeNull();
    expect(await answers.seal(request, SUBJECT, answer)).toBeNull();
  });

  it('that refuses is kept whatever becomes of what was asked about, which it says nothing of', async () => {
    const { answers, keys, live } = answersOver();
    const refusal = { ...answer, status: 404, body: '{}' };
    keys.clear();
    live.clear();
    const sealed = await kept(answers, SUBJECT, refusal);
    expect(sealed.subject).toBeNull();
    expect(await answers.open(request, sealed)).toEqual(refusal);
  });

  it('may be large, within a bound', async () => {
    const { answers } = answersOver();
    const words = { ...answer, body: 'We are open every day. '.repeat(50_000) };
    expect(await answers.open(request, await kept(answers, SUBJECT, words))).toEqual(words);
    const noise = { ...answer, body: randomBytes(2_000_000).toString('base64') };
    expect(await answers.seal(request, SUBJECT, noise)).toBeNull();
  });
});

describe.skipIf(onEngines())('The data folder', () => {
  it('holds neither keys of callers nor anything that was answered to them, in clear', async () => {
    const directory = temporaryDirectory();
    const service = await TestService.start({ DATA_DIR: directory });
    const key = `canary-${crypto.randomUUID()}`;
    const headers = { 'idempotency-key': key };
    const body = { email: 'canary@example.com', password: 'correct horse', name: 'Canary Ada' };
    const registered = await service.call('POST', '/api/auth/register', { body, headers });
    const owner = await service.owner();
    const { id } = await owner.chatbot();
    const wanted = { label: 'Canary Shop', allowedDomains: ['*'] };
    const path = `/chatbots/${id}/widget-keys`;
    const generated = await owner.call<{ key: string }>('POST', path, { body: wanted, headers });
    const repeated = await owner.call<{ key: string }>('POST', path, { body: wanted, headers });
    expect(repeated.data.key).toBe(generated.data.key);
    const files = readdirSync(directory).filter((name) => name.startsWith('side.db'));
    expect(files).toContain('side.db');
    const stored = Buffer.concat(files.map((name) => readFileSync(join(directory, name)))).toString('latin1');
    await service.stop();
    const tokens = registered.headers.getSetCookie().map((cookie) => cookie.split(/[=;]/)[1] ?? '');
    for (const secret of [key, generated.data.key, 'Canary', 'canary@example.com', ...tokens]) {
      expect(secret).not.toBe('');
      expect(stored).not.toContain(secret);
    }
  });
});
