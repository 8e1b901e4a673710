import { describe, expect, it } from 'vitest';
import { checkOrigin, domainFault, normaliseDomain } from '../../../src/domain/widget-key/allowed-domains.ts';

describe('a bare host', () => {
  it.each([
    ['https://example.com'],
    ['http://example.com'],
    ['https://example.com:8443'],
    ['HTTPS://EXAMPLE.COM'],
    ['https://Example.Com:443'],
  ])('lets %s in', (origin) => {
    expect(checkOrigin(['example.com'], origin)).toBe('allowed');
  });

  it.each([
    ['a subdomain', 'https://www.example.com'],
    ['a host that ends alike', 'https://evilexample.com'],
    ['a host that begins alike', 'https://example.com.evil.org'],
    ['a host that is part of it', 'https://ample.com'],
    ['its top level', 'https://com'],
    ['a hyphenated lookalike', 'https://example-com.org'],
    ['a lookalike in Cyrillic', 'https://ехample.com'],
    ['the name with a trailing dot, which browsers hold apart', 'https://example.com.'],
    ['an address', 'https://93.184.216.34'],
  ])('keeps %s out', (_what, origin) => {
    expect(checkOrigin(['example.com'], origin)).toBe('DomainNotAuthorized');
  });
});

describe('a *.host entry', () => {
  it.each([
    ['https://example.com'],
    ['https://www.example.com'],
    ['https://a.b.c.example.com:3000'],
    ['https://WWW.EXAMPLE.COM'],
  ])('lets %s in', (origin) => {
    expect(checkOrigin(['*.example.com'], origin)).toBe('allowed');
  });

  it.each([
    ['https://evilexample.com'],
    ['https://example.com.evil.org'],
    ['https://www.example.com.evil.org'],
    ['https://www-example.com'],
    ['https://example.org'],
  ])('keeps %s out', (origin) => {
    expect(checkOrigin(['*.example.com'], origin)).toBe('DomainNotAuthorized');
  });
});

describe('an origin', () => {
  it.each([
    ['null'],
    [''],
    ['example.com'],
    ['//example.com'],
    ['https://'],
    ['https:example.com'],
    ['https://example.com/path'],
    ['https://example.com?query'],
    ['https://example.com/?query'],
    ['https://example.com#fragment'],
    ['https://user@example.com'],
    ['https://user:secret@example.com'],
    ['https://:secret@example.com'],
    ['https://@example.com'],
    ['https://example.com@evil.org'],
    ['https://example.com\\@evil.org'],
    ['https://example.com:port'],
    ['https://example.com:99999'],
    ['https://exa mple.com'],
    ['https://exam\tple.com'],
    [' https://example.com'],
    ['https://example.com, https://evil.org'],
    ['javascript:alert(1)'],
    ['data:text/html,hello'],
    ['file:///etc/passwd'],
    ['file://'],
    ['capacitor:localhost'],
    ['1app://localhost'],
    [`https://${'a'.repeat(600)}.com`],
  ])('%j is none', (origin) => {
    expect(checkOrigin(['example.com'], origin)).toBe('InvalidOrigin');
    expect(checkOrigin(['*'], origin)).toBe('InvalidOrigin');
  });

  it.each([
    ['capacitor://localhost', 'localhost'],
    ['ionic://LOCALHOST', 'localhost'],
    ['app://obsidian.md', 'obsidian.md'],
    ['chrome-extension://abcdefghijklmnopabcdefghijklmnop', 'abcdefghijklmnopabcdefghijklmnop'],
    ['ftp://example.com:21', 'example.com'],
  ])('of an app or an extension matches by its host: %s', (origin, host) => {
    expect(checkOrigin([host], origin)).toBe('allowed');
    expect(checkOrigin(['*'], origin)).toBe('allowed');
    expect(checkOrigin(['another.example'], origin)).toBe('DomainNotAuthorized');
  });

  it('may be missing only for a key that is open to all', () => {
    expect(checkOrigin(['*'], undefined)).toBe('allowed');
    expect(checkOrigin(['example.com', '*'], undefined)).toBe('allowed');
    expect(checkOrigin(['example.com'], undefined)).toBe('OriginMissing');
    expect(checkOrigin(['*.example.com'], undefined)).toBe('OriginMissing');
    expect(checkOrigin([], undefined)).toBe('OriginMissing');
  });

  it('in another script is the same as its punycode', () => {
    const entry = normaliseDomain('Bücher.Example') ?? '';
    expect(entry).toBe('xn--bcher-kva.example');
    expect(checkOrigin([entry], 'https://xn--bcher-kva.example')).toBe('allowed');
    expect(checkOrigin([entry], 'https://bücher.example')).toBe('allowed');
    expect(checkOrigin([entry], 'https://bucher.example')).toBe('DomainNotAuthorized');
    expect(checkOrigin([normaliseDomain('*.bücher.example') ?? ''], 'https://www.bücher.example')).toBe('allowed');
  });
});

