import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropNearDuplicates, shinglesOf } from '../../../src/answering/retrieval/near-duplicates.ts';

const kept = (texts: readonly string[], limit = 8) => dropNearDuplicates(texts, shinglesOf, limit);
const sentence = 'Bees fly from flower to flower all day long and carry pollen home to the hive in the evening';
const chinese = '蜜蜂整天在花丛中飞来飞去并在傍晚把花粉带回蜂巢然后休息到第二天早晨再次出发';

describe('Near-duplicates', () => {
  it.each([
    ['a longer copy', sentence, `${sentence}. Read more on the next page.`],
    ['other capitals and marks', sentence, `** ${sentence.toUpperCase().replaceAll(' ', ', ')} !`],
    [
      'other forms of the same letters',
      'ﬁve caf\u00e9 tables stand outside today',
      'five cafe\u0301 tables stand outside today',
    ],
    ['a script without spaces', chinese, `${chinese}。就这样。`],
  ])('go, whatever sets them apart: %s', (_what, one, other) => {
    expect(kept([one, other])).toEqual([one]);
  });

  it('are not what merely shares a subject, or some sentences', () => {
    const texts = [
      sentence,
      'Bees sleep at night and fly from flower to flower when the sun is out again in the morning',
      chinese,
      '蜜蜂在晚上睡觉，早上太阳出来的时候它们再次飞向花朵，采集花蜜并酿造蜂蜜过冬',
    ];
    expect(kept(texts)).toEqual(texts);
  });

  it('leave the first of each, in order, at most as many as wanted', () => {
    expect(kept(['a b', 'a b', 'c d', 'e f'], 2)).toEqual(['a b', 'c d']);
  });

  it('are found for any text: of two that are the same one is kept', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(kept([text, text])).toHaveLength(1);
      }),
    );
  });
});
