import { createSecretKey, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChatbotConfiguration } from '../../../../src/domain/chatbot/configuration.ts';
import { DEFAULT_CONFIGURATION } from '../../../../src/domain/chatbot/configuration.ts';
import { DamagedResponse, StoredResponses } from '../../../../src/http/plugins/idempotency/stored-responses.ts';
import { onEngines } from '../../../support/engines/engines.ts';
import { TestService } from '../../../support/http/service.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const SUBJECT = 'chatbot:1';
const request = { id: 'a'.repeat(64), key: 'the caller’s own' };
const response = { status: 201, headers: { 'set-cookie': ['a=1', 'b=2'], etag: '"1"' }, body: '{"secret":"Canary"}' };

function responsesOfOneChatbot() {
  const keys = new Map([[SUBJECT, createSecretKey(randomBytes(32))]]);
  const live = new Map<string, ChatbotConfiguration>([['1', DEFAULT_CONFIGURATION]]);
  const find = async (subjects: readonly string[]) => new Map(subjects.map((one) => [one, keys.get(one) ?? null]));
  const queries = { chatbots: { configuration: async (id: string) => live.get(id) ?? null } };
  return { responses: new StoredResponses({ keys: { find }, queries, secret: randomBytes(32) }), keys, live };
}

async function sealed(responses: StoredResponses, subject: string | null = SUBJECT, given = response) {
  const stored = await responses.seal(request, subject, given);
  if (stored === null) throw new Error('The response was not stored');
  return stored;
}

describe('A stored response', () => {
  it('is read by the caller who has the key, as it was', async () => {
    const { responses } = responsesOfOneChatbot();
    for (const subject of [SUBJECT, null]) {
      expect(await responses.open(request, await sealed(responses, subject))).toEqual(response);
    }
  });

  it('cannot be read without the caller’s key, nor for another request', async () => {
    const { responses } = responsesOfOneChatbot();
    const stored = await sealed(responses);
    await expect(responses.open({ ...request, key: 'guessed' }, stored)).rejects.toThrow(DamagedResponse);
    await expect(responses.open({ ...request, id: 'b'.repeat(64) }, stored)).rejects.toThrow(DamagedResponse);
  });

  it('cannot be read once its chatbot is deleted, nor once the chatbot’s key is erased', async () => {
    const { responses, keys, live } = responsesOfOneChatbot();
    const stored = await sealed(responses);
    live.delete('1');
    expect(await responses.open(request, stored)).toBeNull();
    live.set('1', DEFAULT_CONFIGURATION);
    keys.clear();
    expect(await responses.open(request, stored)).toBeNull();
    expect(await responses.seal(request, SUBJECT, response)).toBeNull();
  });

  it('of an error is sealed without the chatbot’s key, so that it outlives the chatbot', async () => {
    const { responses, keys, live } = responsesOfOneChatbot();
    const refusal = { ...response, status: 404, body: '{}' };
    keys.clear();
    live.clear();
    const stored = await sealed(responses, SUBJECT, refusal);
    expect(stored.subject).toBeNull();
    expect(await responses.open(request, stored)).toEqual(refusal);
  });

  it('may be large, and is not stored above the limit', async () => {
    const { responses } = responsesOfOneChatbot();
    const words = { ...response, body: 'We are open every day. '.repeat(50_000) };
    expect(await responses.open(request, await sealed(responses, SUBJECT, words))).toEqual(words);
    const noise = { ...response, body: randomBytes(2_000_000).toString('base64') };
    expect(await responses.seal(request, SUBJECT, noise)).toBeNull();
  });
});

describe.skipIf(onEngines())('The data folder', () => {
  it('holds idempotency keys and stored responses in no readable form', async () => {
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
