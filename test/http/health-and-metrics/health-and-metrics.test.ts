import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { violations } from '../../support/browser/axe.ts';
import { openPage, sharedBrowser } from '../../support/browser/browser.ts';
import { chromiumPath } from '../../support/browser/chromium.ts';
import { operationsOf } from '../../support/http/operations.ts';
import { serviceOfFile, TestService } from '../../support/http/service.ts';
import { callAs, newWorld, type World } from '../../support/http/world.ts';

const service = serviceOfFile();

describe('The operator of a service', () => {
  it('gets 200 from the liveness check', async () => {
    const answer = await service().call('GET', '/healthz');
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { status: 'ok' }]);
  });

  it('gets readiness, with the lag of each read model', async () => {
    const answer = await service().call('GET', '/readyz');
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({ status: 'ready', checks: { projections: expect.any(Object) } });
  });

  it('can collect the duration of requests, by route and never by URL', async () => {
    await service().call('GET', '/api/chatbots/some-id/status');
    const { text, headers } = await service().call('GET', '/metrics');
    expect(headers.get('content-type')).toContain('text/plain');
    expect(text).toMatch(
      /chatledger_http_request_duration_seconds_count\{method="GET",route="\/api\/chatbots\/:id\/status",status="401"\} 1/,
    );
    expect(text).toContain('chatledger_ready 1');
    expect(text).toContain('chatledger_health{check="eventLog"} 1');
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
    expect(text).not.toContain('some-id');
  });

  it('can collect the lag of read models, calls to models and work items', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot();
    await owner.text(id, 'Hours', 'The shop is open every day from nine to six.');
    const widget = await owner.widget(id);
    await widget.ask('visitor', 'When is the shop open?');
    const { text } = await service().call('GET', '/metrics');
    expect(text).toMatch(/chatledger_projection_lag_seconds\{projection="messages@\d+"\} 0/);
    expect(text).toMatch(/chatledger_projection_poisoned_events\{projection="messages@\d+"\} 0/);
    for (const call of ['answer', 'embed']) {
      const ended = new RegExp(`chatledger_model_call_duration_seconds_count\\{call="${call}",outcome="ok"\\} [1-9]`);
      expect(text).toMatch(ended);
    }
    expect(text).toMatch(/chatledger_work_items_total\{group="ingestion",verdict="done"\} [1-9]/);
    expect(text).toMatch(/chatledger_work_items_running\{group="ingestion"\} \d/);
  });

  it('sees the number of open event streams', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot();
    const headers = { cookie: owner.cookie };
    const stream = await service().fetch('GET', `/api/chatbots/${id}/events`, { headers });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const running = async () =>
      /^chatledger_http_requests_running\{route="\/api\/chatbots\/:id\/events"\} (\d+)$/m.exec(
        (await service().call('GET', '/metrics')).text,
      )?.[1];
    expect(await running()).toBe('1');
    await stream.body?.cancel();
    await vi.waitFor(async () => expect(await running()).toBe('0'));
  });

  it('gets the health of each store as 1 or 0', async () => {
    const { text } = await service().call('GET', '/metrics');
    const health = [...text.matchAll(/^chatledger_health\{check="(\w+)"\} (\S+)$/gm)];
    const stores = { eventLog: '1', documents: '1', searchIndex: '1', keys: '1', blobs: '1' };
    expect(Object.fromEntries(health.map(([, check, value]) => [check, value]))).toMatchObject(stores);
    for (const [, check, value] of health) expect([check, value]).toEqual([check, expect.stringMatching(/^[01]$/)]);
    expect(health).toHaveLength(text.match(/^chatledger_health\{/gm)?.length ?? 0);
  });

  it('names metrics as Prometheus asks, and labels them with nothing that has no bound', async () => {
    for (const path of ['/no/such/route', '/api/no-such', '/docs/else']) await service().call('GET', path);
    const { text } = await service().call('GET', '/metrics');
    const ours = [...text.matchAll(/^# TYPE (chatledger_\S+) (\S+)$/gm)];
    expect(ours.length).toBeGreaterThan(7);
    for (const [, name = '', type] of ours) {
      expect(name).toMatch(/^[a-z_]+$/);
      if (type === 'counter') expect(name).toMatch(/_total$/);
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    }
    const { paths } = await service().document();
    const templates = Object.keys(paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
    const known = new Set([
      ...templates,
      'unknown',
      '/openapi.json',
      '/',
      '/docs',
      '/docs/*',
      '*',
      '/api/*',
      '/api/chat/*',
    ]);
    for (const [, route = ''] of text.matchAll(/_count\{method="\w+",route="([^"]*)"/g)) expect(known).toContain(route);
  });
});

describe.skipIf(chromiumPath === null)('The documentation page in a browser', () => {
  const browser = sharedBrowser();

  it('can be used with a screen reader', async () => {
    const { page } = await openPage(browser());
    // Four megabytes of script take a busy machine long.
    page.setDefaultTimeout(60_000);
    await page.goto(`${service().running.address}/docs/`, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Chatledger', level: 1 }).waitFor();
    await page.locator('button.scalar-code-copy').first().waitFor({ state: 'attached' });
    expect(await violations(page)).toEqual([]);
  }, 120_000);
});

describe('The documentation page', () => {
  it('shows the OpenAPI document, from the service alone', async () => {
    const bare = await service().fetch('GET', '/docs');
    expect([bare.status, bare.headers.get('location')]).toEqual([301, '/docs/']);
    const page = await service().fetch('GET', '/docs/');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const html = await page.text();
    expect(html).toContain('/openapi.json');
    expect(html).not.toContain('//cdn.');
    const script = await service().fetch('GET', '/docs/js/scalar.js');
    expect([script.status, script.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')]);
    expect((await script.text()).length).toBeGreaterThan(1_000_000);
    expect((await service().fetch('GET', '/docs/nothing')).status).toBe(404);
  });

  it.each([
    ['/docs/js/scalar.js', 1_400_000],
    ['/openapi.json', 60_000],
    ['/', 1000],
  ])('is sent compressed, with what it loads: %s', async (path, maxBytes) => {
    const whole = await service().fetch('GET', path, { headers: { 'accept-encoding': 'identity' } });
    expect([whole.headers.get('content-encoding'), whole.headers.get('vary')]).toEqual([null, 'Accept-Encoding']);
    const text = await whole.text();
    const tags = new Set([whole.headers.get('etag')]);
    for (const encoding of ['br', 'gzip']) {
      const headers = { 'accept-encoding': encoding };
      const sent = await service().fetch('GET', path, { headers });
      expect(sent.headers.get('content-encoding')).toBe(encoding);
      expect(Number(sent.headers.get('content-length'))).toBeLessThan(maxBytes);
      expect(await sent.text()).toBe(text);
      const tag = sent.headers.get('etag') ?? '';
      tags.add(tag);
      const again = await service().fetch('GET', path, { headers: { ...headers, 'if-none-match': tag } });
      expect([again.status, again.headers.get('cache-control'), await again.text()]).toEqual([304, 'no-cache', '']);
    }
    expect(tags.size).toBe(3);
  });
});

describe('The log of a service in use', () => {
  it('holds no cookie, key, body or name, even at level trace', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const traced = await TestService.start({}, { logger });
    try {
      const owner = await traced.owner('canary@example.com');
      const { id } = await owner.chatbot({ allowLeadCapture: true, leadCaptureFields: { email: true } });
      const form = new FormData();
      form.append('file', new Blob(['canary'], { type: 'text/plain' }), 'canary.txt');
      await owner.call('POST', `/chatbots/${id}/datasources/file`, { body: form });
      await owner.trained(id);
      const widget = await owner.widget(id, ['canary.example']);
      const headers = { origin: 'https://canary.example' };
      const body = { sessionId: 'canary', message: 'canary', leadData: { email: 'canary@example.com' } };
      await widget.call('POST', '/message', { body, headers });
      await widget.call('GET', '/history?sessionId=canary', { headers });
      const secrets = ['canary', widget.key, ...owner.cookie.split('; ').map((cookie) => cookie.split('=')[1] ?? '')];
      expect(lines.length).toBeGreaterThan(5);
      expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
    } finally {
      await traced.stop();
    }
  });

  it('names each request by its id and route, and no personal data', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const traced = await TestService.start({}, { logger });
    try {
      let world: World | null = null;
      for (const operation of operationsOf(await traced.document())) {
        const from = lines.length;
        // An operation that ended something leaves its world unfit for the next.
        world ??= await newWorld(traced);
        const { owner, widget, ids } = world;
        const tokens = owner.cookie.split('; ').map((cookie) => cookie.split('=')[1] ?? '');
        const secrets = [...tokens, widget.key, ids.session];
        const headers = { 'x-request-id': operation.route.replace(/\W+/g, '-'), 'user-agent': 'canary' };
        await callAs(world, operation, ({ kind }) => ids[kind], headers, 'canary');
        // Also tries each operation with unknown ids, and without a session or key.
        await callAs(world, operation, () => 'canary', headers, 'canary');
        const strange = { cookie: 'access_token=canary', 'x-widget-key': 'canary', 'if-match': 'canary' };
        await callAs(world, operation, () => 'canary', { ...headers, ...strange }, 'canary');
        const ofRequest = (line: string) => line.includes(`"requestId":"${headers['x-request-id']}"`);
        // The line of an event stream follows when the service notices that its reader left.
        const requests = await vi.waitFor(() => {
          const seen = lines.slice(from).filter((line) => ofRequest(line) && line.includes('"msg":"request"'));
          expect([operation.route, seen.length]).toEqual([operation.route, 3]);
          return seen.map((line) => JSON.parse(line) as { method: string; route: string; status?: number });
        });
        const pattern = operation.route.replaceAll(/\{(\w+)\}/g, ':$1');
        for (const { method, route, status } of requests) {
          expect([`${method} ${route}`, status]).toEqual([pattern, expect.any(Number)]);
        }
        const written = lines.slice(from);
        expect(written.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
        if (operation.method === 'DELETE' || operation.route.endsWith('/logout')) world = null;
      }
      expect(lines.filter((line) => line.includes('canary'))).toEqual([]);
    } finally {
      await traced.stop();
    }
  });
});
