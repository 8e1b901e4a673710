import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { consoleOfFile, overflowOf, PHONE } from './support/console.ts';
import { ANSWER, ASKING_FOR_DETAILS, newShop } from './support/conversations.ts';

describe.skipIf(chromiumPath === null)('The history', () => {
  const { open, service } = consoleOfFile();

  it('says what changed, from what and to what, newest first, and how the chatbot stood then', async () => {
    const { owner, id } = await newShop(service());
    await owner.call('PATCH', `/chatbots/${id}`, { body: { systemPrompt: 'Be brief.', welcomeMessage: 'Ahoy' } });
    await owner.call('PATCH', `/chatbots/${id}`, { body: { systemPrompt: 'Be polite.', name: 'Harbour' } });
    const { page } = await open({ owner, path: `/chatbots/${id}/history` });
    const changed = page.locator('details', { hasText: 'Name and system prompt changed' });
    await changed.waitFor();
    const lines = await page.locator('li > details > summary').allInnerTexts();
    expect(lines.map((line) => line.split('\n')[0])).toEqual([
      'Name and system prompt changed',
      'Welcome message and system prompt changed',
      'Key Shop created',
      'Hours read: 1 page, 1 passage',
      'Hours added',
      'Name and requests for a human changed',
      'Chatbot created: Support',
    ]);
    expect(lines[0]).toMatch(/\d:\d\d [AP]M · You$/);
    expect(lines[3]).toMatch(/ · Chatledger$/);

    // By keyboard: a line opens with Enter.
    await changed.locator('summary').first().press('Enter');
    const [before, after] = [changed.locator('del'), changed.locator('ins')];
    await after.first().waitFor();
    expect([await before.allInnerTexts(), await after.allInnerTexts()]).toEqual([
      ['Shop', 'Be brief.'],
      ['Harbour', 'Be polite.'],
    ]);
    await changed.getByText('Exact record').click();
    await changed.getByText('"type": "ChatbotConfigured"').waitFor();
    expect(await violations(page)).toEqual([]);

    const earlier = page.locator('details', { hasText: 'Welcome message and system prompt changed' });
    await earlier.locator('summary').first().click();
    await earlier.getByRole('button', { name: 'As it stood then' }).click();
    const state = page.getByRole('dialog', { name: 'The chatbot as it stood then' });
    await state.getByText('Be brief.').waitFor();
    await state.getByText('Ahoy').waitFor();
    await state.getByText('Hours').waitFor();
    expect(await state.getByText('Harbour').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    // The address opens it too, and the back button closes it.
    await page.reload();
    await state.getByText('Be brief.').waitFor();
    await page.goBack();
    await state.waitFor({ state: 'detached' });
  });

  it.each([390, 640, 900])('has the arrow of a line beside its time, %i px wide', async (width) => {
    const { owner, id } = await newShop(service());
    const { page } = await open({ owner, path: `/chatbots/${id}/history`, viewport: { width, height: 800 } });
    const line = page.locator('summary', { hasText: 'Key Shop created' });
    const [time, arrow] = [line.locator('.number'), line.locator('.icon')];
    await time.waitFor();
    const middles = [time, arrow].map(async (part) => {
      const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
      return y + height / 2;
    });
    const [one = 0, other = Number.NaN] = await Promise.all(middles);
    expect(Math.abs(one - other)).toBeLessThan(4);
  });

  it('names a source that was added before five hundred others', async () => {
    const { owner, id } = await newShop(service());
    const { page, goto } = await open({ owner });
    // The events that name what the others are about, without the oldest.
    await page.route(/type=DataSourceAdded&type=WidgetKeyGenerated$/, (route) =>
      route.fulfill({ json: { success: true, data: { events: [], nextAfter: '1' } } }),
    );
    await page.route(/audit.*limit=50&/, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { events: { type: string }[] } };
      const events = data.events.filter(({ type }) => type !== 'DataSourceAdded');
      await route.fulfill({ response, json: { success: true, data: { ...data, events } } });
    });
    await goto(`/chatbots/${id}/history`);
    await page.getByText('Hours read: 1 page, 1 passage').waitFor();
  });

  it('is narrowed to a kind, a day and a visitor, goes on with older events, and leads to what they are about', async () => {
    const { owner, id, widget } = await newShop(service(), ASKING_FOR_DETAILS);
    await widget.ask('visitor-one', 'When are you open?', { leadData: { name: 'Ana' } });
    await widget.ask('visitor-two', 'Are you open on Sunday?');
    const { page, goto } = await open({ owner });
    await page.route(/limit=50/, (route) =>
      route.continue({ url: route.request().url().replace('limit=50', 'limit=4') }),
    );
    await goto(`/chatbots/${id}/history`);
    await page.getByLabel('Show').selectOption('Questions and answers');
    await page.waitForURL('**/history?kind=messages');
    const lines = page.locator('li > details > summary > :first-child');
    await expect.poll(() => lines.count()).toBe(4);
    await page.getByRole('button', { name: 'Show older' }).click();
    await expect
      .poll(() => lines.allInnerTexts())
      .toEqual([
        expect.stringContaining(`Answer to Visitor visitor-two: ${ANSWER}`),
        'Visitor visitor-two asked: Are you open on Sunday?',
        'Visitor visitor-two began a conversation',
        expect.stringContaining(`Answer to Ana: ${ANSWER}`),
        'Ana asked: When are you open?',
        'Ana began a conversation',
      ]);
    await page.getByRole('button', { name: 'Show older' }).waitFor({ state: 'detached' });

    await page.getByText('Answer to Ana').click();
    await page.getByRole('button', { name: 'Why', exact: true }).click();
    await page.getByRole('dialog', { name: 'Why this answer?' }).getByText('When are you open?').first().waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Only this visitor' }).click();
    await page.waitForURL('**session=visitor-one');
    await expect.poll(() => lines.count()).toBe(3);
    await page.getByText('Ana asked').click();
    await page.getByRole('link', { name: 'Conversation', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Only this visitor' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Conversation', exact: true }).click();
    await page.getByRole('log').getByText('When are you open?').waitFor();
    await page.goBack();
    await expect.poll(() => lines.count()).toBe(3);

    await page.getByRole('button', { name: 'All visitors' }).click();
    await page.getByLabel('Until').fill('2001-02-03');
    await page.getByText('Nothing happened').waitFor();
    expect(page.url()).toContain('until=2001-02-03');
    await page.getByRole('button', { name: 'As it stood then' }).click();
    await page.getByRole('dialog').getByText('The chatbot did not exist.').waitFor();
  });

  it('adds what visitors do meanwhile, and what the owner does in another tab, and leaves open what is read', async () => {
    const { owner, id, widget } = await newShop(service());
    const { page, goto } = await open({ owner });
    const stream = page.waitForResponse(/\/events$/);
    await goto(`/chatbots/${id}/history?kind=messages`);
    await stream;
    await page.getByText('Nothing happened').waitFor();
    await widget.ask('visitor-one', 'When are you open?');
    const lines = page.locator('li > details > summary > :first-child');
    await expect.poll(() => lines.count(), { timeout: 20_000 }).toBe(3);
    await page.getByText('visitor-one asked').click();
    await widget.ask('visitor-one', 'On Sunday?');
    await expect.poll(() => lines.count(), { timeout: 20_000 }).toBe(5);
    expect(await lines.nth(1).innerText()).toBe('Visitor visitor-one asked: On Sunday?');
    expect(await page.locator('details[open]').count()).toBe(1);

    await page.getByLabel('Show').selectOption('Everything');
    await page.getByText('Chatbot created').waitFor();
    await owner.call('PATCH', `/chatbots/${id}`, { body: { name: 'Harbour' } });
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText('Name changed').waitFor();
    await expect.poll(() => lines.first().innerText()).toBe('Name changed');
  });

  it('shows of a long value the place that changed, and all of it on demand', async () => {
    const { owner, id } = await newShop(service());
    const prompt = (word: string) => `${'Be polite. '.repeat(100)}Say ${word}. ${'Be brief. '.repeat(100)}`.trim();
    for (const word of ['Ahoy', 'Hello']) {
      await owner.call('PATCH', `/chatbots/${id}`, { body: { systemPrompt: prompt(word) } });
    }
    const { page } = await open({ owner, path: `/chatbots/${id}/history` });
    await page.getByText('System prompt changed').first().click();
    const [before, after] = [page.locator('del'), page.locator('ins')];
    await before.waitFor();
    expect(await before.innerText()).toMatch(/^….{60,90}Say Ahoy\..{70,90}…$/);
    expect(await after.innerText()).toMatch(/^….{60,90}Say Hello\..{70,90}…$/);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => after.innerText()).toBe(prompt('Hello'));
    await page.getByRole('button', { name: 'Show less' }).click();
    await page.getByRole('button', { name: 'As it stood then' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('dialog').getByText(prompt('Hello'), { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('shows what was erased as erased, words of others as text, and events that cannot be read', async () => {
    const { owner, id, widget } = await newShop(service(), ASKING_FOR_DETAILS);
    const hostile = '<img src=x onerror=alert(1)>\u202eevil';
    await owner.call('PATCH', `/chatbots/${id}`, { body: { name: hostile } });
    await widget.ask('ana', 'Secret question', { leadData: { name: 'Ana' } });
    const { data } = await owner.call<{ conversations: { id: string }[] }>('GET', `/chatbots/${id}/conversations`);
    await owner.call('DELETE', `/chatbots/${id}/conversations/${data.conversations[0]?.id}`);
    const { page, goto } = await open({ owner });
    await page.route(/order=desc&limit=50/, async (route) => {
      const answer = await (await route.fetch()).json();
      const unreadable = { type: 'AnswerGiven', data: null, unreadable: 'its sealed part is malformed', actor: null };
      answer.data.events.unshift({ ...answer.data.events[0], ...unreadable, position: '999999' });
      await route.fulfill({ json: answer });
    });
    await goto(`/chatbots/${id}/history?kind=all`);
    const asked = page.locator('details', { hasText: 'A visitor asked: erased' });
    await asked.locator('summary').click();
    await asked.getByText('What it held was erased for good.').waitFor();
    expect(await asked.getByRole('link').count()).toBe(0);
    expect(await page.getByText(/Ana|Secret/).count()).toBe(0);

    const renamed = page.locator('details', { hasText: /^Name changed/ });
    await renamed.locator('summary').first().click();
    await renamed.locator('ins').waitFor();
    expect(await renamed.locator('ins').innerText()).toBe(hostile);
    expect(await page.locator('.page img').count()).toBe(0);
    // What was there before cannot turn around what is there now.
    for (const value of ['del', 'ins']) expect(await renamed.locator(value).getAttribute('dir')).toBe('auto');

    const broken = page.locator('details', { hasText: 'Answer given: this cannot be read' });
    await broken.locator('summary').click();
    await broken.getByText('its sealed part is malformed', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('fits a phone in the dark, right-to-left names too, and loads again after a failure', async () => {
    const { owner, id } = await newShop(service());
    const name = 'משרד הנמל של העיר';
    await owner.call('PATCH', `/chatbots/${id}`, { body: { name, systemPrompt: 'w'.repeat(3_000) } });
    const { page, goto } = await open({ owner, viewport: PHONE, colorScheme: 'dark' });
    let isAway = true;
    await page.route(/audit\?order=desc&limit=50/, (route) => (isAway ? route.abort() : route.continue()));
    await goto(`/chatbots/${id}/history`);
    await page.getByText('This could not be loaded').waitFor();
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Name and system prompt changed').click();
    await page.locator('ins', { hasText: name }).waitFor();
    const [tools, until] = [
      await page.locator('.history-tools').boundingBox(),
      await page.getByLabel('Until').boundingBox(),
    ];
    const space = (box: { x: number; width: number } | null) => (box === null ? Number.NaN : box.x + box.width);
    expect(space(tools) - space(until)).toBeGreaterThanOrEqual(10);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'As it stood then' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Keys' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
