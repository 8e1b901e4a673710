/** Who may use the widget API: keys, origins, pages of other sites. */
import { beforeAll, describe, expect, it } from 'vitest';
import { newSession, shopPage } from '../../support/http/chatbot-page.ts';
import type { Owner, Widget } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
let owner: Owner;
let chatbotId: string;
let widget: Widget;
beforeAll(async () => {
  ({ owner, chatbotId, widget } = await shopPage(service()));
});

describe('A widget', () => {
  const config = (headers: Record<string, string>) => service().call('GET', '/api/chat/any/config', { headers });
  const origin = 'https://example.com';

  it('without a key is refused', async () => {
    for (const headers of [{ origin }, { origin, 'x-widget-key': '' }]) {
      const answer = await config(headers);
      expect([answer.status, answer.message]).toEqual([401, 'Missing widget key']);
    }
  });

  it('with a key that does not exist is refused', async () => {
    for (const key of ['nonsense', widget.record.keyPrefix, `${widget.key}x`, 'x'.repeat(5000)]) {
      const answer = await config({ origin, 'x-widget-key': key });
      expect([answer.status, answer.message]).toEqual([401, 'Invalid or revoked API key']);
    }
  });

  it.each([
    [['example.com'], 'https://example.com', 200, undefined],
    [['example.com'], 'HTTPS://EXAMPLE.com:8443', 200, undefined],
    [['example.com'], 'https://www.example.com', 403, 'Domain not authorized'],
    [['example.com'], 'https://example.com.evil.org', 403, 'Domain not authorized'],
    [['*.example.com'], 'https://a.b.example.com', 200, undefined],
    [['*.example.com'], 'https://example.com', 200, undefined],
    [['*.example.com'], 'https://badexample.com', 403, 'Domain not authorized'],
    [['bücher.example'], 'https://xn--bcher-kva.example', 200, undefined],
    [['*'], 'https://anything.example', 200, undefined],
    [['*'], undefined, 200, undefined],
    [['*'], 'null', 403, 'Invalid Origin'],
    [['example.com'], 'null', 403, 'Invalid Origin'],
    [['example.com'], 'nonsense', 403, 'Invalid Origin'],
    [['example.com'], undefined, 403, 'Origin header missing'],
    [[], 'https://example.com', 403, 'Domain not authorized'],
    [[], undefined, 403, 'Origin header missing'],
  ])('of a key for %j on %s is answered %i', async (domains, from, status, message) => {
    const { key } = await owner.widget(chatbotId, domains);
    const answer = await config({ 'x-widget-key': key, ...(from === undefined ? {} : { origin: from }) });
    expect([answer.status, answer.message]).toEqual([status, message]);
  });

  it('gets the public part of the configuration alone', async () => {
    const answer = await widget.call('GET', '/config');
    expect(answer.data).toEqual({
      config: {
        name: 'Support',
        primaryColor: '#2563eb',
        theme: {},
        avatarUrl: null,
        humanHandoffEnabled: false,
        welcomeMessage: '',
        quickPrompts: [],
        allowLeadCapture: false,
        leadCaptureFields: { name: false, email: false, phone: false },
      },
    });
  });

  it('gets the chatbot of its key, whatever id the path has', async () => {
    const other = await owner.chatbot({ name: 'Other' });
    const answer = await service().call<{ config: { name: string } }>('GET', `/api/chat/${other.publicId}/config`, {
      headers: widget.headers,
    });
    expect(answer.data.config.name).toBe('Support');
  });
});

describe('Pages of other sites', () => {
  const allowed = (answer: { headers: Headers }) => [
    answer.headers.get('access-control-allow-origin'),
    answer.headers.get('vary'),
    answer.headers.get('access-control-allow-credentials'),
  ];

  it('pass a preflight from any origin', async () => {
    const headers = {
      origin: 'https://anything.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-widget-key',
    };
    for (const path of ['/message', '/config', '/feedback', '/history', '/not-there']) {
      const answer = await service().call('OPTIONS', `/api/chat/any${path}`, { headers });
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(allowed(answer)).toEqual(['https://anything.example', 'Origin', null]);
      expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
      expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-widget-key');
    }
  });

  it('can read successful and refused responses', async () => {
    const ask = { method: 'POST', body: {}, headers: widget.headers };
    const elsewhere = { ...widget.headers, origin: 'https://elsewhere.example' };
    const answers = [
      await widget.call('GET', '/config'),
      await service().call('POST', '/api/chat/any/message', ask),
      await service().call('GET', '/api/chat/any/config', { headers: { origin: 'https://example.com' } }),
    ];
    for (const answer of answers) expect(allowed(answer)).toEqual(['https://example.com', 'Origin', null]);
    const refused = await service().call('GET', '/api/chat/any/config', { headers: elsewhere });
    expect([refused.status, ...allowed(refused)]).toEqual([403, 'https://elsewhere.example', 'Origin', null]);
    const stream = await service().fetch('POST', '/api/chat/any/message', {
      body: { sessionId: newSession(), message: 'Open?' },
      headers: widget.headers,
    });
    expect(stream.headers.get('access-control-allow-origin')).toBe('https://example.com');
    await stream.text();
  });

  it('cannot use a session', async () => {
    const headers = { origin: 'https://anything.example', 'access-control-request-method': 'POST' };
    const answer = await service().call('OPTIONS', '/api/chatbots', { headers });
    expect(allowed(answer)[0]).toBeNull();
  });
});
