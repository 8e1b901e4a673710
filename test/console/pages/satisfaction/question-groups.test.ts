import { describe, expect, it } from 'vitest';
import type { UnansweredQuestion } from '../../../../console/api/types.ts';
import { groupQuestions } from '../../../../console/pages/satisfaction/question-groups.ts';
import { expectLinear } from '../../../support/growth.ts';

const asked = (question: string, messageId: string): UnansweredQuestion => ({
  ...{ messageId, question, sessionId: 's', conversationId: 'c', reason: 'not_found', answerId: null },
  askedAt: '2026-11-24T10:00:00.000Z',
});

const groupsOf = (...questions: string[]) =>
  groupQuestions(questions.map((question, index) => asked(question, String(index)))).map(({ newest, count }) => [
    newest.messageId,
    count,
  ]);

describe('Questions without an answer', () => {
  it.each([
    ['case', 'Do you ship to Mars?', 'DO YOU SHIP TO MARS?'],
    ['spaces', 'Do you ship to Mars?', '  Do  you ship\nto Mars ?'],
    ['final punctuation', 'Do you ship to Mars?', 'Do you ship to Mars?!…'],
    ['full-width punctuation', '送料はいくらですか？', '送料はいくらですか。'],
    ['composed letters', 'Größe?', 'Gro\u0308ße?'],
  ])('count as one when they differ only in %s', (_what, one, other) => {
    expect(groupsOf(one, other)).toEqual([['0', 2]]);
  });

  it('stay apart when their words differ, those asked most often first, then the newest', () => {
    expect(groupsOf('Do you ship to Mars?', 'Mars?', 'mars', '?', '!')).toEqual([
      ['1', 2],
      ['0', 1],
      ['3', 1],
      ['4', 1],
    ]);
  });

  it('are grouped in time that grows with their length, whatever a visitor wrote', () => {
    // Each mark becomes three.
    expectLinear(4_000, (length) => groupsOf(...Array<string>(8).fill(`${'…'.repeat(length)}a`)));
    expectLinear(60_000, (length) => groupsOf(`a${'\u0345\u0301\uff9e'.repeat(length / 3)}`));
  });
});
