/** For everyone: axe, the keyboard, screen readers, small screens, languages. */
import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { ROOT, sharedBrowser } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { ScriptedModel } from '../support/http/scripted-models.ts';
import { sharedServiceWith } from '../support/http/shared-service.ts';
import { newShop, visit } from '../support/widget/shop.ts';

const ANSWER = `### Shipping\n\nWe ship **today** to:\n\n| Country | Days | Price |\n|---|---:|---|\n| Germany | 2 | €4 |\n\n- [Terms](https://example.com/terms)\n- \`FERN10\`\n\n\`\`\`\nlong code ${'x'.repeat(120)}\n\`\`\`\n\n> Quoted [1]`;

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  en: 'Write a message…',
  'de-AT': 'Nachricht schreiben…',
  fr: 'Écrivez un message…',
  'es-MX': 'Escriba un mensaje…',
  it: 'Scrivi un messaggio…',
  'pt-BR': 'Escreva uma mensagem…',
  ar: 'اكتب رسالة…',
  he: 'כתבו הודעה…',
  'fa-IR': 'پیامی بنویسید…',
  'zh-Hans-HK': '输入消息…',
  'zh-TW': '輸入訊息…',
  'zh-Hant': '輸入訊息…',
  ja: 'メッセージを入力…',
  uk: 'Напишіть повідомлення…',
  'vi-VN': 'Nhập tin nhắn…',
  in: 'Tulis pesan…',
  ko: '메시지를 입력하세요…',
  tlh: 'Write a message…',
};

