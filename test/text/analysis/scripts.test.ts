import { describe, expect, test } from 'vitest';
import { analyseQuery, analyseText } from '../../../src/text/analysis/analyse.ts';

/** Words of the query that the text has, counting neither beginnings nor repeats. */
function shared(query: string, text: string): string[] {
  const words = new Set(analyseText(text));
  return [...new Set(analyseQuery(query))].filter((word) => words.has(word) && !word.startsWith('~'));
}

describe('Other scripts', () => {
  test('Chinese gives pairs and single characters', () => {
    expect(analyseText('退货政策')).toEqual(['退货', '货政', '政策', '退', '货', '政', '策']);
    expect(analyseText('猫')).toEqual(['猫']);
  });

  test('Japanese gives pairs over all of its scripts', () => {
    expect(analyseText('送料は')).toEqual(['送料', '料は', '送', '料']);
    expect(analyseText('カード')).toEqual(['カー', 'ード']);
    expect(shared('ｶｰﾄﾞ', 'カード')).toEqual(['カー', 'ード']);
  });

  test('a Japanese question is its words, without the particles and endings between them', () => {
    expect(analyseQuery('駐車場はありますか')).toEqual(['駐車', '車場', '駐', '車', '場']);
    expect(analyseQuery('送料が無料になるのはいくらからですか')).toEqual(expect.arrayContaining(['送料', '無料']));
    expect(analyseQuery('送料が無料になるのはいくらからですか')).not.toContain('です');
    expect(analyseQuery('ありますか')).not.toEqual([]);
  });

  test('Korean gives pairs, so that particles do not hide a noun', () => {
    expect(shared('배송은', '배송이')).toEqual(['배송']);
  });

  test.each([
    ['예약은 어떻게 하나요?', ['예약']],
    ['주차 가능한가요', ['주차']],
    ['환불은 언제 되나요?', ['환불']],
    ['취소하면 수수료가 얼마인가요?', ['취소', '수수', '수료']],
    ['방에서 요리해도 되나요?', ['방', '요리']],
    ['안과는 몇 층이에요?', ['안과', '층']],
    ['강아지 휴가', ['강아', '아지', '휴가']],
  ])('a Korean question is its words, without particles, endings and what only asks: %s', (question, words) => {
    expect(analyseQuery(question)).toEqual(words);
  });

  test('a Korean question of grammar alone is searched for as it stands', () => {
    expect(analyseQuery('되나요')).toEqual(['되나', '나요']);
  });

  test('a Korean noun of one syllable is found whatever particle follows, and not within another', () => {
    expect(shared('방에서', '방은 깨끗합니다')).toEqual(['방']);
    expect(shared('차를', '전기차는 없습니다')).toEqual([]);
    expect(analyseText('치과')).toEqual(['치과']);
  });

  test('Thai gives pairs of letters with their marks', () => {
    expect(analyseText('ที่นี่')).toEqual(['ที่นี่']);
    expect(analyseText('น้ำดื่ม').every((word) => !/^\p{M}/u.test(word))).toBe(true);
    expect(shared('การส่งสินค้า', 'ค่าส่งสินค้าฟรี').length).toBeGreaterThanOrEqual(4);
  });

  test('Hindi words keep their vowels', () => {
    expect(analyseText('हिंदी में')).toContain('=हिंदी');
    expect(shared('की', 'का')).toEqual([]);
  });

  test.each([
    ['हिन्दी', 'हिंदी'],
    ['सम्पर्क', 'संपर्क'],
    ['ग़लत', 'गलत'],
    ['पहुँचा', 'पहुंचा'],
    ['ऑर्डर', 'आर्डर'],
    ['कॉफ़ी', 'काफी'],
  ])('Hindi is found in both spellings: %s and %s', (one, other) => {
    expect(analyseText(one)).toEqual(analyseText(other));
  });

  test('a doubled nasal of Hindi is no spelling of another', () => {
    expect(shared('अन्न', 'अंन')).toEqual([]);
  });

  test('a word is analysed by its script, whatever the language around it', () => {
    expect(analyseText('The η παραγγελία of the day')).toEqual(expect.arrayContaining(analyseText('παραγγελία')));
    expect(analyseText('Где мои deliveries и заказы')).toEqual(expect.arrayContaining(analyseText('deliveries')));
  });

  test('Arabic meets in spite of articles, vowel marks, stretching and forms of alef, yeh and teh', () => {
    for (const [query, text] of [
      ['كتاب', 'والكتاب'],
      ['مدرسه', 'المدرسة'],
      ['احمد', 'أحمد'],
      ['كِتَابٌ', 'كتاب'],
      ['كـــتاب', 'كتاب'],
      ['على', 'علي'],
    ] as const) {
      expect([query, shared(query, text).filter((word) => !word.startsWith('^')).length]).toEqual([query, 1]);
    }
  });

  test('of an Arabic question are those that tell something, in the standard language and as people write', () => {
    expect(analyseQuery('هل يوجد لديكم موقف؟')).toEqual(analyseText('موقف'));
    expect(analyseQuery('وين الموقف لو سمحت')).toEqual(analyseText('الموقف'));
    expect(analyseQuery('وهل يمكنني الدفع')).toEqual(analyseText('الدفع'));
    expect(analyseQuery('كم')).not.toEqual([]);
  });

  test('Arabic meets whether it is yours, ours or nobody’s', () => {
    expect(shared('أسعاركم', 'أسعارنا')).toContain('اسعار');
    expect(shared('ما عنوانكم', 'العنوان')).toContain('عنو');
  });

  test('Hebrew is found with and without points', () => {
    expect(shared('שלום', 'שָׁלוֹם')).toContain('שלום');
  });

  test('mixed scripts are split where they change', () => {
    expect(shared('iPhone', '我的iPhone手机')).toEqual(['iphon', '=iphone']);
    expect(shared('手机', '我的iPhone手机')).toContain('手机');
  });

  test('digits of all scripts are the same digits', () => {
    for (const digits of ['٢٠٢٦', '۲۰۲۶', '२०२६', '２０２６', '๒๐๒๖']) expect(analyseText(digits)).toContain('2026');
  });
});

describe('Vietnamese', () => {
  const text = 'Giá của đơn hàng được tính trong giỏ hàng';

  test('is found without marks', () => {
    expect(shared('gia gio hang', text)).toEqual(['gia', '=gia', 'gio', '=gio', 'hang', '=hang']);
  });

  test('is found by more with the same marks than with others', () => {
    expect(shared('giá đơn hàng được tính', text)).toContain('^giá');
    expect(shared('già đến từ đâu được', text)).toEqual(['gia', '=gia']);
  });

  test('loses function words, and no noun that differs from them in its marks', () => {
    expect(analyseQuery('chó của tôi được ăn cho')).toContain('^chó');
    expect(analyseQuery('chó của tôi được ăn cho')).not.toContain('^cho');
  });
});
