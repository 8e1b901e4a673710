/** Headings in other languages than English, suggested as questions that a visitor would ask, and answered when they are asked. */
import { describe, expect, it } from 'vitest';
import { extractiveAnswers } from '../../../../src/answering/extractive/extractive-answers.ts';
import { FORMS } from '../../../../src/answering/extractive/follow-ups/forms/questions.ts';
import { naturalQuestion } from '../../../../src/answering/extractive/follow-ups/topic-questions.ts';
import { ask } from '../../generators/ask-without-model.ts';

describe('A heading in another language than English', () => {
  it.each([
    ['de', 'Unsere Preise', 'Was sind Ihre Preise?'],
    ['de', 'Anfahrt und Parken', 'Wie komme ich zu Ihnen?'],
    ['de', 'Eine Bestellung stornieren', 'Wie kann ich eine Bestellung stornieren?'],
    ['de', 'Ihre Daten ändern', 'Wie kann ich meine Daten ändern?'],
    ['de', 'Konto löschen', 'Wie kann ich mein Konto löschen?'],
    ['de', 'Versand ins Ausland', 'Wie läuft der Versand ins Ausland ab?'],
    ['fr', 'Accès et stationnement', 'Comment venir chez vous ?'],
    ['fr', 'Suivre votre colis', 'Comment suivre mon colis ?'],
    ['fr', 'Annuler votre réservation', 'Comment annuler ma réservation ?'],
    ['fr', 'Comment nous rejoindre', 'Comment vous rejoindre ?'],
    ['fr', 'Tarifs de la cantine', 'Quels sont les tarifs de la cantine ?'],
    ['es', 'Cancelar su cita', '¿Cómo puedo cancelar mi cita?'],
    ['es', 'Hacerse amigo del museo', '¿Cómo puedo hacerme amigo del museo?'],
    ['es', 'Cómo cambiar la contraseña', '¿Cómo cambiar la contraseña?'],
    ['it', 'Parcheggio', 'Dove posso parcheggiare?'],
    ['it', 'Tracciare il tuo ordine', 'Come posso tracciare il mio ordine?'],
    ['pt', 'Cancelar a sua encomenda', 'Como posso cancelar a minha encomenda?'],
    ['nl', 'Uw verhuizing doorgeven', 'Hoe kan ik mijn verhuizing doorgeven?'],
    ['pl', 'Ceny pokoi', 'Jakie są ceny pokoi?'],
    ['pl', 'Jak do nas dojechać', 'Jak do was dojechać?'],
    ['ru', 'Как вернуть товар', 'Как вернуть товар?'],
    ['sv', 'Guidade visningar', 'Finns det guidade visningar?'],
  ] as const)('is asked about as a visitor would, in %s: %s', (language, heading, question) => {
    expect(naturalQuestion(heading, language)).toBe(question);
  });

  it.each([
    ['de', 'Preise und Leistungen der Werkstatt'],
    ['de', 'Die Geschichte der Häuser'],
    ['fr', 'Contre la grippe'],
    ['fr', 'Laver votre théière'],
    ['fr', 'Comment nous travaillons'],
    ['es', 'Bar La Perla'],
    ['es', 'Cómo contactarnos por correo'],
    ['it', 'Come nascono i filati'],
    ['nl', 'De mooiste tuinen'],
    ['ru', 'Как мы работаем'],
  ] as const)('stays as it is where its form would have to be guessed, in %s: %s', (language, heading) => {
    expect(naturalQuestion(heading, language)).toBeNull();
  });
});

describe('A question that was suggested for a heading', () => {
  const headings = Object.entries(FORMS).flatMap(([language, { topics = [] }]) =>
    topics.map(([names, question]) => ({ language, heading: names.split('|')[0] ?? '', question })),
  );

  it('is answered by what stands below it, in every language, although it shares no word with that', async () => {
    const faults: string[] = [];
    for (const { language, heading, question } of headings) {
      const name = heading.charAt(0).toUpperCase() + heading.slice(1);
      const passages = [
        { title: 'Xyz', url: null, headings: ['Qwert'], text: 'Vbnm qwrt 12 zxcv.' },
        { title: 'Xyz', url: null, headings: [name], text: 'Asdf ghjkl yxcv.' },
      ];
      const answer = await ask(question, { passages });
      if (!answer.startsWith('Asdf ghjkl yxcv.')) faults.push(`${language}: ${question} ${answer}`);
    }
    expect(headings.length).toBeGreaterThan(300);
    expect(faults).toEqual([]);
  });

  it('is searched for by the words of the headings that it is suggested for', async () => {
    const searched = (question: string) => extractiveAnswers().condense(question, [], new AbortController().signal, '');
    expect(await searched('Wie komme ich zu Ihnen?')).toContain('anfahrt');
    expect(await searched('Wie komme ich zum Mond?')).toBe('Wie komme ich zum Mond?');
  });
});
