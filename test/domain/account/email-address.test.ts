import { describe, expect, it } from 'vitest';
import { canonicalEmail, isEmailAddress } from '../../../src/domain/account/email-address.ts';

describe('An email address', () => {
  it.each([
    'ada@example.com',
    'Ada.Lovelace+shop@mail.example.co.uk',
    "o'neill_1-2@example.com",
    'ada@bücher.example',
    '阿达@例子.公司',
    'ａｄａ@example.com',
    'ada@xn--bcher-kva.example',
  ])('is %s', (text) => {
    expect(isEmailAddress(text)).toBe(true);
  });

  it.each([
    ['no sign', 'ada.example.com'],
    ['no host', 'ada@'],
    ['no name', '@example.com'],
    ['no dot in its host', 'ada@example'],
    ['two signs', 'ada@eve@example.com'],
    ['a wide sign besides', 'ada＠eve@example.com'],
    ['a space', 'ada @example.com'],
    ['a space without width', 'ada\u200b@example.com'],
    ['a soft hyphen', 'a\u00adda@example.com'],
    ['a Mongolian vowel separator', 'ada@exa\u180emple.com'],
    ['a change of direction', 'ada\u202e@example.com'],
    ['a word joiner', 'ada@example.com\u2060'],
    ['a byte order mark', '\ufeffada@example.com'],
    ['a filler that shows nothing', 'ada\u3164@example.com'],
    ['a variation selector', 'ada\ufe0f@example.com'],
    ['a tag character', 'ada\u{e0041}@example.com'],
    ['a null', 'ada\u0000@example.com'],
    ['a C1 control', 'ada\u0085@example.com'],
    ['a line end', 'ada@example.com\n'],
    ['a line separator', 'ada@example.com\u2028'],
    ['a private character', 'ada\ue000@example.com'],
    ['a trailing dot', 'ada@example.com.'],
    ['a trailing dot of another width', 'ada@example.com．'],
    ['two dots in its host', 'ada@example..com'],
    ['two dots in its name', 'a..da@example.com'],
    ['two dots of which one is wide', 'a.．da@example.com'],
    ['an ellipsis', 'a‥da@example.com'],
    ['a name that begins with a dot', '.ada@example.com'],
    ['a name that ends with a dot', 'ada.@example.com'],
    ['angle brackets', '<ada@example.com>'],
    ['a name before it', 'Ada<ada@example.com>'],
    ['a scheme', 'mailto:ada@example.com'],
    ['a comma', 'ada@example,com.org'],
    ['a quotation mark', '"ada"@example.com'],
    ['a host that begins with a dot', 'ada@.example.com'],
  ])('has not %s', (_what, text) => {
    expect(isEmailAddress(text)).toBe(false);
  });

  it('is the same in every case and character width', () => {
    expect(canonicalEmail('ＡDA@Example.Com')).toBe('ada@example.com');
  });
});
