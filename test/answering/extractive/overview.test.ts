/** Who asks what there is gets the introduction of the content and its topics. */
import { describe, expect, it } from 'vitest';
import { extractiveAnswers } from '../../../src/answering/extractive/extractive-answers.ts';
import { textBlocks } from '../../../src/reading/documents/plain-text/text-blocks.ts';
import { chunkDocument } from '../../../src/text/chunking/chunk-document.ts';
import { beeRequest, collect } from '../../contracts/answer-generator.ts';

const never = new AbortController().signal;

function overviewOf(texts: Readonly<Record<string, string>>, question: string, name = 'Assistant') {
  const passages = Object.entries(texts).flatMap(([title, text]) =>
    chunkDocument({ title, url: null, language: null, blocks: textBlocks(text) }).map((chunk) => ({ ...chunk, title })),
  );
  const chatbot = { ...beeRequest.chatbot, name };
  return collect(extractiveAnswers().answer({ ...beeRequest, question, passages, chatbot }, never));
}

describe('A question for an overview', () => {
  const studio =
    'Sunrise Studio is a yoga and pilates studio in Leeds. A class costs £12. Mats are free. We opened in 2015 beside the canal.';
  const bakery = `# Oven & Salt – Bakery and courses
Oven & Salt is a bakery in Bern. We offer bread, cakes and courses.
## Bread
We bake twelve kinds of bread every morning.
### Rye bread
It is baked on Mondays.
## Cakes
Order a cake three days before.
## Courses
A baking course lasts one evening.
## Contact
Call 031 555 44 33.`;

  it.each(['what is this about?', 'What do you offer', 'worum geht es hier'])(
    'about one text without headings gets how it begins: “%s”',
    async (question) => {
      expect(await overviewOf({ 'studio.txt': studio }, question)).toBe(
        'Sunrise Studio is a yoga and pilates studio in Leeds. A class costs £12. Mats are free. [1]',
      );
    },
  );

  it('gets the introduction, and the chapters without their title and parts', async () => {
    expect(await overviewOf({ 'Oven & Salt – Bakery and courses': bakery }, 'What do you offer?', 'Oven & Salt')).toBe(
      'Oven & Salt is a bakery in Bern. We offer bread, cakes and courses. [1]\n\n' +
        'Here is what I can tell you about:\n\n- Bread [1]\n- Cakes [1]\n- Courses [1]\n- Contact [1]',
    );
  });

  it('of several pages is not introduced by any of them', async () => {
    const pages = {
      Vouchers: 'Our vouchers are worth any amount from €10 to €250. They arrive by e-mail.',
      Delivery: 'Delivery takes two days. We replace what arrives broken.',
      'Who we are': 'Oven & Salt is a bakery in Bern. Two families own it.',
    };
    const topics = 'Here is what I can tell you about:\n\n- Vouchers [1]\n- Delivery [2]';
    expect(await overviewOf(pages, 'what is this about')).toContain(topics);
    expect(await overviewOf(pages, 'what is this about', 'Oven & Salt')).toContain(
      `Oven & Salt is a bakery in Bern. Two families own it. [3]\n\n${topics}`,
    );
  });

  it.each(['What is Plotline?', 'whats plotline', 'what does plotline do', 'Tell me more about Plotline'])(
    'of what the chatbot is named after gets the sentence that says what it is: “%s”',
    async (question) => {
      const pages = {
        'Release notes': 'Plotline 4.2 draws arrows. Plotline 4.1 drew lines. Plotline needs a browser.',
        Home: '# Plan together\nTeams lose sight of their work. Plotline is a planning board for small teams. It is free for three people.',
      };
      expect(await overviewOf(pages, question, 'Plotline docs')).toMatch(
        /^Plotline is a planning board for small teams\. It is free for three people\. \[2\]/,
      );
    },
  );

  it('is not asked by a question for a part of it, nor where the chatbot is named after nothing', async () => {
    const pages = { Home: 'Plotline is a planning board. Plotline Sync is an app that copies your boards.' };
    expect(await overviewOf(pages, 'What is Plotline Sync?', 'Plotline docs')).toContain('Plotline Sync is an app');
    expect(await overviewOf(pages, 'What is support?', 'Support bot')).not.toContain('planning board');
  });

  it('searches for introductions', async () => {
    const searched = await extractiveAnswers().condense('What is this about?', [], never, '');
    expect(searched).toMatch(/^What is this about\? about us .*welcome/);
  });
});
