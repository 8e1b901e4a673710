import { describe, expect, it } from 'vitest';
import { DEFAULT_RATES, effectiveRate, RATES, type RateName } from '../../../src/ports/shared-settings/rates.ts';

const NAMES = Object.keys(RATES) as RateName[];

describe('A rate', () => {
  it('that has a setting of its own is what that says', () => {
    const configured = { ...DEFAULT_RATES, auth: { count: 3, seconds: 7 } };
    expect(effectiveRate('auth', configured)).toEqual({ count: 3, seconds: 7 });
    expect(effectiveRate('chat', configured)).toEqual(DEFAULT_RATES.chat);
  });

  it('without one grows with the setting it follows', () => {
    expect(effectiveRate('rating-session', DEFAULT_RATES)).toEqual({ count: 60, seconds: 60 });
    const thrice = { ...DEFAULT_RATES, message: { count: 60, seconds: 60 } };
    expect(effectiveRate('rating-session', thrice)).toEqual({ count: 180, seconds: 60 });
    const overAnHour = { ...DEFAULT_RATES, message: { count: 3_600, seconds: 3_600 } };
    expect(effectiveRate('rating-session', overAnHour)).toEqual({ count: 180, seconds: 60 });
  });

  it('without one is not lowered by it', () => {
    const strict = { ...DEFAULT_RATES, chat: { count: 1, seconds: 3_600 } };
    expect(effectiveRate('owner-writes', strict)).toEqual({ count: 1_800, seconds: 3_600 });
  });

  it('is a whole number, however high a setting is', () => {
    const highest = Object.fromEntries(
      Object.keys(DEFAULT_RATES).map((name) => [name, { count: 999_999_999, seconds: 1 }]),
    ) as unknown as typeof DEFAULT_RATES;
    for (const name of NAMES) expect(Number.isSafeInteger(effectiveRate(name, highest).count)).toBe(true);
  });
});
