/** Visitors of a driving school, a plumber, an energy supplier, a language school and a swimming school, in five languages. */
import { describe, expect, it } from 'vitest';
import { contactAnswer } from '../../../src/answering/extractive/contact/contact-answer.ts';
import { smallTalkIn } from '../../../src/answering/extractive/dialogue/small-talk.ts';
import { countAskedFor } from '../../../src/answering/extractive/facts/counts.ts';
import { asksForPrice, tellsAmount } from '../../../src/answering/extractive/facts/prices.ts';
import { naturalQuestion } from '../../../src/answering/extractive/follow-ups/topic-questions.ts';
import { unknownWords } from '../../../src/answering/extractive/missing-content/unknown-words.ts';
import { readPassages } from '../../../src/answering/extractive/passages/read-passages.ts';
import { answerableQuestion } from '../../../src/answering/extractive/plain-question.ts';
import { contentWords, termsFor } from '../../../src/answering/extractive/question/question-terms.ts';
import { scoreUnits } from '../../../src/answering/extractive/scoring/unit-scoring.ts';
import { numberRangesIn } from '../../../src/answering/extractive/terms/number-ranges.ts';
import { meansTheSame } from '../../../src/answering/extractive/thesaurus/synonyms.ts';
import { finish } from '../../../src/lib/steps.ts';
import { textAsker } from './asker.ts';

describe('A visitor of a German driving school', () => {
  const ask = textAsker(`Bürozeiten
Mo, Di, Do: 15:00 – 18:30 Uhr
Mi: 10:00 – 13:00 Uhr

Theorieunterricht
Der Theorieunterricht findet montags von 18:30 bis 20:00 Uhr statt.

Unterlagen für den Führerscheinantrag
- Sehtest vom Optiker
- Biometrisches Passfoto
Den Antrag stellst du beim Bürgerbüro. Die Bearbeitung dauert vier Wochen.

Preise
Grundbetrag: 420 €
Überlandfahrt: 74 €`);

  it('is told the office hours, whatever else has a day and a time', () => {
    expect(ask('wann hat das büro geöffnet')).toContain('10:00 – 13:00');
    expect(['burozeiten', 'geschaftszeiten', 'kassenzeiten'].every((word) => meansTheSame('geoffnet', word))).toBe(
      true,
    );
  });

  it('is listed what is needed, with umlauts or without', () => {
    expect(ask('was brauche ich für den antrag')).toContain('Passfoto');
    expect(ask('was brauche ich fuer den fuehrerscheinantrag')).toContain('Passfoto');
    expect(ask('was kostet die ueberlandfahrt')).toContain('74 €');
  });

  it('asks for the way as people talk, and a heading of two topics answers', () => {
    const passage = { title: '', url: null, headings: ['Kontakt und Anfahrt'], text: 'Mit den Bussen 1 und 4.' };
    const asked = (question: string) => answerableQuestion({ question, memory: [], passages: [passage] });
    expect(asked('wie komm ich zu euch?')).toBe('Wie komme ich zu Ihnen Kontakt und Anfahrt');
    expect(asked('wie komme ich hin')).toBe('Wie komme ich zu Ihnen Kontakt und Anfahrt');
  });

  it('thanks in words of praise', () => {
    expect(smallTalkIn('ihr seid super danke')?.kind).toBe('thanks');
  });
});

describe('A visitor of a Dutch plumber', () => {
  const ask = textAsker(`Tarieven
Voorrijkosten: € 32,50
Uurtarief monteur: € 68,00
Kraan vervangen: € 110,00

Offerte
De offerte is gratis. Voor een badkamer komen we bij u thuis opmeten.

Afspraak maken
U maakt een afspraak via de telefoon, WhatsApp (06 5550 7001) of het formulier op de website. We plannen u in een tijdvak van twee uur in. De monteur belt een half uur voordat hij komt. Bent u niet thuis, dan brengen we de voorrijkosten in rekening.

Afspraak verzetten of afzeggen
U kunt uw afspraak tot de dag ervoor om 12.00 uur gratis verzetten. Daarna brengen we 45 euro in rekening.
`);

  it('gets the price of an hour, and no time of day', () => {
    expect(ask('wat kost een loodgieter per uur')).toContain('Uurtarief monteur');
  });

  it('is told below a heading for two things about the first', () => {
    const question = 'afspraak verzetten';
    const scored = finish(scoreUnits(question, termsFor(question, ask.passages), readPassages(ask.passages)));
    const told = scored.find(({ unit }) => unit.text.includes('gratis verzetten'));
    expect(told?.underHeading).toBeGreaterThan(0.6);
    expect(ask(question)).toContain('gratis verzetten');
  });

  it('is told of the case that did not happen', () => {
    expect(ask('wat als ik niet thuis ben')).toContain('voorrijkosten in rekening');
  });
});

