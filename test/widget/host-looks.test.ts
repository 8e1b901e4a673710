/** Looks of pages that the chat goes along with, or that must not reach it. */
import { describe, expect, it } from 'vitest';
import { ROOT, sharedBrowser } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { sharedService } from '../support/http/shared-service.ts';
import { fakeApi } from '../support/widget/fake-api.ts';
import { newShop, visit } from '../support/widget/shop.ts';

const TABLE = {
  ...{ messageId: 'm1', role: 'assistant', sources: [], suggestions: ['a'], feedback: null, createdAt: '2026-01-01' },
  content: '| Day | Hours |\n| --- | --- |\n| Saturday | 10:00–14:00 |\n| Sunday and public holidays | closed |',
};

/** Languages whose words about a person are the longest. */
const LANGUAGES = ['de', 'pl', 'uk', 'el'];

describe.skipIf(chromiumPath === null)('The chat', () => {
  const browser = sharedBrowser();
  const service = sharedService();

  it.each([
    ['body { background: oklch(0.985 0.002 247.8) }', 'light'],
    ['body { background: oklch(0.21 0.034 264.7) }', 'dark'],
    ['body { background: lab(98% 0 0) }', 'light'],
    ['body { background: lab(12% 0 0) }', 'dark'],
    ['body { background: color(display-p3 0.98 0.98 0.99) }', 'light'],
    ['body { background: color(srgb 0.1 0.1 0.12) }', 'dark'],
    // Applications colour an element that is as large as the page.
    ['body { margin: 0 } main { background: #0b0b10; min-height: 100vh }', 'dark'],
    ['body { margin: 0; background: #111 } main { background: #fff; min-height: 200vh }', 'light'],
    ['h1 { background: #000; color: #fff; height: 50vh }', 'light'],
  ])('is as light or as dark as a page with %s', async (style, scheme) => {
    const { page, open } = await visit(browser(), await newShop(service()), { head: `<style>${style}</style>` });
    await open();
    const shown = await page
      .locator(ROOT)
      .locator('.widget')
      .evaluate((widget) => {
        const { style: set } = widget as unknown as { style: { getPropertyValue(name: string): string } };
        return set.getPropertyValue('color-scheme');
      });
    expect(shown).toBe(scheme);
  });

  /** A conversation with a table, on a page. */
  async function withTable(how: NonNullable<Parameters<typeof visit>[2]>, state: object = {}) {
    const shop = await newShop(service());
    const stored = JSON.stringify({ sessionId: 's', isBegun: true, ...state });
    const begun = `<script>localStorage.setItem('chatledger:${shop.config.chatbotId}', '${stored}')</script>`;
    const { page, open } = await visit(browser(), shop, { ...how, head: begun + (how.head ?? '') });
    await fakeApi(page, { history: [TABLE] });
    await open();
    const root = page.locator(ROOT);
    await root.locator('td').first().waitFor();
    return { page, root };
  }

  it('looks the same on a page in quirks mode', async () => {
    const head = '<style>body { color: rgb(0, 0, 128) }</style>';
    const look = async (doctype: string) => {
      const { root } = await withTable({ head, doctype });
      const color = await root
        .locator('td')
        .first()
        .evaluate((cell) => {
          const { getComputedStyle } = globalThis as unknown as { getComputedStyle(of: unknown): { color: string } };
          return getComputedStyle(cell).color;
        });
      return { color, footer: (await root.locator('.footer').boundingBox())?.height };
    };
    expect(await look('')).toEqual(await look('<!doctype html>'));
  });

  it('keeps short cells of a table on one line on the narrowest phone, and lets long ones wrap', async () => {
    const { root } = await withTable({ browser: { viewport: { width: 320, height: 640 } } });
    const lines = (cell: string) =>
      root.getByRole('cell', { name: cell }).evaluate((element) => {
        const { document } = globalThis as unknown as {
          document: { createRange(): { selectNodeContents(of: unknown): void; getClientRects(): object[] } };
        };
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getClientRects().length;
      });
    expect(await lines('10:00–14:00')).toBe(1);
    // How many lines it takes depends on the fonts of the machine.
    expect(await lines('Sunday and public holidays')).toBeGreaterThan(1);
    const [content, visible] = await root.locator('.scroll').evaluate((box) => {
      const { scrollWidth, clientWidth } = box as unknown as { scrollWidth: number; clientWidth: number };
      return [scrollWidth, clientWidth];
    });
    expect(content).toBe(visible);
  });

  it('fades what scrolls sideways also for visitors who want less motion', async () => {
    const { root } = await withTable({ browser: { reducedMotion: 'reduce' } });
    const name = (part: string) =>
      root
        .locator(part)
        .first()
        .evaluate((element) => {
          const { getComputedStyle } = globalThis as unknown as {
            getComputedStyle(of: unknown): { animationName: string };
          };
          return getComputedStyle(element).animationName;
        });
    expect([await name('.scroll'), await name('.panel')]).toEqual(['more', 'none']);
  });

  it.each([320, 390])('says on one line of a phone %i px wide who answers', async (width) => {
    const state = { isTakenOver: true, liveUntil: Date.now() + 3_600_000 };
    for (const language of LANGUAGES) {
      const { root } = await withTable({ language, browser: { viewport: { width, height: 640 } } }, state);
      const { height } = (await root.locator('.subtitle.is-live').boundingBox()) ?? {};
      expect([language, height]).toEqual([language, expect.closeTo(18, 0)]);
    }
  });
});
