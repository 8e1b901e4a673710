import { describe, expect, it } from 'vitest';
import { statusReason } from '../../../src/adapters/web/status-reason.ts';

describe('The reason of a page that was refused', () => {
  it.each([
    [404, 'The page was not found (status 404)'],
    [403, 'The server refused access (status 403)'],
    [503, 'The server had an error (status 503)'],
    [418, 'The server did not send the page (status 418)'],
  ])('says what status %i means', (status, reason) => {
    expect(statusReason(status)).toBe(reason);
  });
});
