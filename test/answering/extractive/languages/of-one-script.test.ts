/** Visitors of an Indonesian caterer, a Ukrainian bicycle shop and a Persian florist, whose script others write in too. */
import { describe, expect, it } from 'vitest';
import { contactAnswer } from '../../../../src/answering/extractive/contact/contact-answer.ts';
import { smallTalkIn } from '../../../../src/answering/extractive/dialogue/small-talk.ts';
import { countAskedFor } from '../../../../src/answering/extractive/facts/counts.ts';
import { tellsDuration } from '../../../../src/answering/extractive/facts/durations.ts';
import { asksForPrice, tellsPrice } from '../../../../src/answering/extractive/facts/prices.ts';
import { timeOfDayWord } from '../../../../src/answering/extractive/facts/time-of-day.ts';
import { daysIn } from '../../../../src/answering/extractive/facts/weekdays.ts';
import { conversationLanguage } from '../../../../src/answering/extractive/languages/conversation-language.ts';
import { visitorLanguagesOf } from '../../../../src/answering/extractive/languages/visitor-language.ts';
import { contentWords } from '../../../../src/answering/extractive/question/question-terms.ts';
import { analyseQuery } from '../../../../src/text/analysis/analyse.ts';
import { ask as askWithoutModel } from '../../generators/ask-without-model.ts';
import { asker } from '../asker.ts';

const languageWith = (question: string, content: string) =>
  conversationLanguage({
    question,
    memory: [],
    passages: [{ title: '', url: null, headings: [], text: content }],
  });

const contact = (question: string, text: string) =>
  contactAnswer(question, contentWords(question), [{ title: '', headings: [], text }], 'en')?.markdown ?? null;

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

  it('in other words than the page has', () => {
    const ask =
      asker(`<h1>Веломайстерня</h1><p>Ремонт і прокат велосипедів у Львові.</p><h2>Графік</h2><p>З вівторка по неділю з 10:00 до 19:00.</p>
      <h2>Ремонт</h2><p>Заміна камери коштує 150 грн.</p><h2>Доставка</h2><p>Забираємо велосипед із дому.</p>`);
    expect(ask('о котрій відкриваєтесь')).toContain('10:00');
    expect(ask('ціна заміни камери')).toContain('150 грн');
    expect(ask('у вас є басейн?')).toBeNull();
  });

  it('for prices, times and days', () => {
    expect([tellsPrice('коштує 150 грн'), tellsPrice('безкоштовно'), asksForPrice('скільки коштує камера')]).toEqual([
      ...[true, true, true],
    ]);
    expect(tellsDuration('триває 3 години')).toBe(true);
    expect([...daysIn('з вівторка по четвер')].sort()).toEqual(['day:2', 'day:3', 'day:4']);
  });
});

describe('A visitor asks in Persian', () => {
  it('as people type, and is answered in the words of the page', () => {
    const ask =
      asker(`<h1>گل‌فروشی نسترن</h1><p>فروش گل تازه در شیراز.</p><h2>ارسال</h2><p>ارسال در شیراز ۶۰ هزار تومان است. به شهرهای دیگر ارسال نداریم.</p>
      <h2>لغو سفارش</h2><p>تا ۲۴ ساعت پیش از تحویل پول شما برگردانده می‌شود.</p><h2>کلاس</h2><p>کلاس گل‌آرایی هر سه‌شنبه برگزار می‌شود.</p>`);
    expect(ask('هزینه ارسال چقدره؟')).toContain('۶۰ هزار');
    expect(ask('موبایل تعمیر می‌کنید؟')).toBeNull();
    expect(analyseQuery('آیا استخر دارید؟')).toEqual(analyseQuery('استخر'));
  });

  it('where the place is', () => {
    const address = 'شیراز، خیابان زند، پلاک ۲۱۲';
    expect(contact('آدرس کجاست؟', address)).toBe(address);
  });
});

describe('A visitor asks in Vietnamese', () => {
  const ask =
    asker(`<h1>Nha khoa Sao Mai</h1><p>Phòng khám răng cho cả gia đình.</p><h2>Tuyển dụng</h2><p>Đang tuyển lễ tân. Gửi hồ sơ qua email.</p>
    <h2>Ngôn ngữ</h2><p>Nhân viên nói tiếng Anh.</p><h2>Bảo hành</h2><p>Răng sứ được bảo hành 5 năm.</p>`);

  it('and is not answered by one syllable of a word of two', () => {
    expect(ask('có hồ bơi không?')).toBeNull();
    expect(ask('có phòng ngủ qua đêm không')).toBeNull();
    expect(ask('răng sứ bảo hành mấy năm')).toContain('5 năm');
    expect(ask('rang su bao hanh may nam')).toContain('5 năm');
  });

  it('at what time', () => {
    expect(timeOfDayWord('mấy giờ mở cửa')).toBe('gio');
    expect(timeOfDayWord('jam berapa buka?')).toBe('jam');
  });

  it('when it opens its door, which is no door', async () => {
    const passages = ['Thứ Hai đến thứ Bảy: 8:00–12:00 và 13:30–20:00.', 'Xin báo trước 4 giờ. Cửa sau luôn khóa.'].map(
      (text) => ({ title: 'Nha khoa', url: null, headings: [], text }),
    );
    expect(await askWithoutModel('mấy giờ mở cửa', { passages })).toContain('8:00');
    expect(await askWithoutModel('cửa sau có khóa không', { passages })).toContain('Cửa sau');
  });

  it('where the place is, with marks and without', () => {
    const address = '128 Lê Duẩn, phường Hải Châu 1';
    for (const question of ['địa chỉ phòng khám', 'phong kham o dau']) expect(contact(question, address)).toBe(address);
  });
});

describe('A visitor asks in Japanese', () => {
  const ask =
    asker(`<h1>陶芸工房</h1><p>初めての方もお楽しみいただけます。</p><h2>営業時間</h2><p>10時から17時まで。祝日は営業します。</p>
    <h2>団体</h2><p>15名以上は割引します。</p><h2>お問い合わせ</h2><p>メール info@example.com、電話 0285-55-1234。</p>`);

  it('as people talk', () => {
    expect(ask('祝日もやってますか')).toContain('祝日は営業');
    expect(ask('20人で行きたいんですが割引ありますか')).toContain('割引');
    expect(contact('電話番号教えて', '電話 0285-55-1234')).toBe('電話 0285-55-1234');
  });

  it('for a number of what a counter counts', () => {
    expect(countAskedFor('何人まで入れますか')?.test('最大40名まで')).toBe(true);
    expect(countAskedFor('何人まで入れますか')?.test('1割引きです')).toBe(false);
    expect(countAskedFor('몇 살부터 되나요?')?.test('만 7세부터')).toBe(true);
    expect(countAskedFor('几岁可以玩？')?.test('4岁以上')).toBe(true);
  });

  it('and is not answered by the end of another word: a pool is no mail', () => {
    expect(ask('プールはありますか？')).toBeNull();
    expect(ask('メールで予約できますか')).toContain('info@');
  });
});

describe('A visitor asks in French', () => {
  it('whether it is open, and not where', () => {
    const address = '12 rue des Lilas, 35000 Rennes';
    expect([contact("c'est ouvert le lundi ?", address), contact("c'est où ?", address)]).toEqual([null, address]);
  });
});

describe('A visitor says hello in Persian', () => {
  it('and gets a reply', () => {
    expect(smallTalkIn('ممنون')).toEqual({ kind: 'thanks', languages: ['fa'] });
    expect(smallTalkIn('سلام')).toEqual({ kind: 'hello', languages: ['ar', 'fa'] });
  });
});
