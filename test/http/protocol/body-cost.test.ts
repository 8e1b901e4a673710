/** The cost of a body of a megabyte depends on its bytes, not on the number of values in it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Owner, serviceOfFile, type Widget } from '../../support/http/service.ts';

const service = serviceOfFile();
let owner: Owner;
let widget: Widget;
let chatbotId: string;
beforeAll(async () => {
  owner = await service().owner();
  ({ id: chatbotId } = await owner.chatbot());
  widget = await owner.widget(chatbotId);
});

const MEGABYTE = 1_000_000;
const many = (element: string) => `[${new Array(Math.floor(MEGABYTE / (element.length + 1))).fill(element).join(',')}]`;
const unknownKeys = Array.from({ length: 70_000 }, (_, place) => `"key${place}":{}`).join(',');
const json = { 'content-type': 'application/json' };
const headersOf = (path: string) =>
  path.startsWith('/api/chat/') ? { ...json, ...widget.headers } : { ...json, cookie: owner.cookie };

const FLOODS: readonly (readonly [name: string, method: string, path: () => string, body: string, status: number])[] = [
  [
    'turns',
    'POST',
    () => '/api/chat/x/message',
    `{"sessionId":"s","message":"m","conversationHistory":${many('{}')}}`,
    400,
  ],
  [
    'unknown keys of a message',
    'POST',
    () => '/api/chat/x/message',
    `{"sessionId":"s","message":"m",${unknownKeys}}`,
    400,
  ],
  [
    'unknown keys of a text',
    'POST',
    () => `/api/chatbots/${chatbotId}/datasources`,
    `{"type":"text",${unknownKeys}}`,
    400,
  ],
  ['brackets', 'POST', () => `/api/chatbots/${chatbotId}/datasources`, '['.repeat(MEGABYTE), 400],
  ['prompts', 'PATCH', () => `/api/chatbots/${chatbotId}`, `{"quickPrompts":${many('{}')}}`, 413],
  ['domains of a chatbot', 'PATCH', () => `/api/chatbots/${chatbotId}`, `{"embedDomains":${many('""')}}`, 413],
  [
    'domains of a key',
    'POST',
    () => `/api/chatbots/${chatbotId}/widget-keys`,
    `{"label":"a","allowedDomains":${many('1')}}`,
    413,
  ],
  ['unknown keys of a login', 'POST', () => '/api/auth/login', `{${unknownKeys}}`, 413],
  ['keys of an unknown route', 'POST', () => '/api/nothing', `{${unknownKeys}}`, 404],
];

/** CPU time of this thread in milliseconds, which does not pass while other programs have the CPU. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The longest CPU time for which the event loop was held, in milliseconds. */
async function heldBy(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = cpuMs();
  const tick = setInterval(() => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await work();
  clearInterval(tick);
  return Math.max(longest, cpuMs() - last);
}

describe('A body of a megabyte', () => {
  it.each(FLOODS)('of %s is refused without holding the event loop', async (_name, method, path, body, status) => {
    const helds: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const held = await heldBy(async () => {
        const answer = await service().fetch(method, path(), { body, headers: headersOf(path()) });
        expect(answer.status).toBe(status);
        await answer.text();
      });
      helds.push(held);
    }
    // The caller is in this thread too: the best of a few tells.
    expect(Math.min(...helds)).toBeLessThan(40);
  });

  it('may hold ten thousand values, and is refused with more', async () => {
    const post = (count: number) => {
      const more = new Array(count).fill('1').join(',');
      const body = `{"type":"text","title":"a","content":"[[[,,,{{{","more":[${more}]}`;
      return owner.call('POST', `/chatbots/${chatbotId}/datasources`, { body, headers: json });
    };
    expect((await post(9_990)).status).toBe(201);
    const answer = await post(10_010);
    expect([answer.status, answer.details]).toEqual([
      400,
      [{ path: '', message: 'must not have more than 10000 values' }],
    ]);
    await owner.trained(chatbotId);
  });
});
