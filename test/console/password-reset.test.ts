/** A forgotten password: from the sign-in page to a mailed link and a new password. */
import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { freePort } from '../support/servers/free-port.ts';
import { MailServer } from '../support/servers/mail-server.ts';
import { consoleOfFile, DESKTOP, overflowOf, PHONE } from './support/console.ts';

const port = await freePort();

describe.skipIf(chromiumPath === null)('A forgotten password', () => {
  const { open, openTab, service } = consoleOfFile({ SMTP_URL: `smtp://127.0.0.1:${port}` });

  it('is asked for on the sign-in page and replaced by the mailed link, which the address bar then forgets', async () => {
    const mail = await MailServer.start(port);
    const email = `${crypto.randomUUID()}@example.com`;
    await service().owner(email);
    const { page, context } = await open({ owner: null, path: '/sign-in?next=%2Fconsole%2Faccount' });
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    await page.getByRole('status').getByText(email).waitFor();
    expect(await violations(page)).toEqual([]);
    const [received] = await mail.accepted(1);
    const source = (received?.source ?? '').replace(/=\r\n/g, '').replace(/=3D/g, '=');
    const token = /\/console\/reset-password#token=(\S+)/.exec(source)?.[1] ?? '';
    const requested: string[] = [];
    context.on('request', (request) => {
      requested.push(request.url(), request.headers().referer ?? '');
    });
    const opened = await openTab(context, `/reset-password#token=${token}`);
    await opened.getByLabel('New password').fill('battery staple');
    expect(new URL(opened.url()).hash).toBe('');
    await opened.getByRole('button', { name: 'Set password' }).click();
    await opened.getByRole('heading', { name: 'Your password is changed' }).waitFor();
    expect(requested.filter((address) => address.includes(token))).toEqual([]);
    await opened.getByRole('link', { name: 'Sign in' }).click();
    await opened.getByLabel('Email').fill(email);
    await opened.getByLabel('Password').fill('battery staple');
    await opened.getByRole('button', { name: 'Sign in' }).click();
    await opened.getByText('Your first chatbot is two minutes away').waitFor();
    await opened.goto(`${service().running.address}/console/reset-password`);
    await opened.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
  });

  it('is replaced also where somebody is signed in, who signs in again over what is not saved yet', async () => {
    const { page, context, owner } = await open({ path: '/account' });
    await page.getByLabel('Your name').fill('Grace');
    const { data } = await owner.call<{ user: { email: string } }>('GET', '/auth/me');
    const other = await openTab(context, `/reset-password#token=${await service().resetToken(data.user.email)}`);
    await other.getByLabel('New password').fill('é'.repeat(40));
    await other.getByRole('button', { name: 'Set password' }).click();
    await other.getByText('Must have 8 to 72 bytes').waitFor();
    await other.getByLabel('New password').fill('battery staple');
    await other.getByRole('button', { name: 'Set password' }).click();
    await other.getByRole('heading', { name: 'Your password is changed' }).waitFor();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password').fill('battery staple');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Your name').inputValue()).toBe('Grace');
  });

  it('of one account leaves another that is signed in as it is', async () => {
    const { page, context } = await open({ path: '/account' });
    await page.getByLabel('Your name').fill('Grace');
    const email = `${crypto.randomUUID()}@example.com`;
    await service().owner(email);
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/auth/me') && response.ok());
    const other = await openTab(context, `/reset-password#token=${await service().resetToken(email)}`);
    await other.getByLabel('New password').fill('battery staple');
    await other.getByRole('button', { name: 'Set password' }).click();
    await asked;
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('Name saved').waitFor();
  });

  it.each([DESKTOP, PHONE])(
    'when a session has ended over unsaved work is asked for in a new tab, and the work is still there: %j',
    async (viewport) => {
      const email = `${crypto.randomUUID()}@example.com`;
      const owner = await service().owner(email);
      const { page, context } = await open({ owner, path: '/account', viewport });
      await page.getByLabel('Your name').fill('Grace');
      // Not before: the page's other requests would open the dialog over the button.
      await page.route('**/api/auth/me', async (route) => {
        if (route.request().method() === 'PATCH') await context.clearCookies();
        await route.continue();
      });
      await page.getByRole('button', { name: 'Save name' }).click();
      const dialog = page.getByRole('dialog', { name: 'Sign in again' });
      await dialog.waitFor();
      await page.unrouteAll();
      const opening = context.waitForEvent('page');
      await dialog.getByRole('link', { name: 'Forgot your password?' }).click();
      expect(await violations(page)).toEqual([]);
      const tab = await opening;
      await tab.getByRole('button', { name: 'Send the link' }).waitFor();
      await tab.goto(`${service().running.address}/console/reset-password#token=${await service().resetToken(email)}`);
      await tab.getByLabel('New password').fill('battery staple');
      await tab.getByRole('button', { name: 'Set password' }).click();
      await tab.getByRole('link', { name: 'Sign in' }).click();
      await tab.getByLabel('Email').fill(email);
      await tab.getByLabel('Password').fill('battery staple');
      await tab.getByRole('button', { name: 'Sign in' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Name saved').waitFor();
    },
  );

  it('stays as it is behind a link that was used or altered, which leads to a new one', async () => {
    const { page, owner } = await open();
    const { data } = await owner.call<{ user: { email: string } }>('GET', '/auth/me');
    const token = await service().resetToken(data.user.email);
    await page.goto(`${service().running.address}/console/reset-password#token=${token}A`);
    await page.getByLabel('New password').fill('battery staple');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect((await owner.call('GET', '/auth/me')).status).toBe(200);
    await page.getByRole('link', { name: 'Ask for a new link' }).waitFor();
    // Another link in the same tab changes the fragment alone.
    await page.goto(`${service().running.address}/console/reset-password#token=${token}`);
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
  });

  it.each([
    ['light', undefined],
    ['dark', undefined],
    ['light', PHONE],
    ['dark', PHONE],
  ] as const)('has pages for everyone: %s, %j', async (colorScheme, viewport) => {
    for (const path of ['/sign-in', '/forgot-password', '/reset-password#token=any', '/reset-password']) {
      const { page } = await open({ owner: null, path, colorScheme, ...(viewport === undefined ? {} : { viewport }) });
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect([path, await violations(page)]).toEqual([path, []]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    }
  });
});

describe.skipIf(chromiumPath === null)('A forgotten password where no mail server is set', () => {
  const { open } = consoleOfFile();

  it('leads from the sign-in page to the command of the operator', async () => {
    const { page } = await open({ owner: null, path: '/sign-in' });
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByText('npm run accounts -- reset-password EMAIL').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