describe('a list of domains', () => {
  it('that is empty allows no origin', () => {
    expect(checkOrigin([], 'https://example.com')).toBe('DomainNotAuthorized');
  });

  it('allows an origin that any of its entries allows', () => {
    const entries = ['example.com', '*.example.org'];
    expect(checkOrigin(entries, 'https://example.com')).toBe('allowed');
    expect(checkOrigin(entries, 'https://shop.example.org')).toBe('allowed');
    expect(checkOrigin(entries, 'https://shop.example.com')).toBe('DomainNotAuthorized');
  });

  it('with a star lets every real origin in', () => {
    expect(checkOrigin(['*'], 'https://anything.example')).toBe('allowed');
    expect(checkOrigin(['*'], 'http://localhost:3000')).toBe('allowed');
    expect(checkOrigin(['*'], 'https://[2001:db8::1]:8080')).toBe('allowed');
  });
});

describe('an entry', () => {
  it.each([
    ['example.com', 'example.com'],
    ['  Example.COM ', 'example.com'],
    ['*.Example.com', '*.example.com'],
    ['*', '*'],
    [' * ', '*'],
    ['localhost', 'localhost'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['*.münchen.de', '*.xn--mnchen-3ya.de'],
    ['example.com.', 'example.com'],
    ['*.example.com.', '*.example.com'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '[::1]'],
    ['_dmarc-2.example.com', '_dmarc-2.example.com'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
  ])('%j is kept as %s', (entry, kept) => {
    expect([normaliseDomain(entry), domainFault(entry)]).toEqual([kept, null]);
  });

  it.each([
    ['', 'must be a host such as example.com'],
    ['  ', 'must be a host such as'],
    ['.', 'must be a host such as'],
    ['*.', 'must be a host such as'],
    ['.example.com', 'has an empty part'],
    ['a..b', 'has an empty part'],
    ['example.com..', 'has an empty part'],
    ['*..example.com', 'has an empty part'],
    ['*.a..b', 'has an empty part'],
    ['example。。com', 'has an empty part'],
    ['**', '* stands alone'],
    ['*.*', '* stands alone'],
    ['*example.com', '* stands alone'],
    ['*.*.example.com', '* stands alone'],
    ['www.*.com', '* stands alone'],
    ['https://example.com', 'without scheme and path'],
    ['https://*.example.com', 'without scheme and path'],
    ['example.com/path', 'without scheme and path'],
    ['example.com?x', 'without scheme and path'],
    ['example.com#x', 'without scheme and path'],
    ['example.com\\', 'without scheme and path'],
    ['example.com:8080', 'without its port'],
    ['example.com:80', 'without its port'],
    ['[::1]:8080', 'without its port'],
    ['user@example.com', 'must be a host such as'],
    ['exa mple.com', 'must be a host such as'],
    ['exam\nple.com', 'must be a host such as'],
    ['%65xample.com', 'must be a host such as'],
    ['example.com,example.org', 'must be a host such as'],
    ['example.com;', 'must be a host such as'],
    ['"example.com"', 'must be a host such as'],
    ['1.2.3.4.5', 'must be a host such as'],
    [`${'a'.repeat(64)}.com`, 'has a part of more than 63'],
    [`${'a.'.repeat(127)}a`, 'must have at most 253'],
    ['bücher.'.repeat(20), 'must have at most 253'],
  ])('%j is refused, since no host can match it, and told why: %s', (entry, reason) => {
    expect(normaliseDomain(entry)).toBeNull();
    expect(domainFault(entry)).toContain(reason);
  });

  it('is stored unchanged when it is normalised again', () => {
    for (const entry of ['example.com', '*.xn--mnchen-3ya.de', '*', '[::1]']) {
      expect(normaliseDomain(entry)).toBe(entry);
    }
  });
});
