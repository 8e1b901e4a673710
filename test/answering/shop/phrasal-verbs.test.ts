/** Verbs of two words whose first word other pages hold: they are found and answered by the word that the content writes as one. */
import { expect, onTestFinished, test } from 'vitest';
import { textBlocks } from '../../../src/reading/documents/plain-text/text-blocks.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { answeredContent } from './answered-content.ts';

const RETURNS = `Sending something back takes a label. Bring the parcel back to any shop.

We take plants back within 14 days. The money is back on your card after a week.`;
const BACKUPS = 'Run npm run backup. It copies the stores while the service runs.';

test.each(['how do I back up?', 'How do I back it up?'])(
  '“%s” is not answered by how to send something back',
  async (question) => {
    const documents = [
      { title: 'Returns', text: RETURNS },
      { title: 'Operations', text: BACKUPS },
      ...Array.from({ length: 12 }, (_, at) => ({
        title: `Order ${at}`,
        text: `You get order ${at} back. ${RETURNS}`,
      })),
    ];
    const content = await answeredContent(
      temporaryDirectory(),
      documents.map(({ title, text }) => ({ title, url: null, language: null, blocks: textBlocks(text) })),
    );
    onTestFinished(() => content.close());
    expect((await content.ask(question)).content).toContain('npm run backup');
  },
);
