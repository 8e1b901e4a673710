/** A filler of one language may name a topic in another. */
import { describe, expect, it } from 'vitest';
import { contentWords } from '../../../../src/answering/extractive/question/question-terms.ts';
import { isGenericWord, isQuestionStopWord } from '../../../../src/answering/extractive/terms/question-words.ts';
import { CROATIAN, CZECH_AND_SLOVAK, ENGLISH, GERMAN, INDONESIAN } from '../../../../src/text/analysis/languages.ts';
import { textAsker } from '../asker.ts';

describe('A filler of another language', () => {
  it.each([
    ['Est-ce que vous soignez le mal de dos ?', 'mal'],
    ['Curate anche il mal di schiena?', 'mal'],
    ['Vocês têm erva mate?', 'mate'],
    ['Is de mode voor heren ook nieuw?', 'mode'],
    ['Hvad er bordets mål, og hvad koster det?', 'mal'],
    ['Findes den også i sort eller er det kun i hvid?', 'sort'],
    ['Şort var mı?', 'sort'],
    ['Araba için far var mı?', 'far'],
    ['Mennyi a vám az EU-n kívülről?', 'vam'],
    ['Hány darab kerek vas kell?', 'vas'],
    ['Aveți și meditații la mate?', 'mate'],
    ['Ile wynosi suma ubezpieczenia?', 'suma'],
    ['Cửa hàng có bán hạt điều không?', 'hat'],
    ['Can you mend a bent wheel?', 'bent'],
  ])('stays in “%s”', (question, word) => {
    expect(contentWords(question)).toContain(word);
  });

  it('goes from a question in its own language', () => {
    expect(contentWords('Was hat der Kurs gekostet?')).not.toContain('hat');
    expect(contentWords('What sort of tea is it?')).not.toContain('sort');
    expect(isQuestionStopWord('hat')).toBe(true);
  });

  it('weighs as a topic', () => {
    expect(isGenericWord('machine')).toBe(true);
    expect(isGenericWord('machine', ENGLISH)).toBe(false);
    expect(isGenericWord('mode', GERMAN)).toBe(false);
    expect(isGenericWord('kaca', INDONESIAN)).toBe(false);
    expect(isGenericWord('dort', CZECH_AND_SLOVAK)).toBe(false);
    expect(isGenericWord('put', CROATIAN)).toBe(false);
  });

  it('finds the paragraph that it names', () => {
    const bakery = textAsker(
      '# Cukrárna\n\nChléb pečeme každý den od pěti hodin.\n\nDort na zakázku objednejte tři dny předem.',
    );
    expect(bakery('Kdy mám objednat dort?')).toContain('tři dny');
    const colours = textAsker('# Lampen\n\nLampen findes i sort, hvid og rød.\n\nLampen leveres med pære og ledning.');
    expect(colours('Har I lampen i sort?')).toContain('findes i sort');
  });
});
