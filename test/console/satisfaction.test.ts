import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { consoleOfFile, overflowOf, PHONE } from './support/console.ts';

describe.skipIf(chromiumPath === null)('Satisfaction', () => {
  const { open, service } = consoleOfFile();

  it('tells the rate by day, and lists live what the content lacks', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Shop' });
    await owner.text(id, 'Hours', 'We are open from nine to five, every day of the week.');
    const widget = await owner.widget(id);
    const { page } = await open({ owner, path: `/chatbots/${id}/satisfaction` });
    await page.getByText('No unanswered questions').waitFor();
    await page.getByText('Nothing is rated yet').waitFor();
    expect(await violations(page)).toEqual([]);

    const rate = (messageId: string, feedback: string) =>
      widget.call('POST', '/feedback', { body: { sessionId: 'visitor', messageId, feedback } });
    const { messageId } = await widget.ask('visitor', 'When are you open?');
    await widget.ask('visitor', 'Who was the first <b>emperor</b> of Rome?');
    await rate(messageId, 'negative');
    const rated = page.getByRole('region', { name: 'Rated not helpful' });
    const unanswered = page.getByRole('region', { name: 'Unanswered' });
    await rated.getByText('When are you open?').waitFor();
    await unanswered.getByText('Who was the first <b>emperor</b> of Rome?').waitFor();
    await page.getByRole('img', { name: '0 positive and 1 negative ratings in 30 days, 0% positive.' }).waitFor();
    await page.getByRole('img', { name: 'At most 1 rating a day.' }).waitFor();
    await page.getByRole('img', { name: '2 answers in 30 days, 1 found nothing, at most 2 a day.' }).waitFor();
    await page.getByText('From content50%1 found nothing').waitFor();
    // The pointer finds the numbers of a day on its bar.
    const today = new Date().toLocaleDateString('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' });
    const tips = page.locator('svg > .tip:last-child > title, svg > g:last-child > .tip > title');
    expect(await tips.allTextContents()).toEqual([
      `${today}: 0 positive, 1 negative, 0% over 7 days`,
      `${today}: 0 positive, 1 negative, 0% over 7 days`,
      `${today}: 2 answers, 1 found nothing`,
    ]);
    await page.getByText('Show as a table').click();
    await page.getByRole('row', { name: /2 1 0 1 0%/ }).waitFor();
    await rate(messageId, 'positive');
    await rated.getByText('No negative ratings').waitFor();
    await page.getByRole('row', { name: /2 1 1 0 100%/ }).waitFor();

    // The charts stay until those of the other time are there.
    const mayLoad = Promise.withResolvers<void>();
    await page.route(/days=365/, (route) => mayLoad.promise.then(() => route.continue()));
    await page.getByRole('button', { name: 'Year' }).click();
    await page.waitForURL('**/satisfaction?days=365');
    await page.getByRole('button', { name: 'Year', pressed: true }).waitFor();
    expect(await page.getByRole('img', { name: /ratings in 30 days/ }).count()).toBe(1);
    mayLoad.resolve();
    await page.getByRole('img', { name: /ratings in 365 days/ }).waitFor();
    await page.goBack();
    await page.getByRole('img', { name: /ratings in 30 days/ }).waitFor();
    expect(await unanswered.getByRole('link', { name: 'Add content' }).getAttribute('href')).toContain(
      '/content?add=text',
    );
    await unanswered.getByRole('link', { name: 'Add content' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add content' });
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Who was the first <b>emperor</b> of Rome?');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/\/content$/);
    await page.goBack();
    await unanswered.getByRole('link', { name: 'Conversation' }).click();
    await page.getByRole('log').getByText('Who was the first <b>emperor</b> of Rome?').waitFor();
  });

  it('lists a question once, with how often and when it was last asked', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot();
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    const widget = await owner.widget(id);
    const { page } = await open({ owner, path: `/chatbots/${id}/satisfaction` });
    for (const question of ['Do you ship to Mars?', 'do you  ship to mars', 'Do you ship to Mars!', 'Who owns Mars?']) {
      await widget.ask('visitor', question);
    }
    const unanswered = page.getByRole('region', { name: 'Unanswered' });
    await unanswered.getByText('Who owns Mars?').waitFor();
    expect(await unanswered.getByRole('listitem').count()).toBe(2);
    const shipping = unanswered.getByRole('listitem').filter({ hasText: 'Do you ship to Mars!' });
    await shipping.getByText('Asked 3 times, last just now').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('says among how many questions it counted, where there are older ones', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot();
    const { page, goto } = await open({ owner });
    const question = {
      messageId: 'm',
      sessionId: 's',
      conversationId: 'c',
      question: 'Do you rent plants?',
      answerId: null,
    };
    const questions = Array.from({ length: 3 }, () => ({
      ...question,
      reason: 'failed',
      askedAt: new Date().toISOString(),
    }));
    await page.route(/\/unanswered\?.*reason=failed/, (route) =>
      route.fulfill({ json: { success: true, data: { questions, total: 1234, nextBefore: 'older' } } }),
    );
    await goto(`/chatbots/${id}/satisfaction`);
    const unanswered = page.getByRole('region', { name: 'Unanswered' });
    await unanswered.getByText('Asked at least 3 times').waitFor();
    await unanswered.getByText('Counted among the newest 3 of 1,234 questions.').waitFor();
    expect(await page.getByText('Counted among').count()).toBe(1);
  });

  it('fits a phone, also in the dark', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot();
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    await (await owner.widget(id)).ask('visitor', `What is ${'w'.repeat(500)}?`);
    const { page } = await open({ owner, path: `/chatbots/${id}/satisfaction`, viewport: PHONE, colorScheme: 'dark' });
    await page.getByText(/What is www/).waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    await page.getByText('Show as a table').first().click();
    await page.getByRole('region', { name: 'Each day' }).first().waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
});
