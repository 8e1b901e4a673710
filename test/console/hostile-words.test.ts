/** Hostile words of strangers and websites, on every page of the console that shows it. */
import { afterAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/browser/chromium.ts';
import { ScriptedModel } from '../support/http/scripted-models.ts';
import { startTestSite } from '../support/servers/test-site.ts';
import { consoleOfFile } from './support/console.ts';

const MARKUP = `"><img src=x onerror=alert(1)><a href=javascript:alert(1)>x</a></title></script><script>alert(1)</script>`;
const MARKDOWN = `${MARKUP}\n\n![a](https://evil.example/a.png) [b](javascript:alert(1)) [c](data:text/html,<script>alert(1)</script>)`;
const ESCAPED = MARKUP.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Expressions for the page: whether the words are on it, as text or in a field, and what of them could run or lead somewhere. */
const SHOWS_WORDS = `[document.body.innerText, ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value)]
  .some((text) => text.includes('onerror=alert(1)'))`;
const HARM = `[...document.querySelectorAll('*')].flatMap(({ tagName, attributes }) => [...attributes]
  .filter(({ name, value }) => /^on/i.test(name) || (/^(?:href|src|action)$/i.test(name) && /^\\s*(?:javascript|data:text|x$)/i.test(value)))
  .map(({ name, value }) => tagName + ' ' + name + '=' + value))`;

describe.skipIf(chromiumPath === null)('Words of strangers', async () => {
  const site = await startTestSite({
    '/': `<html><head><title>${ESCAPED}</title></head><body><main><h1>${ESCAPED}</h1><p>Our shop is open from nine to five. ${ESCAPED}</p></main></body></html>`,
  });
  afterAll(() => site.close());
  const model = new ScriptedModel();
  const { open } = consoleOfFile({ CRAWL_ALLOW_HOSTS: site.host, CRAWL_DELAY_MS: '0' }, { models: model.models });

  it('run nothing, load nothing and lead nowhere they should not, on any page', async () => {
    const { page, owner, goto } = await open();
    await owner.call('PATCH', '/auth/me', { body: { name: MARKUP } });
    const { id } = await owner.chatbot({
      ...{ name: MARKUP, description: MARKUP, welcomeMessage: MARKDOWN, quickPrompts: [MARKUP], persona: MARKUP },
      ...{ allowLeadCapture: true, leadCaptureFields: { name: true, email: true, phone: true } },
      ...{ humanHandoffEnabled: true, humanHandoffEmail: MARKUP, embedDomains: [MARKUP] },
    });
    await owner.text(id, MARKUP, `We ship to all of Europe. ${MARKDOWN}`);
    const form = new FormData();
    form.append('file', new Blob(['We wrap gifts.'], { type: 'text/plain' }), '<img src=x onerror=alert(1)>.txt');
    await owner.call('POST', `/chatbots/${id}/datasources/file`, { body: form });
    await owner.call('POST', `/chatbots/${id}/datasources`, { body: { type: 'url', sourceUrl: `${site.url}/` } });
    await owner.trained(id);
    const widget = await owner.widget(id);
    model.script = async function* () {
      yield `${MARKDOWN} [1]`;
    };
    const leadData = { name: MARKUP, email: `${MARKUP}@evil.example`, phone: 'javascript:alert(1)' };
    const sessionId = '"><img src=x onerror=alert(1)>';
    const { messageId } = await widget.ask(sessionId, MARKDOWN, { leadData });
    await widget.call('POST', '/feedback', { body: { sessionId, messageId, feedback: 'negative' } });
    await widget.call('POST', '/handoff', { body: { sessionId } });
    const { data } = await owner.call<{ conversations: { id: string }[] }>('GET', `/chatbots/${id}/conversations`);

    const asked: string[] = [];
    let dialogs = 0;
    page.on('request', (request) => asked.push(request.url()));
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    const below = ['content', 'conversations', `conversations/${data.conversations[0]?.id}`, 'leads', 'satisfaction'];
    const paths = [
      '',
      '/account',
      ...[...below, 'embed', 'look', 'settings', 'try'].map((slug) => `/chatbots/${id}/${slug}`),
    ];
    for (const path of paths) {
      await goto(path);
      // Polled from here: the policy of the page forbids what `waitForFunction` evaluates in it.
      await expect.poll(() => page.evaluate(SHOWS_WORDS), { timeout: 30_000 }).toBe(true);
      expect([path, await page.evaluate(HARM)]).toEqual([path, []]);
    }
    expect(dialogs).toBe(0);
    expect(asked.filter((url) => url.includes('evil.example') || url.endsWith('/x'))).toEqual([]);
  }, 120_000);
});
