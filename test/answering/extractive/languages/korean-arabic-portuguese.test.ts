/** Visitors of a Korean hotel, an Arabic restaurant and a Brazilian clinic. */
import { describe, expect, it } from 'vitest';
import { contactAnswer } from '../../../../src/answering/extractive/contact/contact-answer.ts';
import { smallTalkIn } from '../../../../src/answering/extractive/dialogue/small-talk.ts';
import { asksForDuration, tellsDuration } from '../../../../src/answering/extractive/facts/durations.ts';
import { factsTold } from '../../../../src/answering/extractive/facts/fact-marks.ts';
import { asksForPrice, tellsAmount } from '../../../../src/answering/extractive/facts/prices.ts';
import { daysAskedFor, daysIn, tellsTime } from '../../../../src/answering/extractive/facts/weekdays.ts';
import { visitorLanguage } from '../../../../src/answering/extractive/languages/visitor-language.ts';
import { contentWords } from '../../../../src/answering/extractive/question/question-terms.ts';
import { meansTheSame, searchSynonyms } from '../../../../src/answering/extractive/thesaurus/synonyms.ts';
import { readOtherWords } from '../../../../src/answering/extractive/thesaurus/synonyms-by-language.ts';
import { analyseQuery } from '../../../../src/text/analysis/analyse.ts';
import { asker } from '../asker.ts';

const contact = (question: string, text: string) =>
  contactAnswer(question, contentWords(question), [{ title: '', headings: [], text }], 'en')?.markdown ?? null;
/** Analysed form of a single word. */
const wordOf = (text: string) => analyseQuery(text)[0] ?? '';

describe('A visitor asks in Korean', () => {
  const ask = asker(`<h1>예약 및 환불</h1><p>저희 호텔을 찾아 주셔서 감사합니다. 아래 내용을 확인해 주세요.</p>
    <h2>취소 및 환불 규정</h2><p>환불은 영업일 기준 3~5일 안에 처리됩니다.</p><h2>할인</h2><p>3박 이상 묵으시면 10% 할인해 드립니다. 회원은 언제나 5% 할인을 받습니다.</p>
    <h2>조식</h2><p>조식은 2층에서 오전 7시부터 10시까지 제공하며 요금은 25,000원입니다.</p>
    <h2>질문</h2><h3>아기 침대를 빌릴 수 있나요?</h3><p>네, 아기 침대는 무료로 대여해 드립니다.</p>`);

  it('and is answered by what it is about, not by another question that ends alike', () => {
    expect(ask('조식은 몇 시까지예요?')).toContain('10시까지');
    expect(ask('연박 할인 있나요?')).toContain('10% 할인');
    expect(ask('골프장 있나요?')).toBeNull();
    expect(ask('마사지 받을 수 있나요?')).toBeNull();
  });

  it('for the money back, and gets what stands below “Cancellation and refunds”', () => {
    expect(ask('환불은 언제 되나요?')).toContain('3~5일');
  });

  it('for the telephone number, and gets the line', () => {
    expect(contact('전화번호 알려주세요', '전화 051-123-4567')).toBe('전화 051-123-4567');
    expect(contact('회사 주소 알려주세요', '성남시 분당구 판교로 235')).toBe('성남시 분당구 판교로 235');
    expect(contact('호텔 위치가 어디예요?', '부산광역시 해운대구 해변로 123')).toBe('부산광역시 해운대구 해변로 123');
  });

  it('for prices and for how long something takes by words that begin alike', () => {
    expect([asksForPrice('조식 얼마예요?'), asksForPrice('얼마나 걸려요?')]).toEqual([true, false]);
    expect([asksForDuration('조식 얼마예요?'), asksForDuration('얼마나 걸려요?')]).toEqual([false, true]);
  });
});

