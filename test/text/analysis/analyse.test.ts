import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { analysePassage, analyseQuery, analyseText, textLanguage } from '../../../src/text/analysis/analyse.ts';
import { expectLinear } from '../../support/growth.ts';

/** Words of the query that the text has, counting neither beginnings nor repeats. */
function shared(query: string, text: string): string[] {
  const words = new Set(analyseText(text));
  return [...new Set(analyseQuery(query))].filter((word) => words.has(word) && !word.startsWith('~'));
}

describe('Words of spaced scripts', () => {
  test('are the stem, the exact form and the beginning', () => {
    expect(analyseText('Deliveries')).toEqual(['deliveri', '=deliveries', '~deliv']);
  });

  test.each([
    ['English', 'the deliveries of the shops', 'which shop is for delivery'],
    ['Spanish', 'las canciones que nos gustan de los niños', 'qué canción es para el niño'],
    ['Italian', 'le organizzazioni della città sono nelle', 'quale organizzazione è della città'],
    ['German', 'die Bestellungen und die Häuser sind nicht', 'wo ist die Bestellung für das Haus'],
    ['French', 'les commandes et les livraisons sont dans', 'où est la livraison pour ma commande'],
    ['Portuguese', 'as entregas que não são para os clientes', 'qual é a entrega para você, cliente'],
    ['Dutch', 'de bestellingen en de winkels zijn niet', 'waar is de bestelling van een winkel'],
    ['Russian', 'все заказы и оплаты были не у нас', 'как мне найти заказ и оплату'],
    ['Greek', 'οι παραγγελίες και οι επιστροφές των πελατών', 'πώς γίνεται η επιστροφή του πελάτη'],
    ['Portuguese', 'as informações não são enviadas antes da segunda', 'quando são enviadas as informacoes'],
    ['Polish', 'rezerwacje pokojów i śniadania są w hotelu', 'jak zmienić rezerwację śniadania w hotelach'],
    ['Romanian', 'comenzile și livrările sunt gratuite pentru clienți', 'când primește clientul o livrare gratuită'],
    ['Turkish', 'siparişlerinizi ve faturalarınızı bu sayfadan indirin', 'siparişi ve faturayı nasıl görürüm'],
    ['Hindi', 'किताबों और कपड़ों की वापसी के लिए', 'क्या किताब या कपड़े वापस हो सकते हैं'],
  ])('meet in %s whatever their endings', (_, text, query) => {
    expect(shared(query, text).filter((word) => !word.startsWith('=')).length).toBeGreaterThanOrEqual(2);
  });

  test('of a Polish question are those that tell something, with their marks and without', () => {
    expect(analyseQuery('Czy w pokoju jest wanna?')).toEqual([
      'pokoj',
      '=pokoju',
      '~pokoj',
      'wann',
      '=wanna',
      '~wanna',
    ]);
    expect(shared('czy moge przyjechac z kotem', 'Kotów nie przyjmujemy, psy są mile widziane.')).toContain('kot');
  });

  test('are found without accents, in any case, in wide letters', () => {
    expect(shared('INFORMACION', 'información')).not.toEqual([]);
    expect(shared('ｗｉｄｅ', 'Wide')).not.toEqual([]);
    expect(shared('strasse', 'Straße')).not.toEqual([]);
    expect(shared('Αθηνα', 'Αθήνα')).not.toEqual([]);
    expect(shared('елка', 'ёлка')).not.toEqual([]);
    expect(shared('ισχυει', 'ισχύει')).toEqual(shared('ισχύει', 'ισχύει'));
    expect(shared('ΤΡΟΠΟΣ', 'τρόπος')).toEqual(shared('τρόπος', 'τρόπος'));
    expect(shared('ISPARTA IADE', 'ısparta İade')).toEqual(['=isparta', '=iade']);
    expect(shared('şapţe ţări', 'șapte țări')).toEqual(['tar', '=tari']);
  });

  test('keep the marks that tell Cyrillic letters apart', () => {
    expect(analyseText('мой')).toContain('=мой');
  });

  test('meet by their beginning where the language was guessed wrong', () => {
    const german = analyseText('Rechnungsadresse');
    expect(analyseText('die Rechnungen und der Betrag').filter((word) => german.includes(word))).toEqual(['~rechn']);
  });
});

