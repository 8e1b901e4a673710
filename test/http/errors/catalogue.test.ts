import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/http/errors/api-error.ts';
import { errorCatalogue } from '../../../src/http/errors/catalogue.ts';

/** The statuses and messages of the interface specification, to the letter. */
const GIVEN: readonly (readonly [number, string])[] = [
  // Interface specification, section 7.1
  [401, 'Missing widget key'],
  [401, 'Invalid or revoked API key'],
  [403, 'Domain not authorized'],
  [403, 'Origin header missing'],
  [403, 'Invalid Origin'],
  // Section 7.2
  [403, 'Chatbot limit reached for your plan'],
  [400, 'File too large. Max limit is 25MB.'],
  [400, 'Unsupported file type: {type}'],
  [404, 'Chatbot not found'],
  [429, 'Rate limited'],
  [429, 'Message limit reached'],
  [404, 'Conversation not found'],
  [404, 'Message not found'],
  [400, 'Only assistant messages can be rated'],
  // Decisions, sections 1 to 6
  [404, 'Data source not found'],
  [404, 'Widget key not found'],
  [404, 'Lead not found'],
  [429, 'Too many requests, please try again later'],
  [409, 'Email already registered'],
  [401, 'Invalid email or password'],
  [401, 'Invalid refresh token'],
  [401, 'Authentication required'],
  [403, 'Cross-site request refused'],
  [400, 'Only websites and YouTube videos can be refreshed'],
  [400, 'No file uploaded'],
];

describe('The error catalogue', () => {
  const entries = Object.entries(errorCatalogue);

  it.each(GIVEN)('has %i %s', (status, message) => {
    expect(entries.filter(([, entry]) => entry.message === message).map(([, entry]) => entry.status)).toEqual([status]);
  });

  it('says what is wrong with a request in the words given for failed answers', () => {
    expect(errorCatalogue.GENERATION_FAILED.message).toBe('Something went wrong. Please try again.');
  });

  it.each(entries)('has a code that stays and a status of an error: %s', (code, { status, message }) => {
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(message.trim()).not.toBe('');
  });

  it('fills what a message leaves open, and nothing else', () => {
    const error = new ApiError('UNSUPPORTED_FILE_TYPE', { parameters: { type: 'a/{type}' } });
    expect(error.message).toBe('Unsupported file type: a/{type}');
    expect(error.body('id')).toEqual({ success: false, message: error.message, code: error.code, requestId: 'id' });
  });
});