describe('A visitor asks in Arabic', () => {
  it('and is answered by what it is about, not by words of any question', () => {
    const ask = asker(`<h1>التوصيل</h1><p>يسعدنا أن نقدم لكم خدمة التوصيل في مدينة الرياض كل يوم.</p>
      <h2>مناطق التوصيل</h2><p>نوصل الطلبات إلى أحياء العليا والسليمانية والملز.</p><h2>الأسئلة الشائعة</h2><h3>هل يوجد مكان لألعاب الأطفال؟</h3><p>نعم، منطقة ألعاب للأطفال من عمر ٣ إلى ١٠ سنوات.</p>
      <h2>مدة التوصيل</h2><p>يصل الطلب خلال ٤٥ إلى ٦٠ دقيقة.</p><h2>رسوم التوصيل</h2><p>رسوم التوصيل ١٥ ريالًا.</p>`);
    expect(ask('هل توصلون الى الملز؟')).not.toContain('ألعاب');
    expect(ask('كم يستغرق التوصيل؟')).toContain('٤٥ إلى ٦٠ دقيقة');
    expect(ask('كم رسوم التوصيل؟')).toContain('١٥ ريالًا');
    expect(ask('هل يوجد لديكم سوشي؟')).toBeNull();
  });

  it('and is not answered by what merely takes time', () => {
    const ask = asker(`<h1>الخدمات</h1><p>اختر الخدمة التي تناسبك من متجر موج للاتصالات في عمّان.</p>
      <h2>الصيانة</h2><p>يستغرق إصلاح الجهاز من 3 إلى 5 أيام عمل.</p>`);
    expect(ask('كم يستغرق التوصيل؟')).toBeNull();
    expect(ask('كم يستغرق إصلاح الجهاز؟')).toContain('3 إلى 5');
  });

  it('where the place is or by what telephone it is reached, in its own digits', () => {
    const address = 'شارع التحلية، مبنى ٢٤، الرياض';
    expect(contact('وين موقعكم', address)).toBe(address);
    expect(contact('أين يقع المطعم؟', address)).toBe(address);
    expect(contact('ممكن رقمكم؟', 'الهاتف: 011 456 7890')).toBe('الهاتف: 011 456 7890');
    expect(contact('رقم الهاتف لو سمحت', 'الهاتف: ٠١١ ٤٥٦ ٧٨٩٠')).toBe('الهاتف: ٠١١ ٤٥٦ ٧٨٩٠');
  });
});

describe('A visitor asks in Portuguese', () => {
  it('with words of Brazil and of Portugal, and gets what the page calls it', () => {
    for (const [asked, written] of [
      ['parcelar', 'juros'],
      ['desmarcar', 'cancelar'],
      ['filho', 'criancas'],
      ['autocarro', 'onibus'],
      ['idosos', 'aposentados'],
      ['telemovel', 'telefone'],
    ] as const) {
      expect([asked, meansTheSame(asked, written)]).toEqual([asked, true]);
    }
    expect(meansTheSame('estacionamento', 'onibus')).toBe(false);
  });

  it('where the clinic is, and gets an address with its abbreviations or postal code', () => {
    for (const address of ['Av. Brasil, 1540 – Campinas', 'R. das Flores, 12', 'Setor Sul, Goiânia, 74080-100'])
      expect(contact('onde fica a clínica?', address)).toBe(address);
  });

  it('until what time, and gets a time of day instead of a number of hours', () => {
    const ask = asker(`<h1>Sangue</h1><p>Cuidamos da saúde das famílias de Campinas com laboratório próprio.</p>
      <h2>Preparo</h2><p>Antes da coleta de sangue, faça jejum de 8 horas. A água não é proibida.</p><h2>Laboratório</h2><p>A coleta de sangue é feita de segunda a sábado, das 6h30 às 10h30.</p>`);
    expect(ask('A que horas é a coleta de sangue?')).toContain('6h30 às 10h30');
    expect(ask('Quantas horas de jejum para a coleta de sangue?')).toContain('jejum de 8 horas');
  });

  it('in words of another form than the row has, which is read in the language of its page', () => {
    const ask = asker(`<h1>Médicos</h1><p>Conheça a nossa equipe. As consultas são sempre com hora marcada.</p>
      <table><tr><th>Especialidade</th><th>Médico</th><th>Dias</th></tr><tr><td>Clínica geral</td><td>Dra. Helena Prado</td><td>Segunda</td></tr>
      <tr><td>Cardiologia</td><td>Dr. Marcos Azevedo</td><td>Terça</td></tr><tr><td>Pediatria</td><td>Dr. Rui Tavares</td><td>Quarta</td></tr></table>`);
    expect(ask('Quem é o cardiologista?')).toContain('Marcos Azevedo');
    expect(ask('Quem é o cardiologista?')).not.toContain('Helena Prado');
  });

  it('and is answered in Portuguese', () => {
    for (const question of ['Vocês fazem ressonância?', 'Vocês consertam celular?', 'voces abrem cedo?', 'Tem vaga?'])
      expect([question, visitorLanguage(question)]).toEqual([question, 'pt']);
  });
});

