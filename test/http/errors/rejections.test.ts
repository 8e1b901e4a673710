import { describe, expect, expectTypeOf, it } from 'vitest';
import type { ErrorCode } from '../../../src/http/errors/catalogue.ts';
import { ERROR_CODES, type Rejection, rejectionError } from '../../../src/http/errors/rejections.ts';

describe('the error of a rejection', () => {
  it('does not compile while a rejection has none', () => {
    const { LeadNotFound: _, ...others } = ERROR_CODES;
    // @ts-expect-error LeadNotFound is missing.
    const incomplete: Readonly<Record<Rejection, ErrorCode>> = others;
    expect(Object.keys(incomplete)).not.toContain('LeadNotFound');
  });

  it('exists for the rejections of commands, questions and origins, by their names', () => {
    expectTypeOf<
      'ChatbotChanged' | 'MessageLimitReached' | 'TooManyAttempts' | 'OriginMissing'
    >().toExtend<Rejection>();
    expectTypeOf<string>().not.toExtend<Rejection>();
    expect(rejectionError('ChatbotChanged').body('r')).toMatchObject({ code: 'CHATBOT_CHANGED' });
  });

  it('is 429 only where waiting helps: an answer that was rated too often stays so', () => {
    const { status, message } = rejectionError('RatingLimitReached');
    expect([status, message]).toEqual([409, 'Rating limit reached']);
  });
});
