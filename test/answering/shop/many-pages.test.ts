/** Content of many pages, where words of the question stand on others than the one that answers. */
import { expect, onTestFinished, test } from 'vitest';
import { textBlocks } from '../../../src/reading/documents/plain-text/text-blocks.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { type AnsweredContent, answeredContent } from './answered-content.ts';

interface Page {
  readonly title: string;
  readonly text: string;
}

async function contentOf(pages: readonly Page[]): Promise<AnsweredContent> {
  const documents = pages.map(({ title, text }) => ({ title, url: null, language: null, blocks: textBlocks(text) }));
  const content = await answeredContent(temporaryDirectory(), documents);
  onTestFinished(() => content.close());
  return content;
}

const RETURNS = `Sending something back takes a label. Bring the parcel back to any shop.

We take plants back within 14 days. The money is back on your card after a week.`;

test.each(['how do I back up?', 'How do I back it up?'])(
  '“%s” is not answered by how to send something back',
  async (question) => {
    const content = await contentOf([
      { title: 'Returns', text: RETURNS },
      { title: 'Operations', text: 'Run npm run backup. It copies the stores while the service runs.' },
      ...Array.from({ length: 12 }, (_, at) => ({
        title: `Order ${at}`,
        text: `You get order ${at} back. ${RETURNS}`,
      })),
    ]);
    expect((await content.ask(question)).content).toContain('npm run backup');
  },
);

test('“How often” asks for what is done, also where the site is named like it', async () => {
  const content = await contentOf([
    {
      title: 'Plant care | Fern & Fig',
      text: '# Boston fern\nWater it twice a week. It likes shade.\n# Aloe\nFull sun.',
    },
    ...Array.from({ length: 150 }, (_, at) => ({
      title: `Letter ${at}`,
      text: `We write letter ${at} to Anna ${at}.`,
    })),
  ]);
  expect((await content.ask('How often do I water a fern?')).content).toContain('Water it twice a week.');
});

test('a question is refused where search finds several pages that hold the same part of it', async () => {
  const letters = Array.from({ length: 300 }, (_, at) => ({
    title: `Letter ${at}`,
    text: `We write letter ${at} to Anna ${at}.`,
  }));
  const built = ['road', 'school', 'bridge', 'harbour', 'market', 'theatre', 'prison', 'library', 'station', 'bath'];
  const pages = built.map((name, at) => ({
    title: name,
    text: `The governor of Marlund paid for the ${name} of Brixen in 18${40 + at}.`,
  }));
  const asked =
    'When did the governor of Marlund open the deep copper mine of Brixen to curious strangers with lanterns?';
  const several = await contentOf([...pages, ...letters]);
  expect((await several.ask(asked)).sources).toEqual([]);
  const one = await contentOf([...pages.slice(0, 1), ...letters]);
  expect((await one.ask(asked)).content).toContain('1840');
});

test('a question after one for a place that is not served goes on from the places that are', async () => {
  const content = await contentOf([
    {
      title: 'Delivery | Fern & Fig',
      text: '# Delivery\n\n| Country | Time | Cost |\n| --- | --- | --- |\n| Austria | 2 to 3 working days | €7.90 |\n| France | 3 to 4 working days | €8.90 |\n\nWe do not deliver to Switzerland or the United Kingdom, because plants need a health certificate there.',
    },
    ...Array.from({ length: 60 }, (_, at) => ({
      title: `Measured ${at}`,
      text: `# Checks ${at}\n\n| Row | Held by |\n| --- | --- |\n| sign-in: about the same time | takes as long for address ${at}, delivered or not |`,
    })),
  ]);
  const asked = 'do you deliver to norway';
  const answer = (await content.ask(asked)).content;
  expect(answer).toContain('nothing about “norway”');
  const memory = [
    { role: 'user', content: asked },
    { role: 'assistant', content: answer },
  ] as const;
  expect((await content.ask('and how long does that take?', memory)).content).toContain('2 to 3 working days');
});
