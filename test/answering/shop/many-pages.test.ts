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