describe.skipIf(chromiumPath === null)('The chat', () => {
  const model = new ScriptedModel();
  model.script = async function* () {
    yield ANSWER;
  };
  const browser = sharedBrowser();
  const service = sharedServiceWith(model);
  const lead = { allowLeadCapture: true, leadCaptureFields: { name: true, email: true, phone: true } };

  it.each([
    ['light', {}, { language: 'en' }, { primaryColor: '#2563eb' }],
    ['dark', { colorScheme: 'dark' }, { language: 'de' }, { primaryColor: '#facc15' }],
    ['right to left', { language: 'ar' }, { language: 'ar' }, { primaryColor: '#fde047' }],
    [
      'in colours without contrast',
      {},
      { language: 'en' },
      {
        primaryColor: '#cccccc',
        theme: {
          bg: '#eeeeee',
          panelBg: '#dddddd',
          textMuted: '#d0d0d0',
          bubbleBotBg: '#f5f5f5',
          bubbleBotText: '#eeeeee',
          headerBg: '#cccccc',
          inputBg: '#e5e5e5',
        },
      },
    ],
  ])(
    'has no fault that axe knows, %s',
    async (_name, options, page, changes) => {
      const shop = await newShop(service(), {
        ...lead,
        ...changes,
        quickPrompts: ['Do you ship?'],
        humanHandoffEnabled: true,
      });
      await shop.owner.text(
        shop.chatbotId,
        'Shipping',
        'We ship today, every day of the week, and the parcel is tracked.',
      );
      const visited = await visit(browser(), shop, { options, ...page });
      await visited.open();
      const root = visited.page.locator(ROOT);
      expect(await violations(visited.page)).toEqual([]);
      await visited.ask('Do you ship today?');
      await root.locator('.card input').first().fill('Grace');
      expect(await violations(visited.page)).toEqual([]);
      await root.locator('.card .secondary').click();
      await root.locator('.choice').nth(2).waitFor();
      await root.locator('summary').click();
      expect(await violations(visited.page)).toEqual([]);
    },
    90_000,
  );

  it('adds no landmarks to those of the page', async () => {
    const html = '<h1>Shop</h1></main><header>Fern &amp; Fig</header><footer>Imprint</footer><div>';
    const { page, open } = await visit(browser(), await newShop(service()), { html });
    await open();
    expect(await violations(page)).toEqual([]);
  });

  it('tells who speaks before each message', async () => {
    const { page, open, askAndRead } = await visit(browser(), await newShop(service()));
    await open();
    await askAndRead('Do you ship?');
    const messages = await page.locator(ROOT).locator('.message').allTextContents();
    expect(messages.map((text) => text.split(': ')[0])).toEqual(['Fern & Fig', 'You', 'Fern & Fig']);
  });

  it('is walked by keyboard alone: opens with focus, keeps it, and gives it back', async () => {
    const { page } = await visit(browser(), await newShop(service()), {
      html: '<h1>Shop</h1><button id="before">Buy</button>',
    });
    const root = page.locator(ROOT);
    await root.locator('.launcher').waitFor();
    const focused = () =>
      page.evaluate(() => {
        interface Focus {
          activeElement: { id: string; className: string; shadowRoot: Focus | null };
        }
        const { activeElement } = (globalThis as unknown as { document: Focus }).document;
        const inside = activeElement.shadowRoot?.activeElement;
        return inside?.className ?? activeElement.id;
      });
    await page.locator('#before').focus();
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('launcher');
    await page.keyboard.press('Enter');
    await root.locator('.panel .message').first().waitFor();
    await expect.poll(focused).toBe('input');
    const walked = new Set<string>();
    for (let step = 0; step < 20; step++) {
      await page.keyboard.press(step < 12 ? 'Tab' : 'Shift+Tab');
      walked.add(await focused());
    }
    expect([...walked]).not.toContain('before');
    expect([...walked]).not.toContain('launcher');
    expect(walked).toContain('input');
    expect(walked).toContain('tool');
    await page.keyboard.press('Escape');
    expect(await root.locator('.panel').isVisible()).toBe(false);
    expect(await focused()).toBe('launcher');
  });

  it('keeps the focus where the browser tells Shift and Tab by their code only, as WebKit does on Linux', async () => {
    const { page, open } = await visit(browser(), await newShop(service()));
    const root = page.locator(ROOT);
    await open();
    await root.locator('.tool').first().focus();
    await root
      .locator('.tool')
      .first()
      .dispatchEvent('keydown', { key: 'Unidentified', code: 'Tab', shiftKey: true, bubbles: true, cancelable: true });
    await root.locator('textarea:focus').waitFor({ timeout: 5_000 });
  });

  it.each([
    ['no-preference', 1],
    ['reduce', 0],
  ] as const)(
    'opens and closes with motion only where the visitor has not asked for less: %s',
    async (reducedMotion, least) => {
      const { page, open } = await visit(browser(), await newShop(service()), { browser: { reducedMotion } });
      await open();
      const panel = page.locator(ROOT).locator('.panel');
      const moving = await panel.evaluate((element) => {
        const { Chatledger } = globalThis as unknown as { Chatledger: { close(): void } };
        Chatledger.close();
        return (element as unknown as { getAnimations(): unknown[] }).getAnimations().length;
      });
      expect(Math.min(moving, 1)).toBe(least);
      await panel.waitFor({ state: 'hidden' });
    },
  );

  it('announces that an answer is written, and the finished answer once', async () => {
    const { page, open, askAndRead } = await visit(browser(), await newShop(service()));
    const root = page.locator(ROOT);
    await open();
    expect(await root.locator('.scroller').getAttribute('aria-live')).toBe('off');
    const announced = await page.evaluateHandle(`(() => {
      const texts = [];
      const status = document.querySelector('${ROOT}').shadowRoot.querySelector('.transcript [role=status]');
      new MutationObserver(() => texts.push(status.textContent)).observe(status, { childList: true });
      return texts;
    })()`);
    await askAndRead('Do you ship?');
    const texts = async () => ((await announced.jsonValue()) as string[]).filter((text) => text !== '');
    await expect.poll(async () => (await texts()).length).toBe(2);
    expect(await texts()).toEqual(['Writing…', expect.stringMatching(/^Fern & Fig: /)]);
  });

  it('announces words without the marks of Markdown, and blocks and cells apart', async () => {
    const { page, open, askAndRead } = await visit(browser(), await newShop(service()));
    await open();
    await askAndRead('Do you ship?');
    const status = page.locator(ROOT).locator('.transcript').getByRole('status');
    await expect.poll(() => status.textContent()).toMatch(/^Fern & Fig: Shipping\nWe ship today to:\s+Country\nDays\n/);
    expect(await status.textContent()).toMatch(/Germany\n2\n€4\n\s*Terms\nFERN10\n[\s\S]*Quoted$/);
  });

  it('fits every screen without scrolling sideways, also at 200 % zoom', async () => {
    const shop = await newShop(service(), { humanHandoffEnabled: true });
    const { page, open, askAndRead } = await visit(browser(), shop);
    await open();
    await askAndRead('Do you ship?');
    const root = page.locator(ROOT);
    const devices = await page.context().newCDPSession(page);
    for (const [width, height, deviceScaleFactor] of [
      [320, 568, 2],
      [390, 844, 3],
      [640, 360, 1],
      [1280, 800, 1],
      // A window of 1280 by 800 at 200 %, and of 1024 by 768.
      [640, 400, 2],
      [512, 384, 2],
    ] as const) {
      const screen = { width, height, deviceScaleFactor, mobile: false };
      await devices.send('Emulation.setDeviceMetricsOverride', screen);
      // The layout follows the screen a moment later.
      await expect
        .poll(async () => {
          const { x, y, ...size } = (await root.locator('.panel').boundingBox()) ?? {
            x: -1,
            y: -1,
            width: 0,
            height: 0,
          };
          return [x >= 0, y >= 0, x + size.width <= width, y + size.height <= height];
        })
        .toEqual([true, true, true, true]);
      const overflow = await root.locator('.scroller').evaluate((element) => element.scrollWidth - element.clientWidth);
      expect([screen, overflow]).toEqual([screen, 0]);
      expect(await root.locator('textarea').isVisible()).toBe(true);
      // Something of the conversation can be read.
      expect((await root.locator('.scroller').boundingBox())?.height).toBeGreaterThan(80);
    }
  });

  it('speaks the page’s language, and English where it knows none', async () => {
    const { page, site } = await visit(browser(), await newShop(service()));
    const spoken: Record<string, string | null> = {};
    for (const language of Object.keys(PLACEHOLDERS)) {
      await page.goto(`${site}/?lang=${language}`);
      await page.locator(`${ROOT} .launcher`).click();
      spoken[language] = await page.locator(`${ROOT} textarea`).getAttribute('placeholder');
      const direction = await page.locator(`${ROOT} .widget`).getAttribute('dir');
      expect([language, direction]).toEqual([language, /^(?:ar|he|fa)/.test(language) ? 'rtl' : 'ltr']);
    }
    expect(spoken).toEqual(PLACEHOLDERS);
  });

  it('takes the site’s own words', async () => {
    const options = { language: 'fr', texts: { placeholder: 'Ask us <b>anything</b>', unknown: 'x' } };
    const { page, open } = await visit(browser(), await newShop(service()), { options });
    await open();
    expect(await page.locator(ROOT).locator('textarea').getAttribute('placeholder')).toBe('Ask us <b>anything</b>');
  });
});
