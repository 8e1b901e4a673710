import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { personWords } from '../../../src/audit/subject/person-words.ts';

const words = (text: string) => {
  const found = personWords(text);
  if (found === null) throw new Error(`${text} is too short`);
  return found;
};

describe('Words for a person', () => {
  it('find a phone number in whatever groups it is written, with and without its prefix', () => {
    const separators = fc.constantFrom('', ' ', '-', '.', ' / ', ') ');
    fc.assert(
      fc.property(
        fc.stringMatching(/^[1-9]\d{7}$/),
        fc.array(separators, { minLength: 7, maxLength: 7 }),
        (number, between) => {
          const written = [...number].map((digit, place) => digit + (between[place] ?? '')).join('');
          for (const prefix of ['', '0', '+47 ', '0047']) {
            expect(words(number).equals(prefix + written)).toBe(true);
            expect(words(prefix + written).equals(number)).toBe(true);
            for (const text of [`Call me: ${prefix}${written}, please`, `Not 12, ${prefix}${written}`]) {
              expect(words(number).isIn(text)).toBe(true);
            }
            expect(words(prefix + written).isIn(`Call me: ${number}`)).toBe(true);
          }
        },
      ),
    );
  });

  it.each(['22334456', '223344', '', null])('do not take %j for another number', (other) => {
    expect(words('22334455').equals(other)).toBe(false);
    expect(words('+47 22334455').isIn(`Call ${other}`)).toBe(false);
  });

  it('do not take the digits of an email address for a phone number', () => {
    expect(words('22334455').equals('ola22334455@example.com')).toBe(false);
  });

  it('find a name or an address in any case, width and spacing', () => {
    expect(words('ada@example.com').equals('Ada@Example.COM ')).toBe(true);
    expect(words('Zoë Visitor').equals('zoe\u0308  VISITOR')).toBe(true);
    expect(words('Zoë Visitor').isIn({ name: 'to ZOË\u00a0visitor' })).toBe(true);
    expect(words('Zoë Visitor').equals('Zoë Visitor 2')).toBe(false);
  });

  it.each(['', ' a ', '12345', '+00000012'])('are refused when %j is too short to tell a person', (text) => {
    expect(personWords(text)).toBeNull();
  });
});
