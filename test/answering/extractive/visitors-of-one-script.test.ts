/** Visitors of an Indonesian caterer, a Ukrainian bicycle shop and a Persian florist, whose script others write in too. */
import { describe, expect, it } from 'vitest';
import { conversationLanguage } from '../../../src/answering/extractive/dialogue/conversation-language.ts';
import { smallTalkIn } from '../../../src/answering/extractive/dialogue/small-talk.ts';
import { visitorLanguagesOf } from '../../../src/answering/extractive/dialogue/visitor-language.ts';
import { analyseQuery } from '../../../src/text/analysis/analyse.ts';
import { asker } from './asker.ts';

const languageWith = (question: string, content: string) =>
  conversationLanguage({
    question,
    memory: [],
    passages: [{ title: '', url: null, headings: [], text: content }],
  });

describe('A question without a letter that only its language has', () => {
  it.each([
    ['можете забрати велосипед?', 'Забираємо велосипед із дому й повертаємо після ремонту.', 'uk', 'ru'],
    ['料金', '料金は大人が二千円、子どもが千円です。', 'ja', 'zh'],
    ['مدير', 'مدیر فروشگاه خانم کاظمی است و گل تازه می‌فروشد.', 'fa', 'ar'],
  ])('is answered in the language of the content: %s', (question, content, language, likely) => {
    expect(visitorLanguagesOf(question)).toContain(language);
    expect(languageWith(question, content)).toBe(language);
    expect(languageWith(question, 'We are open on all days of the week.')).toBe(likely);
  });

  it('and one with such a letter in that language, whatever the content', () => {
    expect(visitorLanguagesOf('де ви знаходитесь і коли працюєте?')).toEqual(['uk']);
    expect(visitorLanguagesOf('где вы находитесь')).toEqual(['ru']);
    expect(visitorLanguagesOf('قیمت دسته گل چقدر است؟')).toEqual(['fa']);
    expect(visitorLanguagesOf('متى تفتحون أبوابكم؟')).toEqual(['ar']);
  });
});

describe('A visitor asks in Indonesian', () => {
  const ask = asker(`<h1>Dapur Melati</h1><p>Kami melayani katering untuk acara di Yogyakarta.</p>
    <h2>Pembayaran</h2><p>Dapat dilakukan dengan transfer bank, QRIS, atau tunai di kantor.</p>
    <h2>Pembatalan</h2><p>Pesanan yang dibatalkan tiga hari sebelum acara, uang mukanya dikembalikan penuh.</p>
    <h2>Peralatan</h2><p>Piring pecah diganti Rp15.000 per buah.</p><h2>Vegetarian</h2><p>Kami menyediakan menu dengan tempe dan tahu.</p>`);

  it('and is answered whatever stands before and after a word', () => {
    expect(ask('bisa bayar pakai qris?')).toContain('QRIS');
    expect(ask('kalau batal uangnya balik ga')).toContain('dikembalikan');
    expect(ask('kalau piringnya pecah bagaimana')).toContain('15.000');
    expect(ask('ada kolam renang?')).toBeNull();
  });

  it('without words that only ask', () => {
    expect(analyseQuery('apakah ada kolam renang di sana ya kak?')).toEqual(analyseQuery('kolam renang'));
  });

  it('and gets a reply in Indonesian', () => {
    for (const question of ['alamatnya di mana ya', 'jam berapa buka?', 'bisa diantar ke rumah?'])
      expect([question, visitorLanguagesOf(question)]).toEqual([question, ['id']]);
    expect(visitorLanguagesOf('quanto costa una di queste?')).toEqual(['it']);
    expect(smallTalkIn('terima kasih banyak')).toEqual({ kind: 'thanks', languages: ['id'] });
    expect(smallTalkIn('saya mau bicara dengan admin')).toEqual({ kind: 'human', languages: ['id'] });
  });
});

describe('A visitor asks in Ukrainian', () => {
  it('without words that only ask', () => {
    expect(analyseQuery('чи є у вас басейн?')).toEqual(analyseQuery('басейн'));
    expect(analyseQuery('якою карткою можна')).toEqual(analyseQuery('карткою'));
  });
});

describe('A visitor says hello in Persian', () => {
  it('and gets a reply', () => {
    expect(smallTalkIn('ممنون')).toEqual({ kind: 'thanks', languages: ['fa'] });
    expect(smallTalkIn('سلام')).toEqual({ kind: 'hello', languages: ['ar', 'fa'] });
  });
});
