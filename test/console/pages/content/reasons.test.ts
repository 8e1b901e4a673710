import { describe, expect, it } from 'vitest';
import { explain, explained } from '../../../../console/pages/content/reasons.ts';
import { statusReason } from '../../../../src/adapters/web/status-reason.ts';
import { NOT_UNDERSTOOD } from '../../../../src/adapters/youtube/failures.ts';
import { URL_NOT_ALLOWED } from '../../../../src/ports/content/web.ts';
import { damaged, PASSWORD_PROTECTED, SCANNED, TOO_OLD } from '../../../../src/reading/unreadable.ts';
import { SKIP_REASONS } from '../../../../src/workers/ingestion/website/skip-reasons.ts';

const reasonOf = (reason: string | ((...words: never[]) => string)): string =>
  typeof reason === 'string' ? reason : (reason as (...words: unknown[]) => string)('https://example.com/a', 'Gone');

describe('The reason why something was not read', () => {
  it.each(Object.entries(SKIP_REASONS))('is said in plain words: %s', (name, reason) => {
    const { text, advice } = explain(reasonOf(reason));
    expect(text).not.toMatch(/robots\.txt|\bhosts?\b|redirect|nested|variants|\.$/);
    if (name !== 'duplicate') expect(advice).toMatch(/^[A-Z].+\.$/);
  });

  it.each([401, 403, 404, 410, 418, 429, 500, 503])('comes with what to do about status %d', (status) => {
    expect(explain(statusReason(status)).advice).not.toBe('');
    expect(explained(statusReason(status))).toContain(`status ${status}`);
  });

  it.each([
    URL_NOT_ALLOWED,
    PASSWORD_PROTECTED,
    SCANNED,
    TOO_OLD,
    'The video has no captions',
    'No usable text was found',
    'The page is a file of another kind',
    'The page redirects in a circle',
    'More than 10 redirects',
  ])('comes with what to do: %s', (reason) => expect(explain(reason).advice).not.toBe(''));

  it.each([
    [damaged('its structure cannot be understood').message, /save it again/],
    [NOT_UNDERSTOOD, /Paste what is said/],
    ['The answer of shop.example cannot be understood', /whoever runs the website/],
  ])('that is something not understood tells a file, a video and a website apart: %s', (reason, advice) =>
    expect(explain(reason).advice).toMatch(advice),
  );

  it('names what the website answered', () => {
    expect(explained('robots.txt could not be read: The server had an error (status 503)')).toBe(
      'The website does not say which pages programs may read. Its file robots.txt could not be read: The server had an ' +
        'error (status 503). Read it again later. If this stays, tell whoever runs the website.',
    );
  });

  it.each([
    ['The host shop.exmaple was not found', 'There is no website shop.exmaple. Check the address for typing mistakes.'],
    [
      'shop.example refused the connection',
      'shop.example refused the connection. Read it again later. If this stays, tell whoever runs the website.',
    ],
    [
      URL_NOT_ALLOWED,
      'This address is not on the public internet. Only public websites are read. Whoever runs this service can allow others ' +
        '(CRAWL_ALLOW_HOSTS).',
    ],
  ])('of a website that was not reached is that, and not the rules that were to be read first: %s', (reason, said) => {
    expect([explained(reason), explained(`robots.txt could not be read: ${reason}`)]).toEqual([said, said]);
  });

  it.each(['', 'robots.txt could not be read: '])(
    'names the other form of an address without encryption: %s',
    (before) => {
      expect(explained(`${before}No secure connection to shop.example could be made`)).toBe(
        'No secure connection to shop.example could be made. If its address begins with http://, add it in that form. Read it again later. ' +
          'If this stays, tell whoever runs the website.',
      );
    },
  );

  it('that is not known stays as it is', () => {
    expect(explained('The moon is in the way.')).toBe('The moon is in the way.');
  });
});
