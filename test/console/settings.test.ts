/** Settings of a chatbot and of the account. */
import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { consoleOfFile } from './support/console.ts';

describe.skipIf(chromiumPath === null)('The settings of a chatbot', () => {
  const { open, service } = consoleOfFile();

  async function openSettings() {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Shop' });
    return { ...(await open({ owner, path: `/chatbots/${id}/settings` })), id };
  }

  it('are changed together, say what is wrong with a field, and change nothing else', async () => {
    const { page, owner, id } = await openSettings();
    await page.getByLabel('Name', { exact: true }).first().fill('');
    await page.getByLabel('System prompt').fill('Never promise a refund.');
    await page.getByLabel('Read websites and videos again').selectOption('weekly');
    await page.getByLabel('Ask visitors for their contact details').check();
    await page.getByLabel('Email address', { exact: true }).check();
    await owner.call('PATCH', `/chatbots/${id}`, { body: { tone: 'Brief' } });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Name').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Name', { exact: true }).first().fill('Fern & Fig');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    const { data } = await owner.call<{ chatbot: object }>('GET', `/chatbots/${id}`);
    expect(data.chatbot).toMatchObject({
      name: 'Fern & Fig',
      systemPrompt: 'Never promise a refund.',
      tone: 'Brief',
      autoRefreshSchedule: 'weekly',
      allowLeadCapture: true,
      leadCaptureFields: { name: false, email: true, phone: false },
    });
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  it('take no address for requests for a human to which no mail can go', async () => {
    const { page } = await openSettings();
    const email = page.getByLabel('Email address to notify when a visitor asks');
    await email.fill('support at example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Must be an email address', { exact: true }).waitFor();
    expect(await page.getByText('Settings saved').count()).toBe(0);
    await email.fill('support@example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
  });

  it('say that this service sends no mail and has no language model', async () => {
    const { page } = await openSettings();
    const email = page.getByRole('textbox', { name: 'Email address to notify when a visitor asks' });
    await page.getByText('This service sends no mail').waitFor();
    expect(await email.getAttribute('aria-describedby')).not.toBeNull();
    await page.getByText('This service has no language model').waitFor();
    await page.getByText('They appear on the page Leads. No mail is sent for them.').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('keep what is typed while a save is under way, as a change that is not saved yet', async () => {
    const { page, owner, id } = await openSettings();
    const [saving, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(`**/api/chatbots/${id}`, async (route) => {
      saving.resolve();
      await answer.promise;
      await route.continue();
    });
    await page.getByLabel('Tone').fill('Warm');
    await page.getByRole('button', { name: 'Save' }).click();
    await saving.promise;
    await page.getByLabel('Tone').fill('Warm and brief');
    await page.getByLabel('Persona').fill('A gardener');
    answer.resolve();
    await page.getByText('Settings saved').waitFor();
    expect(await page.getByLabel('Tone').inputValue()).toBe('Warm and brief');
    await page.getByRole('button', { name: 'Save' }).click();
    const stored = async () => (await owner.call<{ chatbot: object }>('GET', `/chatbots/${id}`)).data.chatbot;
    await expect.poll(stored).toMatchObject({ tone: 'Warm and brief', persona: 'A gardener' });
  });

  it('stay as they were saved when a list of chatbots arrives that was read before', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Shop' });
    const { page } = await open({ owner, path: `/chatbots/${id}/settings` });
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Nursery');
    const saved = Promise.withResolvers<void>();
    const asked = page.waitForRequest('**/api/chatbots');
    await page.route('**/api/chatbots', async (route) => {
      const before = await route.fetch();
      await saved.promise;
      await route.fulfill({ response: before });
    });
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await asked;
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('Settings saved').waitFor();
    const arrived = page.waitForResponse('**/api/chatbots');
    saved.resolve();
    await (await arrived).finished();
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    expect(await name.inputValue()).toBe('Nursery');
  });

  it('are discarded when asked', async () => {
    const { page } = await openSettings();
    await page.getByLabel('Persona').fill('A pirate');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await page.getByLabel('Persona').inputValue()).toBe('');
  });

  it('are not left unsaved without a question', async () => {
    const { page } = await openSettings();
    await page.getByLabel('Persona').fill('A pirate');
    await page.getByRole('link', { name: 'Content', exact: true }).click();
    await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Persona').inputValue()).toBe('A pirate');
    await page.getByRole('link', { name: 'Content', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { name: 'Content', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    expect(await page.getByLabel('Persona').inputValue()).toBe('');
  });

  it('are not lost by signing out without a question, from any page', async () => {
    const { page, owner } = await openSettings();
    await page.getByLabel('Persona').fill('A pirate');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('leads');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
    const signOut = async () => {
      await page.getByRole('button', { name: /@/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await signOut();
    await page.getByRole('dialog', { name: 'Sign out without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await owner.call('GET', '/auth/me')).status).toBe(200);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    expect(await page.getByLabel('Persona').inputValue()).toBe('A pirate');
    await signOut();
    await page.getByRole('button', { name: 'Discard and sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('are kept unsaved when the page is left by the back button or the command palette', async () => {
    const { page, goto, id, owner } = await openSettings();
    await goto(`/chatbots/${id}/leads`);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    const persona = page.getByLabel('Persona');
    await persona.fill('A pirate');
    await page.goBack();
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
    await owner.call('PATCH', `/chatbots/${id}`, { body: { tone: 'Brief' } });
    await page.goForward();
    expect(await persona.inputValue()).toBe('A pirate');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('content');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Content', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    expect(await persona.inputValue()).toBe('A pirate');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    const { data } = await owner.call<{ chatbot: object }>('GET', `/chatbots/${id}`);
    expect(data.chatbot).toMatchObject({ persona: 'A pirate', tone: 'Brief' });
  });

  it('delete the chatbot after a question', async () => {
    const { page, owner } = await openSettings();
    await page.getByRole('button', { name: 'Delete chatbot' }).click();
    await page.getByRole('dialog').getByText('are deleted for good').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete chatbot' }).click();
    await page.getByText('Your first chatbot is two minutes away').waitFor();
    const { data } = await owner.call<{ chatbots: unknown[] }>('GET', '/chatbots');
    expect(data.chatbots).toEqual([]);
  });
});

describe.skipIf(chromiumPath === null)('The settings of a chatbot where mail is sent and a model answers', () => {
  const model = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', CHAT_MODEL: 'gpt-4o-mini, qwen3:32b' };
  const { open, service } = consoleOfFile({ SMTP_URL: 'smtp://127.0.0.1:1', ...model });

  it('say nothing of what is missing, and what the models are called', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot();
    const { page } = await open({ owner, path: `/chatbots/${id}/settings` });
    await page.getByText('They take effect with the next question.').waitFor();
    expect(await page.getByText('This service').count()).toBe(0);
    const models = page.getByLabel('Model', { exact: true }).locator('option');
    expect(await models.allTextContents()).toEqual(['gpt-4o-mini: quick, at a low price', 'gpt-4o: qwen3:32b here']);
  });
});

describe.skipIf(chromiumPath === null)('The account', () => {
  const { open } = consoleOfFile();

  it('shows the usage of the month, and changes name and password', async () => {
    const { page, owner } = await open({ path: '/account' });
    await page.getByText(/^0 of 1,000,000$/).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Your name').fill('Grace Hopper');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByRole('button', { name: /Grace Hopper/ }).waitFor();
    await page.getByLabel('Current password').fill('wrong horse');
    await page.getByLabel('New password').fill('battery staple');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').getByText('Current password is wrong').waitFor();
    await page.getByLabel('Current password').fill('correct horse');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
    const { data } = await owner.call<{ user: { email: string } }>('GET', '/auth/me');
    const body = { email: data.user.email, password: 'battery staple' };
    expect((await owner.service.call('POST', '/api/auth/login', { body })).status).toBe(200);
  });

  it('is deleted with the password, and only with it', async () => {
    const { page, owner } = await open({ path: '/account' });
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByLabel('Your password').fill('wrong horse');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByText('Current password is wrong').waitFor();
    await dialog.getByLabel('Your password').fill('correct horse');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('status').getByText('Account deleted').waitFor();
    // Whoever signs in next begins at the list of chatbots.
    expect(new URL(page.url()).search).toBe('');
    expect((await owner.call('GET', '/auth/me')).status).toBe(401);
  });
});