describe('Codes, addresses and numbers', () => {
  test.each([
    ['SKU-1234', 'sku1234'],
    ['SKU 1234', 'SKU-1234'],
    ['c++', 'We teach C++.'],
    ['C#', 'c# and f#'],
    ['sales@example.com', 'Write to Sales@Example.com.'],
    ['example.com', 'see docs.example.com'],
    ['3.14', 'pi is 3.14, roughly'],
    ['e-mail', 'email'],
    ["l'ottobre", 'ottobre'],
    ['AC/DC', 'ac/dc'],
  ])('%s finds %s', (query, text) => {
    expect(shared(query, text)).not.toEqual([]);
  });

  test('C++ and C# are told apart', () => {
    expect(analyseText('C++')).toContain('c++');
    expect(analyseText('C#')).not.toContain('c++');
  });
});

describe('Passages', () => {
  const passage = { title: 'Returns', headings: ['Shoes'], text: 'Send them back.' };
  const countOf = (word: string, words: readonly string[]) => words.filter((one) => one === word).length;

  test('hold the words of their title and headings three times', () => {
    const words = analysePassage(passage);
    expect([countOf('=returns', words), countOf('=shoes', words), countOf('=back', words)]).toEqual([3, 3, 1]);
  });

  test('have one language: the title has that of the text', () => {
    const words = analysePassage({
      title: 'Comenzi',
      headings: [],
      text: 'Comanda este livrată și plătită la sosire.',
    });
    expect(countOf('comenz', words)).toBe(3);
    expect(countOf('comand', words)).toBe(1);
  });
});

describe('Queries', () => {
  test('are English however often they repeat a stop word of another language', () => {
    const words = analyseQuery('what pot size do I need for a 14 cm nursery pot');
    expect(words.filter((word) => word === 'pot')).toHaveLength(2);
    expect(words).not.toContain('what');
  });

  test('lose stop words, keep repeats', () => {
    expect(analyseQuery('what is the price of the price list')).toEqual([
      ...['price', '=price', '~price', 'price', '=price', '~price'],
      ...['list', '=list', '~list'],
    ]);
    expect(analyseQuery('¿cuál es el precio?').filter((word) => word.startsWith('='))).toEqual(['=precio']);
  });

  test('of nothing but stop words keep them', () => {
    expect(analyseQuery('The Who')).toEqual(analyseText('The Who'));
  });

  test('lose no word because it is a stop word elsewhere', () => {
    expect(analyseQuery('when did the patient die')).toContain('=die');
  });

  test('without words are empty', () => {
    for (const text of ['', '   ', '?!', '\u0000', '\ud800', '👍']) expect(analyseQuery(text)).toEqual([]);
  });
});

describe('Whatever the text', () => {
  const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());

  test('words are short, not empty, and without spaces or control characters', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const word of [...analyseText(text), ...analyseQuery(text)]) {
          expect(word).not.toMatch(/[\s\p{C}"]/u);
          expect(word.length).toBeGreaterThan(0);
          expect(word.length).toBeLessThanOrEqual(80);
        }
      }),
    );
  });

  test('a text finds itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = new Set(analyseText(text));
        expect(analyseQuery(text).every((word) => words.has(word))).toBe(true);
      }),
    );
  });

  test.each([
    ['one word', '', 'a'],
    ['one code', '', 'a-'],
    ['marks', 'e', '\u0301'],
    ['Thai marks', 'ก', '\u0e49'],
    ['Arabic marks', 'ب', '\u064b'],
    ['dots', '', '.'],
    ['plus signs', 'c', '+'],
    ['lone surrogates', '', '\ud800'],
  ])('up to a megabyte of %s takes time in proportion to its length', (_, start, unit) => {
    expectLinear(1_000_000, (length) => {
      const words = analyseText(start + unit.repeat(length / unit.length));
      expect(Math.max(0, ...words.slice(0, 1_000).map((word) => word.length))).toBeLessThanOrEqual(80);
    });
  });
});

describe('A long question', () => {
  test('is cut into words once, however often it is analysed', () => {
    const normalise = vi.spyOn(String.prototype, 'normalize');
    onTestFinished(() => normalise.mockRestore());
    const question = 'Können Sie Bücher zurücknehmen? '.repeat(40);
    const normalisations = () => normalise.mock.contexts.filter((text) => String(text) === question).length;
    const words = analyseQuery(question);
    expect(normalisations()).toBe(1);
    textLanguage(question);
    expect(analyseQuery(question)).toEqual(words);
    expect(normalisations()).toBe(1);
  });
});
