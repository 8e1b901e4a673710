/** Answers that visitors of real websites got: the words of buttons and of tables of contents, and general knowledge. */
import { describe, expect, test } from 'vitest';
import { extractiveAnswers } from '../../../src/answering/extractive/extractive-answers.ts';
import { beeRequest, collect } from '../../contracts/answer-generator.ts';
import { asker, textAsker } from './asker.ts';

const never = new AbortController().signal;
const passagesOf = (text: string) => textAsker(text).passages.map((passage) => ({ ...passage, url: null }));
const answerTo = (
  question: string,
  text: string,
  memory: readonly { role: 'user' | 'assistant'; content: string }[] = [],
) => collect(extractiveAnswers().answer({ ...beeRequest, question, memory, passages: passagesOf(text) }, never));

describe('An answer', () => {
  test('is not the words of a tile that leads to another page', () => {
    const ask = asker(`<h1>Town council</h1><p>We look after services for 31,000 residents.</p>
      <ul><li><a href="/bins">Check your bin day</a></li><li><a href="/tax">Pay your council tax</a></li></ul>
      <h2>Council tax</h2><p>Direct Debit is the easiest way to pay your tax.</p>`);
    expect(ask('pay council tax')).toContain('Direct Debit');
  });

  test('is not a question of a table of contents', () => {
    const ask = asker(`<h1>Handbook</h1><ul><li><a href="/a">What is a release?</a></li>
      <li><a href="/b">Which other codenames have been used in the past?</a></li></ul>
      <h2>Releases</h2><p>The codenames so far are Buzz, Rex and Bo.</p>`);
    expect(ask('what are the codenames')).toContain('Buzz, Rex and Bo');
  });

  test('is more than the number of a source, where all that fits is the markup of a picture', async () => {
    const readme = `# Chat
A chat for websites.

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="docs/images/widget-dark.webp">
  <img src="docs/images/widget-light.webp" alt="" width="49%">
</picture>`;
    expect(await answerTo('light', readme)).toMatch(/\p{L}{3}/u);
  });

  const shop = `# Delivery
We deliver to France, Spain and Italy in five days. Delivery to France costs €9.
# Homework
Homework is marked within three days.
# Courses
The Python course takes ten weeks. It starts on 2 February.`;

  test('tells of a service in a country, though in other words', async () => {
    expect(await answerTo('What is the delivery time in France?', shop)).toContain('five days');
  });

  test.each(['What is the capital of France?', 'who is the president of france', 'population of spain'])(
    'to general knowledge is refused where things are sent to that country: “%s”',
    async (question) => {
      expect(await answerTo(question, shop)).toMatch(/^I couldn't find an answer/);
    },
  );

  test('to what a country is asked for by the content is given', async () => {
    expect(await answerTo('what is the cost of delivery to France', shop)).toContain('€9');
  });

  test('says that the content does not name what is used', async () => {
    expect(await answerTo('can I use chatgpt for homework', shop)).toBe(
      'I found nothing about “chatgpt”. The closest that I have:\n\nHomework is marked within three days. [1]',
    );
  });

  test('to a whole question behind another does not say that the content lacks it', async () => {
    const memory = [
      { role: 'user', content: 'tell me about the Python course' },
      { role: 'assistant', content: 'The Python course takes ten weeks. It starts on 2 February.' },
    ] as const;
    expect(await answerTo('and do I need to know anything before?', shop, memory)).not.toContain('I found nothing');
  });
});
