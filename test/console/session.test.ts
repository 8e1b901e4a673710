/** The session: renewed silently, ended everywhere at once; and the way about without a mouse. */
import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { consoleOfFile, DESKTOP, PHONE } from './support/console.ts';

describe.skipIf(chromiumPath === null)('A session of the console', () => {
  const { open, openTab, service } = consoleOfFile();

  /** Signed in by the form, as the flag of a session is the console's own. */
  async function signedIn() {
    const email = `${crypto.randomUUID()}@example.com`;
    const owner = await service().owner(email);
    await owner.chatbot({ name: 'Shop' });
    const { page, context } = await open({ owner: null, path: '/sign-in' });
    const signIn = async () => {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill('correct horse');
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await signIn();
    await page.getByRole('link', { name: 'Shop' }).waitFor();
    return { page, context, signIn };
  }

  it('is renewed without a word when its access token has expired, once for two tabs', async () => {
    const { page, context } = await signedIn();
    const renewals: string[] = [];
    const lists: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/api/auth/refresh')) renewals.push(request.url());
      if (request.url().endsWith('/api/chatbots')) lists.push(request.url());
    });
    const other = await openTab(context);
    await other.getByRole('link', { name: 'Shop' }).waitFor();
    // One request serves all components of the page that show chatbots.
    expect(lists).toHaveLength(1);
    await context.clearCookies({ name: 'access_token' });
    const listed = [page, other].map((tab) =>
      tab.waitForResponse(
        (response) => response.url().endsWith('/api/chatbots') && [200, 304].includes(response.status()),
      ),
    );
    await Promise.all([page, other].map((tab) => tab.getByRole('link', { name: 'Shop' }).click()));
    await Promise.all(listed);
    await Promise.all([page, other].map((tab) => tab.getByRole('heading', { name: 'Try it' }).waitFor()));
    expect(renewals).toHaveLength(1);
  });

  it('is renewed also while another tab was put to sleep as it renewed the session', async () => {
    const { page, context } = await signedIn();
    const sleeper = await openTab(context);
    await sleeper.evaluate(`new Promise((resolve) => {
      const sleep = () => { resolve(); return new Promise(() => {}); };
      void navigator.locks.request('chatledger-session-renewal', sleep);
    })`);
    await context.clearCookies({ name: 'access_token' });
    await page.reload();
    await page.getByRole('link', { name: 'Shop' }).waitFor();
  });

  it('that begins anew in another tab stays, when the end of the former one is told late', async () => {
    const { page, context } = await signedIn();
    const cookies = await context.cookies();
    await context.clearCookies();
    const [refused, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/api/auth/refresh', async (route) => {
      const refusal = await route.fetch();
      refused.resolve();
      await told.promise;
      await route.fulfill({ response: refusal });
    });
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await refused.promise;
    await context.addCookies(cookies);
    const known = page.waitForResponse((response) => response.url().endsWith('/api/auth/me') && response.ok());
    await page.evaluate(`{
      const tab = new BroadcastChannel('chatledger-session');
      tab.postMessage('changed');
    }`);
    await (await known).finished();
    const listed = page.waitForResponse(
      (response) => response.url().endsWith('/api/chatbots') && [200, 304].includes(response.status()),
    );
    told.resolve();
    await listed;
    expect(await page.getByRole('dialog', { name: 'Sign in again' }).count()).toBe(0);
  });

  it('ends in every tab when one signs out, and begins in every tab when one signs in, at the page where it was', async () => {
    const { page, context, signIn } = await signedIn();
    const other = await openTab(context, '/account');
    await other.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    await page.getByRole('button', { name: /Ada/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn();
    await other.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    expect(new URL(other.url()).pathname).toBe('/console/account');
  });

  it('that has ended is signed in to again over the page; nothing of it is in storage', async () => {
    const { page, context } = await signedIn();
    const cookies = (await context.cookies()).map(({ value }) => value);
    const stored = String(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
    );
    for (const value of cookies) expect(stored).not.toContain(value);
    await context.clearCookies();
    await page.getByRole('link', { name: 'Shop' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByText('Your session has ended.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByLabel('Password').fill('wrong horse');
    await page.keyboard.press('Enter');
    await dialog.getByText('Invalid email or password').waitFor();
    await page.getByLabel('Password').fill('correct horse');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Try it' }).waitFor();
  });

  it('that has ended takes no unsaved words with it: settings, a text, looks and a reply are sent after signing in again', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Shop' });
    await (await owner.widget(id)).ask('visitor', 'Hello');
    await owner.call('POST', `/chatbots/${id}/sessions/visitor/takeover`);
    const { data } = await owner.call<{ conversations: { id: string }[] }>('GET', `/chatbots/${id}/conversations`);
    const { page, context, goto } = await open({ owner, path: `/chatbots/${id}/settings` });
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    const sendWithoutSession = async (button: string) => {
      const send = page.getByRole('button', { name: button, exact: true, disabled: false });
      await send.waitFor();
      await context.clearCookies();
      // A request in the background may meet the end of the session first: the dialog then covers the button.
      await send.dispatchEvent('click');
      await dialog.getByLabel('Password').fill('correct horse');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    };
    await page.getByLabel('System prompt').fill('Never promise a refund.');
    await sendWithoutSession('Save');
    await page.getByText('Settings saved').waitFor();

    await goto(`/chatbots/${id}/content?add=text`);
    await page.getByLabel('Title').fill('Hours');
    await page.getByLabel('Text', { exact: true }).fill('We are open from nine to five.');
    await sendWithoutSession('Add text');
    await page.getByRole('heading', { name: 'Hours' }).waitFor();

    await goto(`/chatbots/${id}/look`);
    await page.getByLabel('Welcome message').fill('Good day!');
    await sendWithoutSession('Save');
    await page.getByText('Saved. Websites show it').waitFor();

    await goto(`/chatbots/${id}/conversations/${data.conversations[0]?.id}`);
    await page.getByLabel('Message to the visitor').fill('I am here.');
    await sendWithoutSession('Send');
    await page.getByRole('log').getByText('I am here.').waitFor();
  });

  it('that ended in every tab goes on in every tab, and leads out where one signs out', async () => {
    const { page, context } = await signedIn();
    await page.getByRole('link', { name: 'Shop' }).click();
    await page.getByRole('heading', { name: 'Try it' }).waitFor();
    const other = await openTab(context, '/account');
    await other.getByLabel('Your name').fill('Grace');
    await context.clearCookies();
    const again = (tab: typeof page) => tab.getByRole('dialog', { name: 'Sign in again' });
    await page.getByRole('link', { name: 'Leads' }).dispatchEvent('click');
    await again(other).waitFor();
    // A tab that is opened meanwhile has no unsaved work and does not disturb the others.
    const third = await openTab(context, '/account');
    await third.getByRole('heading', { name: 'Sign in' }).waitFor();
    await again(page).getByLabel('Password').fill('correct horse');
    await page.keyboard.press('Enter');
    await again(other).waitFor({ state: 'detached' });
    expect(await other.getByLabel('Your name').inputValue()).toBe('Grace');
    await third.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    await context.clearCookies();
    // Another tab may have met the end of the session first, and the dialog is there.
    await other.getByRole('button', { name: 'Save name' }).dispatchEvent('click');
    await again(other).getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await other.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  });

  it.each(['//elsewhere.example/', 'https://elsewhere.example/', '/consoles', 'javascript:alert(1)'])(
    'never leads to another site: %s',
    async (next) => {
      const owner = await service().owner();
      const { page } = await open({ owner, path: `/sign-in?next=${encodeURIComponent(next)}` });
      await page.getByText('Your first chatbot is two minutes away').waitFor();
      expect(new URL(page.url()).pathname).toBe('/console');
    },
  );
});

describe.skipIf(chromiumPath === null)('The way about', () => {
  const { open, service } = consoleOfFile();

  it('is the command palette, by / or Ctrl-K, with keys alone; back leads back', async () => {
    const owner = await service().owner();
    await owner.chatbot({ name: 'Shop' });
    await owner.chatbot({ name: 'Handbook' });
    const { page } = await open({ owner });
    await page.getByRole('link', { name: 'Handbook' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('sett handb');
    const option = page.getByRole('option', { selected: true });
    expect(await option.innerText()).toMatch(/Settings\s+Handbook/);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Handbook');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('zzz');
    await page.getByText('Nothing is called that.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('heading', { name: 'Chatbots' }).waitFor();
  });

  it('is the bar and the menu of a phone', async () => {
    const owner = await service().owner();
    await owner.chatbot({ name: 'Shop' });
    const { page } = await open({ owner, viewport: PHONE, hasTouch: true });
    await page.getByRole('link', { name: 'Shop' }).click();
    const bar = page.getByRole('navigation', { name: 'Main pages' });
    const current = bar.locator('[aria-current]');
    expect(await current.innerText()).toBe('Try it');
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog', { name: 'Chatledger' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    expect(await current.innerText()).toBe('More');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await violations(page)).toEqual([]);
  });

  it('shows where one is with forced colours, which take backgrounds away, and its way about in a low window', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Shop' });
    const { page } = await open({ owner, path: `/chatbots/${id}/satisfaction` });
    await page.emulateMedia({ forcedColors: 'active' });
    const background = (name: string, role: 'link' | 'button') =>
      page.getByRole(role, { name, exact: true }).evaluate((element) => {
        const tab = globalThis as unknown as { getComputedStyle(of: unknown): { backgroundColor: string } };
        return tab.getComputedStyle(element).backgroundColor;
      });
    expect(await background('Satisfaction', 'link')).not.toBe(await background('Leads', 'link'));
    expect(await background('30 days', 'button')).not.toBe(await background('90 days', 'button'));
    await page.emulateMedia({ forcedColors: 'none' });
    // In a low window, the rail scrolls as a whole: most of its pages are in sight.
    await page.setViewportSize({ width: 1000, height: 450 });
    const {
      x = 0,
      y = 0,
      width = 0,
      height = 0,
    } = (await page.getByRole('link', { name: 'Leads' }).boundingBox()) ?? {};
    const there = `document.elementFromPoint(${x + width / 2}, ${y + height - 5}).closest('a')?.innerText`;
    expect(await page.evaluate(there)).toBe('Leads');
    await page.getByRole('button', { name: /Ada/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  });

  it.each([DESKTOP, PHONE])('has no pages of a chatbot that does not exist: %j', async (viewport) => {
    const { page } = await open({ path: '/chatbots/none/content', viewport });
    await page.getByRole('heading', { name: 'Chatbot not found' }).waitFor();
    await page.getByRole('heading', { name: 'This chatbot does not exist' }).waitFor();
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
    expect(await page.getByRole('navigation', { name: 'Main pages' }).count()).toBe(0);
    await expect.poll(() => page.title()).toBe('Chatbot not found · Chatledger');
    expect(await violations(page)).toEqual([]);
  });

  it.each(['/chatbots/none/content', '/nowhere'])('never ends in an empty page: %s', async (path) => {
    const { page } = await open({ path });
    await page.getByRole('link', { name: 'Go to your chatbots' }).click();
    await page.getByText('Your first chatbot is two minutes away').waitFor();
  });
});
