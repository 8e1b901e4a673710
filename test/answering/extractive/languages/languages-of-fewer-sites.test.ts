/** Visitors in Finnish, Bulgarian, Lithuanian, Slovenian, Latvian, Estonian and Catalan are answered in their language, not in a neighbour's. */
import { describe, expect, it } from 'vitest';
import { smallTalkIn } from '../../../../src/answering/extractive/dialogue/small-talk.ts';
import { conversationLanguage } from '../../../../src/answering/extractive/languages/conversation-language.ts';
import {
  visitorLanguagesOf,
  writtenLanguage,
} from '../../../../src/answering/extractive/languages/visitor-language.ts';
import { ask } from '../../generators/ask-without-model.ts';
import { textAsker } from '../asker.ts';

const CONTENTS = {
  fi: 'Museo on auki joka päivä, mutta maanantaisin se on suljettu. Liput voi ostaa kassalta.',
  bg: 'Музеят работи всеки ден, но в понеделник е затворен. Билети се продават на касата.',
  lt: 'Muziejus dirba kasdien, bet pirmadieniais yra uždarytas. Bilietus galima įsigyti kasoje.',
  sl: 'Muzej je odprt vsak dan, ob ponedeljkih pa je zaprt. Vstopnice lahko kupite pri blagajni.',
  lv: 'Muzejs ir atvērts katru dienu, bet pirmdienās slēgts. Biļetes var iegādāties kasē.',
  et: 'Muuseum on avatud iga päev, aga esmaspäeviti on see suletud. Pileteid saab osta kassast.',
  ca: 'El museu és obert cada dia, però els dilluns és tancat. Les entrades es venen a la taquilla.',
} as const;

const passageOf = (text: string) => [{ title: 'Xyz', url: null, headings: [], text }];

describe('A question without an answer', () => {
  it.each([
    ['fi', 'Saako täällä ottaa valokuvia?', 'En löytänyt'],
    ['fi', 'Järjestättekö opastettuja kierroksia?', 'En löytänyt'],
    ['bg', 'Имате ли паркинг?', 'Не намерих'],
    ['bg', 'Предлагате ли екскурзовод?', 'Не намерих'],
    ['bg', 'Къде се намират тоалетните?', 'Не намерих'],
    ['lt', 'Ar turite kavinę?', 'neradau'],
    ['lt', 'Kur galima palikti dviratį?', 'neradau'],
    ['sl', 'Ali imate kavarno?', 'nimam podatkov'],
    ['sl', 'Kje lahko pustim kolo?', 'nimam podatkov'],
    ['lv', 'Vai jums ir kafejnīca?', 'neatradu'],
    ['lv', 'Kur var atstāt velosipēdu?', 'neatradu'],
    ['et', 'Kas teil on kohvik?', 'ei leidnud'],
    ['et', 'Kuhu saab jätta jalgratta?', 'ei leidnud'],
    ['ca', 'Teniu cafeteria?', 'No he trobat'],
    ['ca', 'On puc deixar la bicicleta?', 'No he trobat'],
  ] as const)('is refused in %s: “%s”', async (language, question, refusal) => {
    expect(await ask(question, { passages: passageOf(CONTENTS[language]) })).toContain(refusal);
  });
});

it.each(Object.entries(CONTENTS))('reads a content in %s as such', (language, text) => {
  expect(writtenLanguage(text)).toBe(language);
});

describe('A question in other words than the content', () => {
  it.each([
    ['Kokios nuolaidos?', 'Akcija: antras bilietas pigiau.', 'Salė nuomojama visą parą.'],
    ['Cik maksā?', 'Biļetes cena ir 5 eiro.', 'Zāli var īrēt visu diennakti.'],
    ['Kuidas saab tasuda?', 'Maksmine toimub sularahas.', 'Saali saab rentida ööpäev läbi.'],
    ['Kje se nahajate?', 'Naslov: Glavni trg 4, 4000 Kranj.', 'Dvorano lahko najamete ves dan.'],
    ['Quins preus teniu?', 'Les tarifes: 5 € per persona.', 'La sala es lloga tot el dia.'],
  ])('is answered: “%s”', (question, answer, other) => {
    const found = textAsker(`# Xyz\n\n${other}\n\n${answer}`)(question);
    expect(found).toContain(answer.slice(0, 10));
    expect(found).not.toContain(other.slice(0, 10));
  });
});

