/** The owner's test chat, and why its answers are what they are. */
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { strings } from '../../widget/strings/en.ts';
import { violations } from '../support/browser/axe.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { ScriptedModel, untilAborted } from '../support/http/scripted-models.ts';
import type { Owner } from '../support/http/service.ts';
import { consoleOfFile, PHONE } from './support/console.ts';
import { picture } from './support/pictures.ts';

const HOURS = 'We are open from nine to five, every day of the week. Parking is free for our visitors.';

describe.skipIf(chromiumPath === null)('Trying a chatbot', () => {
  const model = new ScriptedModel();
  const { open, service } = consoleOfFile({}, { models: model.models });
  afterEach(() => {
    model.script = new ScriptedModel().script;
  });

  async function chatbotOf(owner: Owner, changes: object = {}): Promise<string> {
    const { id } = await owner.chatbot({ name: 'Fern & Fig', quickPrompts: ['When are you open?'], ...changes });
    await owner.text(id, 'Opening hours', HOURS);
    return id;
  }
  const ask = async (page: Page, question: string) => {
    await page.getByLabel('Your question').fill(question);
    await page.getByLabel('Your question').press('Enter');
  };

  it('streams an answer with its sources, and goes on with a suggestion', async () => {
    const more = Promise.withResolvers<void>();
    model.script = async function* () {
      yield 'We are open **from nine** [1], ';
      await more.promise;
      yield 'every day.';
    };
    const owner = await service().owner();
    const id = await chatbotOf(owner, { welcomeMessage: 'Welcome to the *shop*' });
    const { page } = await open({ owner, path: `/chatbots/${id}/try` });
    await page.locator('em', { hasText: 'shop' }).waitFor();
    await page.getByRole('button', { name: 'When are you open?' }).click();
    await page.locator('strong', { hasText: 'from nine' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    more.resolve();
    await page.getByText('Sources: ').click();
    await page.getByText('Opening hours', { exact: true }).waitFor();
    model.script = new ScriptedModel().script;
    await page.getByRole('button', { name: 'Is parking free?' }).click();
    await page.getByRole('button', { name: 'Why this answer?' }).nth(1).waitFor();
    expect(model.asked?.memory).toEqual([
      { role: 'user', content: 'When are you open?' },
      { role: 'assistant', content: 'We are open **from nine** [1], every day.' },
    ]);
    const { data } = await owner.call<{ messages: unknown[] }>('GET', `/chatbots/${id}/history`);
    expect(data.messages).toEqual([]);
    await page.getByRole('link', { name: 'Look' }).first().click();
    await page.getByRole('link', { name: 'Try it' }).first().click();
    await page.getByRole('button', { name: 'Why this answer?' }).nth(1).waitFor();
    await page.getByRole('button', { name: 'Start over' }).click();
    expect(await page.getByRole('button', { name: 'Why this answer?' }).count()).toBe(0);
  });

  it.each([
    ['light', undefined],
    ['dark', PHONE],
  ] as const)('says why an answer is what it is, for everyone: %s, %j', async (colorScheme, viewport) => {
    model.script = async function* () {
      yield 'We are open from nine to five, every day of the week [1]. ';
      yield 'See [this page](https://evil.example/) for more.';
    };
    const owner = await service().owner();
    const id = await chatbotOf(owner);
    await owner.text(
      id,
      'Deliveries',
      '# Within the city\n\nWe deliver on each working day. Parking for vans is at the back.',
    );
    const size = viewport === undefined ? {} : { viewport };
    const { page } = await open({ owner, path: `/chatbots/${id}/try`, colorScheme, ...size });
    await ask(page, 'When are you open?');
    await page.getByRole('button', { name: 'Why this answer?' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, `try-it-${colorScheme}`);
    await page.getByRole('button', { name: 'Why this answer?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Why this answer?' });
    await dialog.getByText('scripted wrote the answer from').waitFor();
    await dialog.getByText(HOURS).waitFor();
    await dialog.getByText('Cited', { exact: true }).waitFor();
    expect(await dialog.getByText('# Within').count()).toBe(0);
    await dialog.getByText('It led to an address that your content does not name.').waitFor();
    await picture(page, `explanation-${colorScheme}`);
    await dialog.getByText('Model, tokens and times').click();
    await dialog.getByText('Until the first word').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Why this answer?' }).count()).toBe(1);
  });

  it('explains an answer from the beginning, also when its passages are longer than the dialog', async () => {
    const owner = await service().owner();
    const id = await chatbotOf(owner);
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday']) {
      await owner.text(id, day, `We are open on ${day}. ${`The shop on ${day} is as on other days. `.repeat(20)}`);
    }
    const { page } = await open({ owner, path: `/chatbots/${id}/try`, viewport: { width: 600, height: 420 } });
    await ask(page, 'When are you open?');
    await page.getByRole('button', { name: 'Why this answer?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Why this answer?' });
    await dialog.getByRole('button', { name: 'Show all of it' }).first().waitFor();
    expect(await dialog.locator('.dialog-body').evaluate((body) => body.scrollTop)).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Close' }).evaluate((button) => button.matches(':focus'))).toBe(
      true,
    );
  });

  it('keeps the words of a wide table whole: it scrolls in its own box, also on a phone', async () => {
    const cells = ['Enterprise', 'unlimited', 'dedicated', 'retention', 'conversations', 'description'];
    model.script = async function* () {
      yield `| ${cells.join(' | ')} |\n|${'---|'.repeat(cells.length)}\n| ${cells.join(' | ')} |`;
    };
    const owner = await service().owner();
    const id = await chatbotOf(owner);
    const { page } = await open({ owner, path: `/chatbots/${id}/try`, viewport: PHONE });
    await page.getByText(strings.welcome).waitFor();
    await ask(page, 'Which plans are there?');
    const table = page.getByRole('group', { name: 'Table' });
    await page.getByRole('button', { name: 'Why this answer?' }).waitFor();
    // The text fits one line; broken words would need several.
    expect((await table.getByRole('row').last().boundingBox())?.height).toBeLessThan(45);
    expect(await table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  it('keeps the question of a long answer in sight, and follows to the end when the reader goes there', async () => {
    const more = Promise.withResolvers<void>();
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => `Line ${from + index}\n\n`).join('');
    model.script = async function* () {
      yield lines(0, 60);
      await more.promise;
      yield lines(60, 90);
    };
    const owner = await service().owner();
    const id = await chatbotOf(owner);
    const { page } = await open({ owner, path: `/chatbots/${id}/try` });
    await ask(page, 'What is there to know?');
    const log = page.getByRole('log');
    const fromEnd = () =>
      log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
    const questionFromTop = async () =>
      ((await page.getByText('What is there to know?').boundingBox())?.y ?? 0) - ((await log.boundingBox())?.y ?? 0);
    await page.getByText('Line 59').waitFor();
    await expect.poll(questionFromTop).toBeCloseTo(12, 0);
    await log.hover();
    await page.mouse.wheel(0, 100_000);
    await expect.poll(fromEnd).toBeLessThan(2);
    more.resolve();
    await page.getByText('Line 89', { exact: true }).waitFor();
    await expect.poll(fromEnd).toBeLessThan(2);
  });

  it('shows hostile names, questions, content and answers as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    model.script = async function* () {
      yield `${hostile} [a](javascript:alert(1)) [1]`;
    };
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: hostile, quickPrompts: [hostile], welcomeMessage: hostile });
    await owner.text(id, hostile, `${hostile} is what we sell, and nothing else is sold here at all.`);
    const { page } = await open({ owner, path: `/chatbots/${id}/try` });
    await page.getByRole('log').getByRole('button', { name: hostile }).click();
    await page.getByRole('button', { name: 'Why this answer?' }).click();
    await page.getByRole('dialog').getByText('is what we sell').waitFor();
    expect(await page.locator('img[src="x"], a[href^="javascript"]').count()).toBe(0);
  });

  it('can be stopped by the keyboard, and asked again after a failure', async () => {
    const stopped = Promise.withResolvers<void>();
    model.script = async function* (signal) {
      yield 'We are open from nine to five, every day of the week, and on holidays too. ';
      await untilAborted(signal).catch(() => stopped.resolve());
    };
    const owner = await service().owner();
    const id = await chatbotOf(owner);
    const { page } = await open({ owner, path: `/chatbots/${id}/try` });
    await ask(page, 'When are you open?');
    await page.getByText('We are open from nine').waitFor();
    await page.getByLabel('Your question').press('Escape');
    await page.getByText('You stopped this answer.').waitFor();
    await stopped.promise;
    // biome-ignore lint/correctness/useYield: it fails before
    model.script = async function* () {
      throw new Error('no model');
    };
    await ask(page, 'And today?');
    await page.getByRole('alert').getByText('Something went wrong').waitFor();
    model.script = new ScriptedModel().script;
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByRole('button', { name: 'Why this answer?' }).waitFor();
  });
});
