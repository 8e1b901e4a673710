import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AA_TEXT, contrast, parseHex, type Rgb, readable, textOn } from '../../../widget/shared/contrast.ts';

const part = fc.integer({ min: 0, max: 255 });
const colour = fc.tuple(part, part, part);
const rounded = ([red, green, blue]: Rgb): Rgb => [Math.round(red), Math.round(green), Math.round(blue)];

describe('Contrast', () => {
  it('is measured as WCAG measures it', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
    expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2);
  });

  it('of the text chosen for a colour is always AA', () => {
    fc.assert(fc.property(colour, (background) => contrast(textOn(background), background) >= AA_TEXT));
  });

  it('of a corrected colour is AA on its background, and a colour that is readable stays as it is', () => {
    fc.assert(
      fc.property(colour, colour, (one, background) => {
        const corrected = readable(one, [background], AA_TEXT);
        expect(contrast(rounded(corrected), background)).toBeGreaterThanOrEqual(AA_TEXT);
        if (contrast(one, background) >= AA_TEXT) expect(corrected).toEqual(one);
      }),
    );
  });
});

describe('A colour', () => {
  it.each([
    ['#fff', [255, 255, 255]],
    [' #7C3aed ', [124, 58, 237]],
    ['red', null],
    ['#12345', null],
    ['#fff;} * { display: none', null],
    [7, null],
  ])('%j is read as %j', (text, expected) => {
    expect(parseHex(text)).toEqual(expected);
  });
});
