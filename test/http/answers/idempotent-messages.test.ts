/** A visitor's question with an `Idempotency-Key`: asked once, answered once, whatever breaks off. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Message } from '../../../src/projections/messages/queries.ts';
import { ScriptedModel, untilAborted } from '../../support/http/scripted-models.ts';
import { TestService, type Widget } from '../../support/http/service.ts';
import { sharedServiceWith } from '../../support/http/shared-service.ts';
import { streamed } from '../../support/http/streamed-answer.ts';

const model = new ScriptedModel();
let answers = 0;
/** Counts what it is asked for. */
function say(script: ScriptedModel['script'] = new ScriptedModel().script): void {
  model.script = (signal) => {
    answers += 1;
    return script(signal);
  };
}
const service = sharedServiceWith(model);
let widget: Widget;
beforeAll(async () => {
  const owner = await service().owner();
  const { id } = await owner.chatbot();
  await owner.text(id, 'Hours', 'We are open from nine to five.');
  widget = await owner.widget(id);
  say();
});
afterEach(() => say());

function asking() {
  const key = randomUUID();
  const sessionId = randomUUID();
  const request = (message = 'When are you open?') => ({
    body: { sessionId, message },
    headers: { 'idempotency-key': key },
  });
  return {
    ask: (message?: string) => widget.call('POST', '/message', request(message)),
    stream: (signal?: AbortSignal) => {
      const { body, headers } = request();
      return service().fetch(
        'POST',
        '/api/chat/any/message',
        { body, headers: { ...widget.headers, ...headers } },
        signal,
      );
    },
    history: async () => {
      const { data } = await widget.call<{ messages: Message[] }>('GET', `/history?sessionId=${sessionId}`);
      return data.messages;
    },
    sessionId,
  };
}

/** Settles with the first token. */
async function firstToken(response: Response): Promise<ReadableStreamDefaultReader<string>> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('No stream');
  let read = '';
  while (!read.includes('token')) read += (await reader.read()).value ?? '';
  return reader;
}

const rolesOf = (messages: readonly Message[]) => messages.map(({ role }) => role);