describe('Small talk in several parts', () => {
  it.each([
    ['tchau, até mais', 'goodbye'],
    ['Muito obrigada pela atenção!', 'thanks'],
    ['شكرا جزيلا لك', 'thanks'],
    ['네 알겠습니다 수고하세요', 'goodbye'],
    ['Perfect, thanks, bye!', 'goodbye'],
  ])('is no question: %s', (message, kind) => expect(smallTalkIn(message)?.kind).toBe(kind));

  it('with a question among them is one', () => {
    expect(smallTalkIn('tchau, até que horas abrem')).toBeNull();
  });
});

describe('Facts are told', () => {
  it.each([
    ['매주 월요일은 휴장합니다', [1]],
    ['평일 09:00–18:00', [1, 2, 3, 4, 5]],
    ['월요일부터 수요일까지', [1, 2, 3]],
    ['من السبت إلى الاثنين', [0, 1, 6]],
    ['الخميس: ١٢:٠٠', [4]],
    ['أحد موظفينا', []],
  ])('by Korean and Arabic days: %s', (text, days) => {
    expect([...daysIn(text)].sort()).toEqual(days.map((day) => `day:${day}`));
  });

  it('and asked for by them', () => {
    expect(daysAskedFor(wordOf('월요일에도')).get('day:1')).toBe(1);
    expect(daysAskedFor(wordOf('الجمعة')).get('day:5')).toBe(1);
  });

  it('by Korean times and Arabic digits', () => {
    expect([tellsTime('오전 7시부터'), tellsTime('24시간 운영')]).toEqual([true, false]);
    expect(factsTold('الجمعة ١:٣٠ ظهرًا')).toContain('tells:hours');
    expect(factsTold('١٥ ريالًا')).toContain('tells:amount');
  });

  it('by amounts and durations in won, riyals and hours', () => {
    expect([tellsAmount('20,000원이며'), tellsAmount('원하시면 2층')]).toEqual([true, false]);
    for (const text of ['لمدة 4 ساعات', 'قبل ساعتين', 'الضمان سنتان'])
      expect([text, tellsDuration(text)]).toEqual([text, true]);
  });
});

describe('The thesaurus by language', () => {
  it('adds to one concept a word', () => {
    const keys = [...readOtherWords().keys()];
    for (const one of keys) {
      for (const other of keys) if (one !== other) expect([one, other, meansTheSame(one, other)]).toContain(false);
    }
  });

  it('knows what Korean and Arabic visitors mean, and searches for it in their questions alone', () => {
    expect(meansTheSame(wordOf('강아지'), wordOf('반려동물'))).toBe(true);
    expect(meansTheSame(wordOf('السعر'), wordOf('أسعاركم'))).toBe(true);
    expect(searchSynonyms(analyseQuery('강아지'))).toContain('반려');
    expect([...searchSynonyms(analyseQuery('price'))].join(' ')).not.toMatch(/[\p{Script=Hangul}\p{Script=Arabic}]/u);
  });
});
