/** Coming in and going out. */
import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { consoleOfFile, PHONE } from './support/console.ts';

describe.skipIf(chromiumPath === null)('The console where registration is closed', () => {
  const { open } = consoleOfFile({ REGISTRATION: 'closed' });

  it('offers no registration, and names the command of the operator to who comes for one', async () => {
    const { page } = await open({ owner: null, path: '/sign-in' });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('link', { name: 'Create one' }).count()).toBe(0);
    await page.goto(`${new URL(page.url()).origin}/console/register`);
    await page.getByRole('heading', { name: 'Registration is closed' }).waitFor();
    await page.getByText('npm run accounts -- create EMAIL').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
  });
});

describe.skipIf(chromiumPath === null)('The console', () => {
  const { open, service } = consoleOfFile();

  it('lets a stranger register, shows no chatbot yet, and signs out', async () => {
    const { page } = await open({ owner: null, path: '/chatbots/any/content?open=1' });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('link', { name: 'Create one' }).click();
    await page.getByText('this service mails no new one').waitFor();
    await page.getByLabel('Your name').fill('Ada');
    // The service is shared, and tests of the documented examples register ada@example.com there.
    await page.getByLabel('Email').fill('ada.stranger@example.com');
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/console/chatbots/any/content?open=1');
    await page.getByRole('heading', { name: 'This chatbot does not exist' }).waitFor();
    await page.getByRole('link', { name: 'Go to your chatbots' }).click();
    await page.getByText('Your first chatbot is two minutes away').waitFor();
    expect(await page.getByRole('main').getByRole('link').allInnerTexts()).toEqual(['Create a chatbot']);
    await page.getByRole('button', { name: /Ada/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('says which address the service goes by when it is opened at another', async () => {
    const { page } = await open({ owner: null, path: '/register' });
    // As behind a proxy that the configuration does not name.
    await page.route('**/api/auth/register', async (route) => {
      const headers = { ...route.request().headers(), origin: 'https://chat.example.com' };
      return route.fulfill({ response: await route.fetch({ headers }) });
    });
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Email').fill('ada.proxied@example.com');
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page
      .getByText(/^Origin is https:\/\/chat\.example\.com, but must be PUBLIC_URL \(http:.+\) or one of WEB_ORIGINS\.$/)
      .waitFor();
  });

  it.each([
    ['no-preference', 1],
    ['reduce', 0],
  ] as const)('turns a ring while it waits only where motion is wanted: %s', async (reducedMotion, least) => {
    const { page } = await open({ owner: null, path: '/sign-in', reducedMotion });
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/auth/login', async (route) => {
      await answered.promise;
      await route.fulfill({ status: 401, json: { success: false } });
    });
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const button = page.locator('button[aria-busy=true]');
    await button.waitFor();
    const endless = await page.evaluate(
      `document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime === Infinity).length`,
    );
    expect(endless).toBe(least);
    answered.resolve();
    await button.waitFor({ state: 'detached' });
  });

  it('says that it needs cookies where the browser blocks all, as Firefox does by refusing storage and channels', async () => {
    const { page } = await open({ owner: null, path: '/sign-in' });
    await page.addInitScript(`
      Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
      window.BroadcastChannel = class { constructor() { throw new DOMException('The operation is insecure.', 'SecurityError'); } };
    `);
    await page.reload();
    await page.getByText('The console needs cookies.').waitFor();
    await page.getByText('Loading the console').waitFor({ state: 'detached' });
  });

  it('shows the chatbots also where an address was cut short', async () => {
    const { page } = await open({ path: '/chatbots' });
    await page.getByRole('heading', { name: 'Chatbots', exact: true }).waitFor();
  });

  it('shows on a button that its work is under way, in the place of its words and at the same size', async () => {
    const { page } = await open({ owner: null, path: '/sign-in' });
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/auth/login', async (route) => {
      await answer.promise;
      await route.abort();
    });
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password').fill('correct horse');
    const button = page.getByRole('button', { name: 'Sign in' });
    const before = await button.boundingBox();
    await button.click();
    const shown = () =>
      page.evaluate(`(() => {
        const button = document.querySelector('[type=submit]');
        const { content, opacity } = getComputedStyle(button, '::after');
        return { words: getComputedStyle(button).webkitTextFillColor, ring: content === 'none' ? '0' : opacity };
      })()`);
    await expect.poll(shown).toEqual({ words: 'rgba(0, 0, 0, 0)', ring: '1' });
    expect(await button.boundingBox()).toEqual(before);
    answer.resolve();
    await page.getByText('The service cannot be reached').waitFor();
    expect(await shown()).toMatchObject({ ring: '0' });
  });

  it('says why somebody cannot come in', async () => {
    await service().owner('grace.owner@example.com');
    const { page } = await open({ owner: null, path: '/sign-in' });
    await page.getByLabel('Email').fill('grace.owner@example.com');
    await page.getByLabel('Password').fill('wrong horse');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('Invalid email or password').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it.each([
    ['light', undefined],
    ['dark', undefined],
    ['dark', PHONE],
  ] as const)('lists chatbots with status and counts, for everyone: %s, %j', async (colorScheme, viewport) => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: '<img src=x onerror=alert(1)> Shop', description: 'For the shop' });
    await owner.text(id, 'Hours', 'We are open from nine to five, every day of the week.');
    const { page } = await open({ owner, colorScheme, ...(viewport === undefined ? {} : { viewport }) });
    await page.getByRole('link', { name: '<img src=x onerror=alert(1)> Shop' }).waitFor();
    await page.getByText('Ready').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