describe('Small talk', () => {
  it.each([
    ['fi', 'kiitos paljon', 'Ole hyvä!'],
    ['bg', 'Здравейте!', 'Здравейте! Какво'],
    ['lt', 'laba diena', 'Sveiki!'],
    ['sl', 'hvala lepa', 'Ni za kaj!'],
    ['lv', 'paldies', 'Lūdzu!'],
    ['et', 'aitäh', 'Palun!'],
    ['ca', 'hola', 'Hola! Què voleu saber?'],
  ] as const)('is answered in %s: “%s”', async (language, message, reply) => {
    expect(await ask(message, { passages: passageOf(CONTENTS[language]) })).toContain(reply);
  });

  it.each([
    'Haluaisin puhua ihmisen kanssa',
    'Искам да говоря с човек',
    'Noriu pasikalbėti su žmogumi',
    'Rad bi govoril s človekom',
    'Vēlos runāt ar cilvēku',
    'Soovin rääkida inimesega',
    'Vull parlar amb una persona',
  ])('asks for a human: “%s”', (message) => {
    expect(smallTalkIn(message)?.kind).toBe('human');
  });
});

it.each([
  ['Haluaisin puhua ihmisen kanssa', 'Yhteystiedot'],
  ['Искам да говоря с човек', 'Контакти'],
  ['Noriu pasikalbėti su žmogumi', 'Kontaktai'],
  ['Rad bi govoril s človekom', 'Kontakt'],
  ['Vēlos runāt ar cilvēku', 'Kontakti'],
  ['Soovin rääkida inimesega', 'Kontakt'],
  ['Vull parlar amb una persona', 'Contacte'],
])('is answered with the contact where nobody can take over: “%s”', async (message, heading) => {
  const passages = [{ title: 'Xyz', url: null, headings: [heading], text: '+99 032 555 123, info@example.com' }];
  expect(await ask(message, { passages })).toContain('032 555 123');
});

it.each([
  ['de', 'Wie hoch ist die Kaution für eine Geige?'],
  ['es', '¿A qué hora abre el museo?'],
  ['es', 'mis reservas'],
  ['it', 'quanto costa per i bambini'],
  ['pt', 'não posso nem entrar?'],
  ['hr', 'Koliko košta ulaznica?'],
  ['hr', 'Где сте? Је ли музеј отворен?'],
  ['ru', 'Сколько стоит билет?'],
  ['ru', 'Есть ли объезд для автобусов?'],
  ['uk', 'Чи є у вас кав’ярня?'],
  ['uk', 'Чи можна заплатити карткою?'],
  ['uk', 'Який у вас номер телефону?'],
  ['pl', 'Czy można robić zdjęcia?'],
  ['cs', 'Kde můžu nechat kolo?'],
  ['da', 'Hvad koster en billet?'],
])('leaves %s alone: “%s”', (language, question) => {
  const asked = { question, memory: [], passages: [] };
  expect(conversationLanguage(asked)).toBe(language);
});

it('is none of one language where Bulgarian and Serbian write a question alike', () => {
  expect(visitorLanguagesOf('Имате ли паркинг?')).toEqual(['bg', 'hr']);
});

it.each([
  ['Urdu', 'کیا آپ کے پاس پارکنگ ہے؟', 'en'],
  ['Icelandic', 'Hvað kostar miðinn og er bílastæði?', 'en'],
  ['Bengali', 'আপনারা কখন খোলেন?', 'en'],
  ['Kazakh', 'Билет қанша тұрады және тұрақ бар ма?', 'ru'],
  ['Belarusian', 'Колькі каштуе ўваход у музей?', 'ru'],
])('is no neighbour of %s, which has no sentences here', (_, question, language) => {
  expect(conversationLanguage({ question, memory: [], passages: [] })).toBe(language);
});
