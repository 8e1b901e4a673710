import { describe, expect, it } from 'vitest';
import { lexMarkdown } from '../../../widget/shared/markdown/lex.ts';
import { expectLinear } from '../../support/growth.ts';

/** The text of a token and of those inside it, as it was written. */
const written = (tokens: readonly { readonly raw: string }[] | null) => (tokens ?? []).map(({ raw }) => raw).join('');

describe('Hostile Markdown', () => {
  it.each(['_a*', '**a', 'a**b_', '*a*b*'])('is read in time that grows with its length: %s', (mark) => {
    const texts = (size: number) => mark.repeat(Math.floor(size / mark.length));
    expect(written(lexMarkdown(texts(40_000)))).toBe(texts(40_000));
    expectLinear(36_000, (size) => lexMarkdown(texts(size)));
  });

  it('is shown as it is from where there are too many marks', () => {
    const [paragraph] = lexMarkdown(`${'_a*'.repeat(8_000)} *never ends* & *so on*`) ?? [];
    const { type, tokens = [] } = paragraph as { type: string; tokens?: { type: string; text: string }[] };
    expect(type).toBe('paragraph');
    expect(tokens.at(-1)).toMatchObject({
      type: 'text',
      text: expect.stringMatching(/_a\* \*never ends\* & \*so on\*$/),
    });
  });

  it('that is too long is not read', () => {
    expect(lexMarkdown('a'.repeat(40_001))).toBeNull();
  });
});

describe('A long answer', () => {
  it('has all of its emphasis', () => {
    const markdown = Array.from(
      { length: 150 },
      (_, row) => `- **Item ${row}** costs *ten* _euros_ and is **in stock**.`,
    );
    const ends = JSON.stringify(lexMarkdown(markdown.join('\n'))).match(/"type":"(?:strong|em)"/g);
    expect(ends).toHaveLength(600);
  });
});
