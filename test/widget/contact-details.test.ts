import { describe, expect, it } from 'vitest';
import { ROOT, sharedBrowser } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { ScriptedModel } from '../support/http/scripted-models.ts';
import { sharedServiceWith } from '../support/http/shared-service.ts';
import { newShop, visit } from '../support/widget/shop.ts';

describe.skipIf(chromiumPath === null)('A conversation', () => {
  const model = new ScriptedModel();
  const browser = sharedBrowser();
  const service = sharedServiceWith(model);

  it('is asked for contact details once, checks them, and sends them with the question', async () => {
    model.script = async function* () {
      yield 'Yes.';
    };
    const fields = { name: true, email: true, phone: false };
    const shop = await newShop(service(), { allowLeadCapture: true, leadCaptureFields: fields });
    const { page, open, ask, askAndRead } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    await open();
    await ask('Do you ship?');
    const form = root.getByRole('form', { name: 'How can we reach you?' });
    await form.getByRole('button', { name: 'Continue' }).click();
    // At the field that has the focus, and no part of that field's name.
    expect(await form.getByRole('alert').evaluate((element) => element.previousElementSibling?.textContent)).toBe(
      'Name',
    );
    await form.getByLabel('Email').fill('nonsense@');
    expect(await form.getByLabel('Phone').count()).toBe(0);
    await form.getByRole('button', { name: 'Continue' }).click();
    await form.getByText('Please enter a valid email address.').waitFor();
    await form.getByLabel('Name').fill('<img src=x onerror=alert(1)>');
    await form.getByLabel('Email').fill('grace@example.com');
    await form.getByText('Please enter a valid email address.').waitFor({ state: 'detached' });
    await form.getByRole('button', { name: 'Continue' }).click();
    await root.locator('.message.bot .bubble', { hasText: 'Yes.' }).waitFor();
    expect(await root.getByText('Thank you, <img src=x onerror=alert(1)>.').count()).toBe(1);
    await askAndRead('And today?');
    const { data } = await shop.owner.call<{ leads: object[] }>('GET', `/chatbots/${shop.chatbotId}/leads`);
    expect(data.leads).toEqual([expect.objectContaining({ email: 'grace@example.com', phone: null })]);
  });

  it('goes on without contact details when they are skipped, and does not ask again', async () => {
    const shop = await newShop(service(), { allowLeadCapture: true, leadCaptureFields: { email: true } });
    const { page, open, ask, askAndRead } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    await open();
    await ask('Do you ship?');
    await root.getByRole('button', { name: 'Skip' }).click();
    await root.locator('.action[aria-pressed]').first().waitFor();
    await askAndRead('And today?');
    expect(await root.getByRole('form', { name: 'How can we reach you?' }).count()).toBe(0);
    const { data } = await shop.owner.call<{ leads: object[] }>('GET', `/chatbots/${shop.chatbotId}/leads`);
    expect(data.leads).toEqual([]);
  });

  it.each([
    ['has its question in the field again after a refresh', 'Chatledger.refresh()', 'Do you ship?'],
    ['has its question in the field again after “New conversation”', '', 'Do you ship?'],
    ['is forgotten with its question when the page begins a new one', 'Chatledger.reset()', ''],
  ])('that waits for contact details %s', async (_, script, left) => {
    const shop = await newShop(service(), { allowLeadCapture: true, leadCaptureFields: { email: true } });
    const { page, open, ask } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    await open();
    await ask('Do you ship?');
    await root.getByRole('form', { name: 'How can we reach you?' }).waitFor();
    if (script === '') await root.getByRole('button', { name: 'New conversation' }).click();
    else await page.evaluate(script);
    await root.getByRole('form', { name: 'How can we reach you?' }).waitFor({ state: 'detached' });
    expect(await root.locator('textarea').inputValue()).toBe(left);
    await root.getByRole('button', { name: 'Send' }).waitFor();
  });

  it('is not begun by a visitor who leaves the page instead: the question is then in the field again', async () => {
    const shop = await newShop(service(), { allowLeadCapture: true, leadCaptureFields: { email: true } });
    const { page, open, ask } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    const field = root.locator('textarea');
    await open();
    await ask('Do you ship?');
    const form = root.getByRole('form', { name: 'How can we reach you?' });
    await form.waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    await open();
    await form.waitFor();
    await page.reload();
    await open();
    expect(await field.inputValue()).toBe('Do you ship?');
    await field.press('Enter');
    await root.getByRole('button', { name: 'Skip' }).click();
    await root.locator('.action[aria-pressed]').first().waitFor();
    await page.reload();
    await open();
    await root.locator('.message.user').waitFor();
    expect(await field.inputValue()).toBe('');
  });
});
