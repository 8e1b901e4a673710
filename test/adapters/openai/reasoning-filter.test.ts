import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ReasoningFilter } from '../../../src/adapters/openai/reasoning-filter.ts';

function filtered(...pieces: readonly string[]): string {
  const filter = new ReasoningFilter();
  return pieces.map((piece) => filter.push(piece)).join('') + filter.end();
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
      }),
    );
  });
});
