import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ReasoningHabit } from '../../../src/adapters/openai/model-capabilities.ts';
import { ReasoningFilter } from '../../../src/adapters/openai/reasoning-filter.ts';

const filtered = (...pieces: readonly string[]): string => shownBy('none', pieces).text;

/** Text that a visitor has seen before the completion ended, the whole text, and what is known of the model afterwards. */
function shownBy(known: ReasoningHabit, pieces: readonly string[], isCutOff = false) {
  const filter = new ReasoningFilter(known);
  const early = pieces.map((piece) => filter.push(piece)).join('');
  const text = early + filter.end(isCutOff);
  return { early, text, habit: filter.habit };
}

describe('The reasoning of a model', () => {
  it.each([
    ['<think>\nThe visitor asks of bees.\n</think>\n\nBees fly [1].', 'Bees fly [1].'],
    ['\n<THINK>Hm, </b> 1 < 2</Think>Bees fly [1].', 'Bees fly [1].'],
    ['<thinking>İ</thinking> Bees fly.', 'Bees fly.'],
    ['<reasoning>a</reasoning>Bees fly.', 'Bees fly.'],
    ['<thought>a</thought>Bees fly.', 'Bees fly.'],
    ['[THINK]a[/THINK]Bees fly.', 'Bees fly.'],
    ['<think></think>\n\nBees fly.', 'Bees fly.'],
    ['<|channel|>analysis<|message|>Bees.<|end|><|start|>assistant<|channel|>final<|message|>Bees fly.', 'Bees fly.'],
    ['<think>It never ends', ''],
    ['<think>Another tag ends</thinking> nothing', ''],
  ])('is left out of %j', (completion, answer) => {
    expect(filtered(completion)).toBe(answer);
  });

  it.each([
    'Bees fly [1].',
    '<b>Bees</b> fly.',
    '<thinker> is a tag.',
    'A tag further on is text: <think>a</think>',
    '</think> ends nothing.',
    '<thi',
    '  <',
    ' '.repeat(1_000),
    '',
  ])('is not found in %j', (completion) => {
    expect(filtered(completion)).toBe(completion);
  });

  describe('that the chat template opened', () => {
    const pieces = ['Okay', ', the', ' visitor', ' asks of bees.', '</think>', '\n\n', 'Bees ', 'fly [1].'];

    it('is left out of the first completion of a model that begins as reasoning does', () => {
      expect(shownBy('unknown', pieces)).toEqual({ early: 'Bees fly [1].', text: 'Bees fly [1].', habit: 'unopened' });
    });

    it('is left out of every completion of a model that is known for it', () => {
      const others = ['Bees', ' are asked of.', '[/THI', 'NK]', 'Bees fly [1].'];
      expect(shownBy('unopened', others)).toMatchObject({ text: 'Bees fly [1].', habit: 'unopened' });
    });

    it('ends where the tag shows it, when the model is not known yet', () => {
      const others = ['Bees are ', 'asked of. </think> ', 'Bees fly [1].'];
      expect(shownBy('unknown', others)).toEqual({
        early: 'Bees are Bees fly [1].',
        text: 'Bees are Bees fly [1].',
        habit: 'unopened',
      });
    });

    it('is no answer when the model reached its limit of tokens', () => {
      expect(shownBy('unknown', ['Okay, the visitor'], true)).toMatchObject({ text: '', habit: 'unopened' });
    });

    it('is left out however long it is', () => {
      const long = Array.from({ length: 300 }, () => 'The visitor asks of bees, and of more than them. '.repeat(10));
      expect(shownBy('unopened', [...long, '</think>', 'Bees fly.'])).toMatchObject({ text: 'Bees fly.' });
    });
  });

  it('is not seen in an answer that begins as reasoning does, which is shown at its end', () => {
    expect(shownBy('unknown', ['Okay', ', bees fly.'])).toEqual({ early: '', text: 'Okay, bees fly.', habit: 'none' });
    expect(shownBy('none', ['Okay', ', bees fly.'])).toMatchObject({ early: 'Okay, bees fly.' });
  });

  it('is no longer expected of a model that answers without', () => {
    expect(shownBy('unopened', ['Bees ', 'fly.'])).toEqual({ early: '', text: 'Bees fly.', habit: 'unknown' });
  });

  test('is left out however the completion is cut', () => {
    const part = fc.constantFrom(
      '<think>',
      '</think>',
      '<thinking>',
      '[THINK]',
      '[/think]',
      ' ',
      '\n',
      'Bees',
      '<',
      'İ',
      '/',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.array(fc.nat(40), { maxLength: 8 }), (parts, cuts) => {
        const completion = parts.join('');
        const places = [0, ...cuts.map((cut) => Math.min(cut, completion.length)).sort((a, b) => a - b)];
        const pieces = places.map((from, at) => completion.slice(from, places[at + 1] ?? completion.length));
        expect(filtered(...pieces)).toBe(filtered(completion));
        expect(shownBy('unopened', pieces)).toEqual({
          ...shownBy('unopened', [completion]),
          early: expect.any(String),
        });
      }),
    );
  });
});