describe('A question with a key', () => {
  it('is answered again with the same events, and no model is asked', async () => {
    say(async function* () {
      yield 'We are open ';
      yield 'from nine ';
      yield 'to five [1].';
    });
    const { ask, history } = asking();
    const first = await ask();
    expect(first.text).toContain('event: done');
    const asked = answers;
    const repeat = await ask();
    expect(answers).toBe(asked);
    expect(repeat.status).toBe(200);
    expect(repeat.headers.get('content-type')).toBe('text/event-stream');
    expect(repeat.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(streamed(repeat.text)).toEqual(streamed(first.text));
    expect(streamed(first.text).events.length).toBeGreaterThan(3);
    const messages = await history();
    expect(rolesOf(messages)).toEqual(['user', 'assistant']);
    expect(messages[1]?.messageId).toBe(streamed(repeat.text).messageId);
  });

  it('is refused while it is being answered, and so is another one', async () => {
    const more = Promise.withResolvers<void>();
    say(async function* () {
      yield 'We are open ';
      await more.promise;
      yield 'from nine to five.';
    });
    const { ask, stream } = asking();
    const reader = await firstToken(await stream());
    const [same, other] = [await ask(), await ask('And on Sundays?')];
    expect([same.status, same.code, same.headers.get('retry-after')]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE', '1']);
    expect([other.status, other.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    more.resolve();
    for (let next = await reader.read(); !next.done; ) next = await reader.read();
    expect(streamed((await ask()).text).text).toContain('We are open from nine to five.');
  });

  it('is asked once and answered after all, when the model failed at first', async () => {
    say(async function* () {
      yield 'We are ';
      throw new Error('The model is away');
    });
    const { ask, history } = asking();
    expect(streamed((await ask()).text).events.at(-1)?.event).toBe('error');
    say();
    const repeat = await ask();
    expect(streamed(repeat.text).messageId).not.toBe('');
    expect(rolesOf(await history())).toEqual(['user', 'assistant']);
    expect(streamed((await ask()).text)).toEqual(streamed(repeat.text));
  });

  it('is not part of its own memory when it is answered later', async () => {
    const { ask } = asking();
    await ask();
    const again = asking();
    // biome-ignore lint/correctness/useYield: it fails before
    say(async function* () {
      throw new Error('The model is away');
    });
    await again.ask();
    say();
    await again.ask();
    expect(model.asked?.memory).toEqual([]);
  });

  it('is asked once and answered in full, when its visitor left at first', async () => {
    say(async function* (signal) {
      yield 'We are open ';
      yield 'every day of the week. ';
      await untilAborted(signal);
    });
    const { ask, stream, history } = asking();
    const page = new AbortController();
    await firstToken(await stream(page.signal));
    page.abort();
    say();
    await vi.waitFor(async () => expect((await ask()).status).toBe(200), { timeout: 5_000, interval: 50 });
    const messages = await history();
    // The messages from before the disconnect, and the answer.
    expect(rolesOf(messages)).toEqual(['user', 'assistant', 'assistant']);
    expect(messages[2]?.messageId).toBe(streamed((await ask()).text).messageId);
  });

  it('gets the recorded answer, without a model call, when the service ended before storing the response', async () => {
    const { idempotency } = service().running.stores;
    const dying = vi.spyOn(idempotency, 'storeResponse').mockImplementationOnce(async (hold) => {
      await idempotency.release(hold);
      return false;
    });
    const { ask, history } = asking();
    const first = streamed((await ask()).text);
    dying.mockRestore();
    const asked = answers;
    const repeat = streamed((await ask()).text);
    expect(answers).toBe(asked);
    expect([repeat.text, repeat.messageId]).toEqual([first.text, first.messageId]);
    expect(repeat.events.at(-1)).toEqual(first.events.at(-1));
    expect(rolesOf(await history())).toEqual(['user', 'assistant']);
  });

  it('of one visitor has nothing to do with that of another', async () => {
    const key = randomUUID();
    const ask = (sessionId: string) =>
      widget.call('POST', '/message', {
        body: { sessionId, message: 'When are you open?' },
        headers: { 'idempotency-key': key },
      });
    const [first, second] = [await ask(randomUUID()), await ask(randomUUID())];
    expect(second.headers.get('idempotency-replayed')).toBeNull();
    expect(streamed(second.text).messageId).not.toBe(streamed(first.text).messageId);
  });
});

/** Breaks off as soon as it is asked. */
// biome-ignore lint/correctness/useYield: it fails before
const failing: ScriptedModel['script'] = async function* () {
  throw new Error('The model is away');
};

/** A page that disconnects as soon as the response has begun. */
async function leaveAtOnce(stream: (signal: AbortSignal) => Promise<Response>): Promise<number> {
  const page = new AbortController();
  const { status } = await stream(page.signal);
  page.abort();
  return status;
}

describe('A question whose answers break off', () => {
  it('gets three attempts, then is refused without a model call', async () => {
    say(failing);
    const { ask, history } = asking();
    const before = answers;
    const statuses = [];
    for (let attempt = 0; attempt < 3; attempt += 1) statuses.push((await ask()).status);
    expect([statuses, answers - before]).toEqual([[200, 200, 200], 3]);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refused = await ask();
      expect([refused.status, refused.message, refused.headers.get('retry-after')]).toEqual([
        429,
        'Rate limited',
        String(24 * 3600),
      ]);
    }
    expect(answers - before).toBe(3);
    expect(rolesOf(await history())).toEqual(['user']);
    say();
    expect(streamed((await asking().ask()).text).messageId).not.toBe('');
  });

  it('gets three attempts also when its visitor disconnects before the first token', async () => {
    say(async function* (signal) {
      await untilAborted(signal);
      yield '';
    });
    const { ask, stream } = asking();
    const before = answers;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      // Repeats until the attempt before has noticed the disconnect.
      const leave = async () => expect(await leaveAtOnce(stream)).toBe(200);
      await vi.waitFor(leave, { timeout: 5_000, interval: 20 });
    }
    await vi.waitFor(async () => expect((await ask()).status).toBe(429), { timeout: 5_000, interval: 20 });
    expect(answers - before).toBeLessThanOrEqual(3);
  });

  it('counts towards the rates whenever the model is called, and not when its answer is known', async () => {
    const limited = await TestService.start({ MESSAGE_RATE_LIMIT: '3/3600' }, { models: model.models });
    onTestFinished(() => limited.stop());
    const owner = await limited.owner();
    const page = await owner.widget((await owner.chatbot()).id);
    const asker = () => {
      const headers = { 'idempotency-key': randomUUID() };
      return (sessionId: string) =>
        page.call('POST', '/message', { body: { sessionId, message: 'When are you open?' }, headers });
    };
    const [first, second] = [asker(), asker()];
    expect((await first('one')).status).toBe(200);
    for (let repeat = 0; repeat < 5; repeat += 1) expect((await first('one')).status).toBe(200);
    say(failing);
    expect([(await second('one')).status, (await second('one')).status]).toEqual([200, 200]);
    const refused = await second('one');
    expect([refused.status, refused.message]).toEqual([429, 'Rate limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3600);
  });
});