describe('A visitor of an Italian energy supplier', () => {
  const ask = textAsker(`Bolletta e pagamenti
La bolletta arriva ogni due mesi. Si paga con addebito su conto corrente o in tabaccheria.

Rateizzazione
Se la bolletta supera i 150 €, puoi chiedere di dividerla, da tre a sei volte.

Mancato pagamento
Se non paghi in tempo, ti inviamo un sollecito. La riattivazione costa 30 € e avviene entro un giorno dal pagamento.

Voltura e subentro
La voltura serve quando cambia l'intestatario di un contatore attivo, per esempio dopo un acquisto o un affitto di casa. Costa 48 € e richiede cinque giorni lavorativi.

Guasti
In caso di odore di gas apri le finestre e chiama subito l'800 900 806.

Servizio clienti
Numero verde 800 123 987, dal lunedì al sabato.`);

  it('asks for instalments, which are no rates', () => {
    expect(ask('posso pagare a rate')).toContain('da tre a sei');
  });

  it('uses another form of the verb', () => {
    expect(ask('succede se non pago')).toContain('Se non paghi');
  });

  it('reads a sentence without a subject behind the one that names it', () => {
    expect(ask('quanto costa la voltura')).toMatch(/La voltura serve.* Costa 48 €/u);
  });

  it('says that it smells', () => {
    expect(ask('sento puzza di gas')).toContain('apri le finestre');
  });

  it('gets the number of the customer service, and not the one for emergencies', () => {
    const question = 'numero di telefono';
    expect(contactAnswer(question, contentWords(question), ask.passages, 'it')?.markdown).toContain('800 123 987');
  });

  it('is offered to give notice below its heading', () => {
    expect([naturalQuestion('Disdetta', 'it'), naturalQuestion('Chi siamo', 'it')]).toEqual([
      'Come posso disdire?',
      'Chi siete?',
    ]);
  });
});

describe('A visitor of a Portuguese language school', () => {
  const ask = textAsker(`Quem somos
Somos uma escola de línguas. As turmas têm no máximo oito alunos.

Níveis e teste
Antes de começar, fazemos um teste gratuito, que pode ser feito online.

Pagamento
A mensalidade paga-se por débito direto, MB Way ou transferência.

Perguntas frequentes
Quanto tempo demora a passar de nível?
Em geral um ano letivo, isto é, cerca de 100 horas.
As aulas são gravadas?
Sim, as aulas online são gravadas.`);

  it('asks how many, which is no word of a question for how long', () => {
    expect(ask('quantos alunos por turma')).toContain('oito alunos');
  });

  it('uses the singular of an irregular plural', () => {
    expect(ask('qual é o meu nivel')).toContain('teste gratuito');
  });

  it('writes two words as one', () => {
    expect(ask('posso pagar com mbway')).toContain('MB Way');
    expect(unknownWords('posso pagar com mbway', ask.passages)).toEqual([]);
  });

  it('asks whether somebody answers', () => {
    expect(smallTalkIn('voce é uma pessoa real?')?.kind).toBe('who');
  });
});

describe('A visitor of a Japanese swimming school', () => {
  const ask = textAsker(`入会手続き
入会をご希望の方は、受付で申込書にご記入ください。印鑑と初月分の会費が必要です。

進級テスト
進級テストは毎月最終週に行います。

見学
2階の見学席からいつでもご覧いただけます。

病気のとき
熱がある場合はお休みください。

水慣れ
水に顔をつけるところから丁寧に指導します。`);

  it('is answered by what is asked, not by endings and question words', () => {
    expect(ask('入会に必要なもの')).toContain('印鑑');
    expect(ask('テストはいつですか')).toContain('毎月最終週');
    expect(ask('熱があるときは')).toContain('お休みください');
  });
});

it('French times of day are no range of ages', () => {
  expect(numberRangesIn('Le samedi de 9h00 à 10h00 et de 12h00 - 13h45')).toEqual([]);
  expect(numberRangesIn('Enfant de 4 à 15 ans')).toContain('range:4-15');
});

it('A sentence below a list of prices may begin with a number, or have no spaces', () => {
  const turkish = textAsker(`# Ücretler

Tek giriş: 250 TL
Öğrenci girişi: 180 TL
Aylık üyelik: 1.900 TL
6 yaşından küçük çocuklar için giriş ücretsizdir.`);
  expect(turkish('aylık üyelik ne kadar')).not.toContain('Tek giriş');
  const chinese = textAsker(`# 收费标准

手动挡普通班：3980元
自动挡普通班：4680元
摩托车班：1680元
费用包含教材费、培训费和一次考试费。`);
  expect(chinese('自动挡多少钱')).not.toContain('摩托车班');
});

it('Chinese and Japanese amounts are prices, and fees are asked for by many names', () => {
  expect(['自动挡4680元', '体験は1,100円', '2006年'].map(tellsAmount)).toEqual([true, true, false]);
  expect(['学费多少', '体检费要多少', '怎么收费', '有停车场吗'].map(asksForPrice)).toEqual([true, true, true, false]);
});

it.each([
  ['adiós gracias', 'thanks'],
  ['adios gracias', 'thanks'],
  ['Voce é humano?', 'who'],
])('Small talk is known without some of its marks and commas: %s', (message, kind) => {
  expect(smallTalkIn(message)?.kind).toBe(kind);
});

it.each([
  ['со скольки лет можно', 'с какого возраста можно'],
  ['hoe kom ik bij jullie?', 'Hoe kom ik bij u?'],
  ['comment venir', 'Comment venir chez vous ?'],
  ['nasil gelebilirim', 'Size nasıl gelebilirim?'],
  ['tarif horaire', "prix de l'heure"],
])('“%s” is asked in words that the content can hold', (typed, meant) => {
  const asked = answerableQuestion({ question: typed, memory: [], passages: [] });
  expect(asked.replace(/[?\s]+$/u, '')).toBe(meant.replace(/[?\s]+$/u, ''));
});

it.each([['cuántas butacas tiene', 'cuantas butacas tiene']])('How many there are is counted: %s', (...questions) => {
  expect(questions.map((question) => countAskedFor(question)?.test('una sala con 640 butacas'))).toEqual([true, true]);
});

it('The note on holidays below the hours of the week is shown with them', () => {
  const ask = textAsker(`営業時間
平日：10:00～21:00
土曜日：9:00～19:00
日曜日・祝日：9:00～17:00
毎週木曜日は休館日です。年末年始は12月29日から1月4日までお休みします。

駐車場
駐車場は30台分あり、2時間まで無料です。`);
  expect(ask('正月は営業していますか')).toContain('年末年始');
});
