/** Conversations in other languages than English and German, whose follow-ups are understood by the question and the answer before. */
import { describe, expect, it } from 'vitest';
import { ask } from './ask-without-model.ts';

const page = (heading: string, text: string) => ({ title: heading, url: null, headings: [heading], text });

/** Asks one question after the other, and returns the last answer. */
async function answerAfter(questions: readonly string[], passages: readonly ReturnType<typeof page>[]) {
  const memory: { role: 'user' | 'assistant'; content: string }[] = [];
  let answer = '';
  for (const question of questions) {
    answer = await ask(question, { passages, memory: [...memory] });
    memory.push({ role: 'user', content: question }, { role: 'assistant', content: answer });
  }
  return answer;
}

describe('A follow-up for the price', () => {
  it.each([
    [
      'Norwegian',
      ['Kan jeg ta med hunden?', 'Hva koster det?'],
      page('Hunder', 'Hunder er velkomne mot et tillegg på 150 kroner.'),
      page('Priser', 'Et dobbeltrom koster 1290 kroner per natt.'),
    ],
    [
      'Czech',
      ['Mohu přijet se psem?', 'Kolik to stojí?'],
      page('Psi', 'Pes zaplatí 150 Kč za noc.'),
      page('Ceny', 'Pokoj stojí 1800 Kč za noc.'),
    ],
    [
      'Ukrainian',
      ['Можна з собакою?', 'Скільки це коштує?'],
      page('Тварини', 'Невеликих собак приймаємо, доплата 150 гривень.'),
      page('Ціни', 'Кімната коштує 1600 гривень за ніч.'),
    ],
    [
      'Finnish',
      ['Onko teillä sauna?', 'Paljonko se maksaa?'],
      page('Sauna', 'Saunavuoro on illalla, lisämaksu 15 euroa.'),
      page('Hinnat', 'Huone maksaa 95 euroa yöltä.'),
    ],
    [
      'Hebrew',
      ['איפה אפשר לחנות?', 'כמה זה עולה?'],
      page('חניה', 'חניון נמצא מול הכניסה, 15 שקלים לשעה.'),
      page('מחירים', 'כרטיס עולה 40 שקלים.'),
    ],
  ])('is about what was asked for before, in %s', async (_, questions, about, prices) => {
    expect(await answerAfter(questions, [prices, about])).toContain(about.text);
  });
});

describe('A follow-up for another case', () => {
  it('stays with the answer that names it', async () => {
    const entry = page('Eintrittspreise', 'Erwachsene zahlen 9 €. Kinder bis 12 Jahre haben freien Eintritt.');
    const parties = page('Kindergeburtstage', 'Wir feiern mit bis zu zehn Kindern, zwei Stunden für 120 €.');
    expect(await answerAfter(['Was kostet der Eintritt?', 'Und für Kinder?'], [entry, parties])).toContain(
      'freien Eintritt',
    );
  });

  it('is understood behind a Spanish question mark, again and again', async () => {
    const hours = page('Horario', 'Abrimos de lunes a viernes de 9:00 a 20:00. Los sábados, de 10:00 a 14:00.');
    const team = page('Equipo', 'La doctora Ana Ruiz dirige la clínica.');
    const answer = await answerAfter(['¿Cuándo abren?', '¿Y los sábados?', '¿Y los domingos?'], [hours, team]);
    expect(answer).toContain('Abrimos de lunes a viernes');
  });
});

describe('A visitor who writes Finnish', () => {
  const museum = [page('Liput', 'Pääsylippu maksaa 12 euroa. Kävijät jättävät takit eteiseen.')];

  it('is refused in Finnish, and told of no other language of the content', async () => {
    const answer = await ask('Mikä on Suomen pääkaupunki?', { passages: museum });
    expect(answer).toMatch(/^En löytänyt siihen vastausta/);
    expect(answer).not.toContain('kieli');
  });
});
