/** Visitors of a Turkish hotel, a Chinese and a Dutch shop, a Japanese inn, an Indian school and a Vietnamese laundry. */
import { describe, expect, it } from 'vitest';
import { contactAnswer } from '../../../../src/answering/extractive/contact/contact-answer.ts';
import { smallTalkIn } from '../../../../src/answering/extractive/dialogue/small-talk.ts';
import { tellsDuration } from '../../../../src/answering/extractive/facts/durations.ts';
import { asksForPrice, tellsPrice } from '../../../../src/answering/extractive/facts/prices.ts';
import { daysIn, tellsTime } from '../../../../src/answering/extractive/facts/weekdays.ts';
import { topicName } from '../../../../src/answering/extractive/follow-ups/topics.ts';
import {
  visitorLanguage,
  visitorLanguagesOf,
} from '../../../../src/answering/extractive/languages/visitor-language.ts';
import { contentWords } from '../../../../src/answering/extractive/question/question-terms.ts';
import { namesNoTopic, standaloneQuestion } from '../../../../src/answering/extractive/question/standalone-question.ts';
import { contentIdeographs } from '../../../../src/answering/extractive/terms/question-words.ts';
import { meansTheSame } from '../../../../src/answering/extractive/thesaurus/synonyms.ts';
import { analyseQuery } from '../../../../src/text/analysis/analyse.ts';
import { asker } from '../asker.ts';

const contact = (question: string, text: string) =>
  contactAnswer(question, contentWords(question), [{ title: '', headings: [], text }], 'en')?.markdown ?? null;

describe('A visitor asks in Hindi', () => {
  const ask = asker(`<h1>दीपक संगीत विद्यालय</h1><p>हम उदयपुर में बच्चों और बड़ों को संगीत सिखाते हैं।</p>
    <h2>समय</h2><p>विद्यालय सोमवार से शुक्रवार तक सुबह 9 बजे से शाम 6 बजे तक चलता है।</p><h2>शुल्क</h2><p>तबला सीखने का मासिक शुल्क ₹1,200 है।</p>
    <h2>आम सवाल</h2><h3>क्या परीक्षण कक्षा मिल सकती है?</h3><p>हाँ, पहली कक्षा मुफ़्त है।</p>`);

  it('and is answered by what it is about, not by another question that ends alike', () => {
    expect(ask('तबला की फीस कितनी है?')).toContain('₹1,200');
    expect(ask('क्या पार्किंग मिल सकती है?')).toBeNull();
    expect(ask('क्या यहाँ नौकरी मिल सकती है?')).toBeNull();
  });

  it('without words that only ask', () => {
    expect(analyseQuery('क्या आपके यहाँ पार्किंग मिल सकती है?')).toEqual(analyseQuery('पार्किंग'));
  });

  it('for days, times, prices and lengths of time', () => {
    expect([...daysIn('सोमवार से बुधवार तक')].sort()).toEqual(['day:1', 'day:2', 'day:3']);
    expect(tellsTime('सुबह 9 बजे से')).toBe(true);
    expect([tellsPrice('पहली कक्षा मुफ़्त है'), asksForPrice('बस का किराया कितना है?')]).toEqual([true, true]);
    expect(tellsDuration('15 दिन के लिए')).toBe(true);
    expect(meansTheSame('फीस', 'शुल्क')).toBe(true);
  });

  it('where the place is or by what telephone it is reached', () => {
    const address = '24, टोंक रोड, जयपुर 302015';
    expect(contact('आपका पता क्या है', address)).toBe(address);
    expect(contact('फोन नंबर दीजिए', 'फोन: 0141 555 2210')).toBe('फोन: 0141 555 2210');
  });
});

describe('A visitor asks in Turkish', () => {
  const ask =
    asker(`<h1>Çınar Otel</h1><p>Denize beş dakika uzaklıkta, bahçe içinde küçük bir otel olarak hizmet veriyoruz.</p>
    <h2>Giriş ve çıkış</h2><p>Odanızdan çıkış en geç 12:00'dedir.</p><h2>Havuz</h2><p>Açık havuz mayıs ortasından ekim sonuna kadar kullanılabilir.</p>
    <h2>Evcil hayvanlar</h2><p>Küçük köpekleri kabul ediyoruz.</p><h2>Çocuklar</h2><p>Çocuklar için bebek yatağı ücretsizdir.</p>`);

  it('in words of another form than the page has', () => {
    expect(ask('Odadan en geç kaçta çıkmamız gerekiyor?')).toContain('12:00');
    expect(ask('köpeğimi getirebilir miyim?')).toContain('köpekleri');
    expect(ask('havuz ne zaman açılıyor?')).toContain('mayıs');
  });

  it('and is told apart from Spanish and English', () => {
    expect(visitorLanguagesOf('kripto para kabul ediyor musunuz?')).toEqual(['tr']);
    expect(visitorLanguage('check in saat kaçta?')).toBe('tr');
  });

  it('where the hotel is or by what telephone it is reached', () => {
    const address = 'Zeytinlik Mahallesi, Sahil Yolu No: 42, Ayvalık';
    for (const question of ['oteliniz nerede', 'adresiniz nedir?']) expect(contact(question, address)).toBe(address);
    expect(contact('telefon numaranız nedir', 'Telefon: 0266 555 14 20')).toBe('Telefon: 0266 555 14 20');
  });
});

