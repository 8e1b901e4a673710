import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { decodeText } from '../../../src/reading/decoding/decode-text.ts';

describe('the charset of a text', () => {
  test.each([
    ['utf-8', 'Größe, naïve, 你好, Привет'],
    ['utf-16le', 'Hello world, Größe'],
    ['utf-16be', 'Hello world, Größe'],
    ['utf-16le', 'Магазин открыт с девяти до пяти.'],
    ['utf-16be', 'Магазин открыт с девяти до пяти.'],
    ['utf-16le', '営業時間は九時から五時までです。\nお電話でどうぞ。'],
    ['utf-16be', '営業時間は九時から五時までです。\nお電話でどうぞ。'],
    ['utf-16le', '영업 시간은 오전 9시부터 오후 5시까지입니다.'],
    ['utf-16be', 'ساعات العمل من التاسعة صباحا حتى الخامسة مساء.'],
    ['utf-16le', '一人一台。一日一回。'],
    ['cp932', '営業時間は午前九時から午後五時までです。'],
    ['cp932', '商品名,価格\r\nりんご,120円\r\n'],
    ['euc-jp', '営業時間は午前九時から午後五時までです。'],
    ['gb18030', '营业时间为上午九点至下午五点，周三休息。'],
    ['gb18030', '产品,价格\r\n苹果,12元\r\n'],
    ['big5-hkscs', '營業時間為上午九點至下午五點，週三休息。'],
    ['cp949', '영업 시간은 오전 9시부터 오후 5시까지입니다.'],
    ['windows-1251', 'Привет, мир'],
    ['koi8-r', 'Мы работаем с девяти утра до пяти вечера.'],
    ['windows-1252', 'Größe'],
    ['windows-1252', 'naïve café – “quotes” cost €5'],
    ['windows-1250', 'Zażółć gęślą jaźń'],
    ['windows-1253', 'Είμαστε ανοιχτά από τις εννέα το πρωί.'],
    ['windows-1255', 'שעות הפתיחה הן מתשע בבוקר עד חמש אחר הצהריים.'],
    ['windows-1256', 'ساعات العمل من التاسعة صباحا حتى الخامسة مساء.'],
    ['windows-874', 'เวลาทำการ 9 โมงเช้าถึง 5 โมงเย็น หยุดวันพุธ'],
    ['cp866', 'Мы работаем с девяти утра до шести вечера.'],
    ['cp866', 'Стоимость доставки 300 рублей.'],
    ['macintosh', 'Le café est ouvert de neuf heures. Réservation souhaitée dès l’été.'],
    ['macintosh', 'À côté de l’église, l’hôtel est fermé le mercredi.'],
    ['cp850', 'Geöffnet täglich außer Mittwoch, Frühstück für zwölf Euro.'],
    ['cp850', 'Butiken är öppen på lördagar från nio till fyra.'],
    ['cp850', 'Le magasin est fermé le dimanche et à Pâques, même en été.'],
    ['cp850', 'La reparación es más rápida aquí.'],
    ['cp852', 'Sklep jest czynny do piątku, w sobotę do południa.'],
    ['cp857', 'Mağazamız cumartesi öğlene kadar açıktır, pazar günü kapalıyız.'],
    ['cp737', 'Είμαστε ανοιχτά από τις εννέα το πρωί.'],
    ['koi8-u', 'У суботу ми працюємо, у неділю ні. Її їжа і ґудзики.'],
    ['windows-1252', 'We’re open—always; “free” costs £0… don’t wait • ask'],
    ['windows-1252', '«Bonjour», dit-il: «l’entrée coûte 5 € – ou 4½».'],
  ])('%s is found out: %s', (encoding, text) => {
    expect(decodeText(iconv.encode(text, encoding))).toMatchObject({ text });
  });

  test('that a byte order mark names is believed, and the mark is no text', () => {
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be']) {
      expect(decodeText(iconv.encode('你好', encoding, { addBOM: true }))).toEqual({ text: '你好', encoding });
    }
  });

  test('that is declared is believed unless the bytes are UTF-8', () => {
    const latin2 = iconv.encode('ž', 'iso-8859-2');
    expect(decodeText(latin2, [null, 'ISO-8859-2']).text).toBe('ž');
    expect(decodeText(Buffer.from('Größe'), ['iso-8859-1']).text).toBe('Größe');
    expect(decodeText(Buffer.from([0x80]), ['latin1']).text).toBe('€');
    expect(decodeText(iconv.encode('Größe', 'windows-1252'), ['no-such-charset', 'utf-8']).text).toBe('Größe');
  });

  test('ISO-2022-JP is known by its escapes', () => {
    expect(decodeText(Buffer.from('\u001b$B$3$s\u001b(B', 'latin1'))).toEqual({
      text: 'こん',
      encoding: 'iso-2022-jp',
    });
  });

  test('of mostly good UTF-8 is UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('Größe und Länge. '.repeat(30)), Buffer.from([0xff])]);
    expect(decodeText(bytes).encoding).toBe('utf-8');
  });

  test('of any bytes at all gives a text', () => {
    for (let length = 0; length < 300; length += 7) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 73 + length * 31) % 256);
      expect(typeof decodeText(bytes).text).toBe('string');
    }
  });
});
