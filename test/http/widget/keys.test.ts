import { setTimeout as later } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { WidgetKey, WidgetKeyWithUsage } from '../../../src/projections/widget-keys/queries.ts';
import type { Owner } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';
import { newCommand } from '../../support/inside.ts';

const service = sharedService();
let owner: Owner;
let chatbotId: string;
beforeAll(async () => {
  owner = await service().owner();
  chatbotId = (await owner.chatbot()).id;
});

type Generated = { key: string; widgetKey: WidgetKey };
const generate = (body: unknown) => owner.call<Generated>('POST', `/chatbots/${chatbotId}/widget-keys`, { body });
const list = async () =>
  (await owner.call<{ keys: WidgetKeyWithUsage[] }>('GET', `/chatbots/${chatbotId}/widget-keys`)).data.keys;

/** Generates keys without HTTP, whose every response waits for the read models. */
async function generateInProcess(given: { ownerId: string; chatbotId: string; count: number }): Promise<void> {
  const { widgetKeys } = service().running.application.commands;
  for (let number = 0; number < given.count; number += 1) {
    const key = { label: `Key ${number}`, allowedDomains: [] };
    const generated = await widgetKeys.generate(given.ownerId, given.chatbotId, key, newCommand(Date.now()));
    expect(generated.ok).toBe(true);
  }
}

describe('A widget key', () => {
  it('shows its secret once', async () => {
    const answer = await generate({ label: 'Shop', allowedDomains: ['example.com'] });
    expect(answer.status).toBe(201);
    const { key, widgetKey } = answer.data;
    expect(key).toMatch(/^cwk_[A-Za-z0-9_-]{43,}$/);
    const { id, createdAt } = widgetKey;
    const shown = {
      id,
      label: 'Shop',
      keyPrefix: key.slice(0, 12),
      allowedDomains: ['example.com'],
      isActive: true,
      createdAt,
    };
    expect(widgetKey).toEqual(shown);
    expect(await list()).toContainEqual({ ...shown, usageCount: 0, lastUsedAt: null });
    expect(JSON.stringify(await list())).not.toContain(key.slice(12));
  });

  it('keeps domains as they are compared', async () => {
    const { data } = await generate({ label: 'Shop', allowedDomains: ['Example.COM', '*.Bücher.example', '*'] });
    expect(data.widgetKey.allowedDomains).toEqual(['example.com', '*.xn--bcher-kva.example', '*']);
  });

  it.each([
    ['/label', { allowedDomains: [] }],
    ['/label', { label: '', allowedDomains: [] }],
    ['/label', { label: 'x'.repeat(101), allowedDomains: [] }],
    ['/allowedDomains', { label: 'Shop' }],
    ['/allowedDomains', { label: 'Shop', allowedDomains: 'example.com' }],
    ['/allowedDomains', { label: 'Shop', allowedDomains: Array(51).fill('example.com') }],
    ['/allowedDomains/1', { label: 'Shop', allowedDomains: ['example.com', 'https://example.com'] }],
    ['/allowedDomains/0', { label: 'Shop', allowedDomains: ['example.com:8080'] }],
    ['/allowedDomains/0', { label: 'Shop', allowedDomains: ['a.*.example.com'] }],
    ['/allowedDomains/0', { label: 'Shop', allowedDomains: [''] }],
    ['/allowedDomains/0', { label: 'Shop', allowedDomains: [null] }],
  ])('is refused for a wrong %s: %j', async (path, body) => {
    const answer = await generate(body);
    expect([answer.status, answer.details?.map((detail) => detail.path)]).toEqual([400, [path]]);
  });

  it.each(['.example.com', 'a..b'])(
    'is refused for the domain %s, which no host can match, and told why',
    async (entry) => {
      const answer = await generate({ label: 'Shop', allowedDomains: ['example.com', entry] });
      const message = 'has an empty part: no host begins with a dot or has two in a row';
      expect([answer.status, answer.details]).toEqual([400, [{ path: '/allowedDomains/1', message }]]);
    },
  );

  it('is one of a hundred active ones: revoked ones make room', async () => {
    const { id: full, ownerId } = await owner.chatbot();
    const at = `/chatbots/${full}/widget-keys`;
    const create = () => owner.call<Generated>('POST', at, { body: { label: 'Shop', allowedDomains: [] } });
    await generateInProcess({ ownerId, chatbotId: full, count: 99 });
    const last = await create();
    expect(last.status).toBe(201);
    const refused = await create();
    expect([refused.status, refused.message, refused.code]).toEqual([
      409,
      'Widget key limit reached',
      'WIDGET_KEY_LIMIT_REACHED',
    ]);
    await owner.call('DELETE', `${at}/${last.data.widgetKey.id}`);
    expect([(await create()).status, (await create()).status]).toEqual([201, 409]);
    expect((await generate({ label: 'Shop', allowedDomains: [] })).status).toBe(201);
  });

  it('stops at once when it is revoked, and can be revoked once', async () => {
    const widget = await owner.widget(chatbotId);
    expect((await widget.call('GET', '/config')).status).toBe(200);
    const at = `/chatbots/${chatbotId}/widget-keys/${widget.record.id}`;
    const revoked = await owner.call('DELETE', at);
    expect([revoked.status, revoked.data]).toEqual([200, { message: 'Widget key revoked' }]);
    const refused = await widget.call('GET', '/config');
    expect([refused.status, refused.message]).toEqual([401, 'Invalid or revoked API key']);
    const again = await owner.call('DELETE', at);
    expect([again.status, again.message]).toEqual([404, 'Widget key not found']);
    expect(await list()).toContainEqual(expect.objectContaining({ id: widget.record.id, isActive: false }));
  });

  it('shows within two seconds how often it was used, and when last', async () => {
    const widget = await owner.widget(chatbotId);
    const before = Date.now();
    const uses = Array.from({ length: 30 }, () => widget.call('GET', '/config'));
    await Promise.all(uses);
    // Refused: not a use.
    await widget.call('GET', '/config', { headers: { origin: 'https://elsewhere.example' } });
    const usage = async () => (await list()).find(({ id }) => id === widget.record.id);
    const deadline = Date.now() + 2000;
    let shown = await usage();
    while (shown?.usageCount !== 30 && Date.now() < deadline) {
      await later(50);
      shown = await usage();
    }
    expect(shown?.usageCount).toBe(30);
    const lastUsed = Date.parse(shown?.lastUsedAt ?? '');
    expect(lastUsed).toBeGreaterThanOrEqual(before);
    expect(lastUsed).toBeLessThanOrEqual(Date.now());
  });
});