describe('A visitor asks in Chinese', () => {
  it('with words of shops that the dictionary cuts in two', () => {
    expect([...contentIdeographs('怎么开发票？')].sort()).toEqual(['发', '发票', '开', '票'].sort());
    expect(contentIdeographs('可以退货吗')).toContain('退货');
    expect(contentIdeographs('什么时候发货')).not.toContain('时候');
  });

  it('to change an address, and does not get that of the shop', () => {
    const address = '杭州市西湖区文三路138号';
    expect([contact('可以改地址吗？', address), contact('你们的地址是什么', address)]).toEqual([null, address]);
  });
});

describe('A visitor asks in Japanese', () => {
  const ask = asker(`<h1>潮風旅館</h1><p>海を見下ろす静かな宿です。</p>
    <h2>お食事</h2><p>夕食は18時から、お部屋でご用意します。</p><h2>設備</h2><p>館内は全面禁煙で、喫煙所は玄関の横です。Wi-Fiは無料です。</p>
    <h2>質問</h2><h3>ペットと泊まれますか？</h3><p>ペットの同伴はお断りしています。</p>`);

  it('in everyday words, and gets what the page calls it', () => {
    expect(ask('晩ご飯は何時から？')).toContain('18時');
    expect(ask('タバコ吸えますか？')).toContain('喫煙所');
    expect(ask('犬を連れて行ってもいいですか？')).toContain('お断り');
    expect(ask('ネットは使えますか')).toContain('Wi-Fi');
    expect(ask('プールはありますか？')).toBeNull();
  });

  it('in a few characters that go on from the question before', () => {
    expect(namesNoTopic('何人まで？')).toBe(true);
    expect(standaloneQuestion('予約は必要ですか？', ['貸切風呂の料金'])).toBe('貸切風呂の料金 予約は必要ですか？');
    expect(namesNoTopic('要多久？')).toBe(true);
  });
});

describe('A visitor asks in Vietnamese', () => {
  it('and is answered in Vietnamese, with marks and without', () => {
    for (const question of [
      'Cửa hàng mở cửa lúc mấy giờ?',
      'bột giặt có an toàn cho em bé không?',
      'tiệm đã nghỉ tết chưa',
      'thanh toan bang the duoc khong',
    ])
      expect([question, visitorLanguage(question)]).toEqual([question, 'vi']);
    expect(visitorLanguage('où êtes-vous')).toBe('fr');
    expect(visitorLanguage('vocês não têm chão de pedra?')).toBe('pt');
  });

  it('for prices in dong', () => {
    expect(tellsPrice('Giặt chăn: 60.000 đ')).toBe(true);
  });

  it('for nothing, and gets a reply', () => {
    expect(smallTalkIn('xin chào')).toEqual({ kind: 'hello', languages: ['vi'] });
    expect(smallTalkIn('cam on nhieu')).toEqual({ kind: 'thanks', languages: ['vi'] });
    expect(smallTalkIn('tôi muốn gặp nhân viên')).toEqual({ kind: 'human', languages: ['vi'] });
    expect(smallTalkIn('tôi muốn gặp nhân viên bán hàng ở đâu')).toBeNull();
  });
});

describe('A word of the thesaurus', () => {
  it('is none where it is a stop word of the page: Dutch “is” is no Turkish job', () => {
    const ask = asker(`<h1>Fietsen</h1><p>De borg is 50 euro per fiets. Een slot is inbegrepen.</p>
      <h2>Winkel</h2><p>De winkel is open van dinsdag tot en met zaterdag.</p>`);
    expect(ask('hebben jullie vacatures?')).toBeNull();
    expect(ask('zijn er vacatures')).toBeNull();
  });

  it('tells warranties', () => {
    expect([meansTheSame('garantie', 'warranty'), meansTheSame('保修', '质保')]).toEqual([true, true]);
  });

  it('is found with a hyphen too', () => {
    const ask = asker(`<h1>Pousada</h1><p>Doze chalés a duzentos metros da praia, com rede na varanda.</p>
      <h2>Horários</h2><p>O check-out é até as 11h.</p><h2>Passeios</h2><p>Passeios de buggy para a lagoa.</p>`);
    expect(ask('até que horas posso sair')).toContain('11h');
  });
});

describe('What takes time', () => {
  it('is told by working days', () => {
    for (const text of ['drie werkdagen', 'drei Werktage', 'binnen 5 werkdagen'])
      expect([text, tellsDuration(text)]).toEqual([text, true]);
  });
});

describe('Small talk without marks', () => {
  it.each([
    ['dzien dobry', 'hello', 'pl'],
    ['tesekkur ederim', 'thanks', 'tr'],
    ['bonne journee', 'goodbye', 'fr'],
    ['dank je wel', 'thanks', 'nl'],
    ['спасибо большое', 'thanks', 'ru'],
  ])('is small talk: %s', (message, kind, language) => {
    expect(smallTalkIn(message)).toEqual({ kind, languages: [language] });
  });
});

describe('A heading that names no topic', () => {
  it.each(['أسئلة شائعة', 'आम सवाल', 'Câu hỏi thường gặp'])('is not suggested: %s', (heading) =>
    expect(topicName(heading)).toBeNull(),
  );
});
