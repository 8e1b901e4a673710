import { describe, expect, it } from 'vitest';
import { completed } from '../../../widget/shared/markdown/complete.ts';
import { expectLinear } from '../../support/growth.ts';

describe('Markdown that is still being written', () => {
  it.each([
    ['We **ship', 'We **ship**'],
    ['We **ship** today', 'We **ship** today'],
    ['Run `npm', 'Run `npm`'],
    ['See [the terms](https://exa', 'See the terms'],
    ['See [the te', 'See the te'],
    ['See ![the te', 'See the te'],
    ['See [the terms](https://example.com)', 'See [the terms](https://example.com)'],
    ['~~old', '~~old~~'],
    ['```\nlet **a', '```\nlet **a'],
    ['First **line\nsecond', 'First **line\nsecond'],
    ['2 * 3', '2 * 3'],
    ['We **', 'We '],
  ])('%j is shown as %j', (written, shown) => {
    expect(completed(written)).toBe(shown);
  });

  it.each(['[', '[a](', '![a](b'])('is completed in time that grows with its length: %s', (begun) => {
    expectLinear(200_000, (size) => completed(`${begun.repeat(size / begun.length)}])x`));
  });
});
