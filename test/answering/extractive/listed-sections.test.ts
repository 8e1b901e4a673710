/** A question which things there are gets the names of the sections below their heading. */
import { describe, expect, test } from 'vitest';
import { extractiveAnswers } from '../../../src/answering/extractive/extractive-answers.ts';
import { beeRequest, collect } from '../../contracts/answer-generator.ts';
import { textAsker } from './asker.ts';

const never = new AbortController().signal;
const passagesOf = (text: string) => textAsker(text).passages.map((passage) => ({ ...passage, url: null }));
const academy = `# Academy
We teach people who work.
# Our courses
All are online.
## Statistics with R
Twelve weeks. Starts in May.
## Drawing by hand
Eight weeks. Starts every month.
## Italian
Ten weeks.
# Fees
| Plan | Price | Courses |
| --- | --- | --- |
| Single | €290 | one |
| All | €600 | all courses |
# Rooms
- The attic
- The cellar
## How to book a room
Write to us.
## How to find a room
Follow the signs.`;

const answerTo = (question: string) =>
  collect(extractiveAnswers().answer({ ...beeRequest, question, passages: passagesOf(academy) }, never));

describe('A question which things there are', () => {
  test.each(['what courses do you offer', 'Which courses are there?', 'list of courses', 'show me all courses'])(
    'gets their names: “%s”',
    async (question) => {
      expect(await answerTo(question)).toBe('**Our courses**\n- Statistics with R\n- Drawing by hand\n- Italian [1]');
    },
  );

  test('is answered by the list of a section that has one', async () => {
    expect(await answerTo('which rooms do you have')).toContain('The attic');
    expect(await answerTo('which rooms do you have')).not.toContain('How to find');
  });

  test('is not one what a thing is that has sections of its own', async () => {
    const pilates =
      '# Gym\nWe train.\n# Pilates\nA gentle class for the core muscles.\n## Price\n£12.\n## When\nMondays.';
    const asked = { ...beeRequest, question: 'What is Pilates?', passages: passagesOf(pilates) };
    const said = await collect(extractiveAnswers().answer(asked, never));
    expect(said).toContain('A gentle class');
    expect(said).not.toContain('- When');
  });

  test('is no question about one of them', async () => {
    expect(await answerTo('which courses start in May?')).not.toContain('- Drawing by hand');
  });
});
