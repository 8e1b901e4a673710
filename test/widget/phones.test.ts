/** Phones: the page behind stays where it is, nothing is under the camera or a gap above the keyboard. */
import type { CDPSession } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ROOT, sharedBrowser } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { sharedService } from '../support/http/shared-service.ts';
import { newShop, visit } from '../support/widget/shop.ts';

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
const LONG_PAGE = '<h1>Shop</h1><p style="height: 3000px">All plants</p>';
/** An iPhone's. */
const INSETS = { top: 47, left: 44, right: 44, bottom: 34 };

/** Moves a finger upwards, as one does to read on. */
async function swipeUp(devices: CDPSession, { x, y }: { x: number; y: number }): Promise<void> {
  const touch = (type: string, touchPoints: object[]) =>
    devices.send('Input.dispatchTouchEvent', { type, touchPoints } as Parameters<typeof devices.send>[1] as never);
  await touch('touchStart', [{ x, y }]);
  for (let moved = 20; moved <= 240; moved += 20) await touch('touchMove', [{ x, y: y - moved }]);
  await touch('touchEnd', []);
}

describe.skipIf(chromiumPath === null)('The chat on a phone', () => {
  const browser = sharedBrowser();
  const service = sharedService();

  it('has controls of the size of a finger', async () => {
    const shop = await newShop(service(), {
      ...{ humanHandoffEnabled: true, allowLeadCapture: true, leadCaptureFields: { email: true } },
    });
    const { page, ask } = await visit(browser(), shop, { browser: PHONE });
    const root = page.locator(ROOT);
    await root.locator('.launcher').tap();
    const hits = (control: string) =>
      root
        .locator(control)
        .last()
        .evaluate((element) => {
          element.scrollIntoView({ block: 'center' });
          const { x, y, width, height } = element.getBoundingClientRect();
          const inside = element.getRootNode() as unknown as { elementFromPoint(x: number, y: number): unknown };
          const [middleX, middleY] = [x + width / 2, y + height / 2];
          return [-21, 21].map((by) => element.contains(inside.elementFromPoint(middleX, middleY + by) as never));
        });
    await ask('When are you open?');
    await root.getByRole('button', { name: 'Skip' }).waitFor();
    for (const control of ['.primary', '.secondary'])
      expect([control, await hits(control)]).toEqual([control, [true, true]]);
    await root.getByRole('button', { name: 'Skip' }).tap();
    await root.locator('.choice').first().waitFor();
    await expect
      .poll(() =>
        root
          .locator('.choices')
          .last()
          .evaluate((of) => of.getAnimations().length),
      )
      .toBe(0);
    for (const control of ['.choice', '.human', '.send', '.action']) {
      expect([control, await hits(control)]).toEqual([control, [true, true]]);
    }
  });

  it('keeps the page behind it in its place, and clear of the camera and the keyboard', async () => {
    const shop = await newShop(service(), { humanHandoffEnabled: true });
    const { page } = await visit(browser(), shop, { browser: PHONE, html: LONG_PAGE });
    const root = page.locator(ROOT);
    const devices = await page.context().newCDPSession(page);
    const scrolled = () => page.evaluate('Math.round(scrollY)');
    await root.locator('.launcher').tap();
    await root.locator('.message').first().waitFor();
    await expect.poll(() => root.locator('.panel').evaluate((panel) => panel.getAnimations().length)).toBe(0);
    for (const place of ['.human', 'h2', '.field', '.list']) {
      const { x = 0, y = 0, width = 0, height = 0 } = (await root.locator(place).boundingBox()) ?? {};
      await swipeUp(devices, { x: x + width / 2, y: y + height / 2 });
      expect([place, await scrolled()]).toEqual([place, 0]);
    }

    const padding = (element: string, side: string) =>
      root.locator(element).evaluate((of, name) => {
        const { getComputedStyle } = globalThis as unknown as {
          getComputedStyle(of: unknown): { getPropertyValue(name: string): string };
        };
        return getComputedStyle(of).getPropertyValue(`padding-${name}`);
      }, side);
    await devices.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS });
    await expect.poll(() => padding('.footer', 'bottom')).toBe('46px');
    expect(await padding('.header', 'top')).toBe('59px');
    for (const place of ['.header', '.list', '.footer']) {
      expect([place, await padding(place, 'left')]).toEqual([place, '44px']);
      expect([place, await padding(place, 'right')]).toEqual([place, '44px']);
    }
    // The keyboard covers the page, and makes only the visible part of it smaller.
    await page.evaluate(`
      Object.defineProperty(visualViewport, 'height', { value: 500 });
      visualViewport.dispatchEvent(new Event('resize'));`);
    expect(await padding('.footer', 'bottom')).toBe('12px');
    expect((await root.locator('.panel').boundingBox())?.height).toBe(500);

    await root.getByRole('button', { name: 'Close chat' }).first().tap();
    await swipeUp(devices, { x: 200, y: 500 });
    await expect.poll(scrolled).toBeGreaterThan(0);
  });

  it('that is held across shows messages and the field above its keyboard', async () => {
    const shop = await newShop(service(), { humanHandoffEnabled: true });
    const across = { ...PHONE, viewport: { width: 740, height: 160 } };
    const { page, open } = await visit(browser(), shop, { browser: across });
    await open();
    const box = async (place: string) => {
      const { y = 0, height = 0 } = (await page.locator(ROOT).locator(place).boundingBox()) ?? {};
      return { height, end: y + height };
    };
    expect((await box('.scroller')).height).toBeGreaterThan(50);
    expect((await box('.field')).end).toBeLessThan(160);
  });

  it('that is a tablet stays whole above its keyboard', async () => {
    const tablet = { hasTouch: true, viewport: { width: 1180, height: 820 } };
    const { page, open } = await visit(browser(), await newShop(service()), { browser: tablet });
    await open();
    const panel = async () => page.locator(ROOT).locator('.panel').boundingBox();
    expect(await panel()).toMatchObject({ y: 26, height: 700 });
    await page.evaluate(`
      Object.defineProperty(visualViewport, 'height', { value: 410 });
      visualViewport.dispatchEvent(new Event('resize'));`);
    expect(await panel()).toMatchObject({ y: 24, height: 374 });
    // Safari moves the visible part of the page to a field that the keyboard would cover.
    await page.evaluate(`
      Object.defineProperty(visualViewport, 'offsetTop', { value: 300 });
      visualViewport.dispatchEvent(new Event('scroll'));`);
    expect(await panel()).toMatchObject({ y: 324, height: 374 });
  });
});
