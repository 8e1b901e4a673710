/** Questions for a number, a mailbox and the way, as visitors of eight languages type them. */
import { describe, expect, it } from 'vitest';
import { contactAnswer } from '../../../../src/answering/extractive/contact/contact-answer.ts';
import { contactAskedFor } from '../../../../src/answering/extractive/contact/contact-question.ts';
import { directionsAnswer } from '../../../../src/answering/extractive/contact/directions-answer.ts';
import { contentWords } from '../../../../src/answering/extractive/question/question-terms.ts';
import { textAsker } from '../asker.ts';

const askedFor = (question: string) => contactAskedFor(question, contentWords(question));

describe('A question for contact', () => {
  it.each([
    ['telephone', 'eure nummer bitte'],
    ['telephone', 'quel est votre numéro'],
    ['telephone', 'qual è il vostro numero'],
    ['telephone', 'qual é o vosso telefone'],
    ['telephone', 'pod jaki numer dzwonić'],
    ['telephone', 'welk nummer kan ik bellen'],
    ['telephone', 'sizi arayabilir miyim'],
    ['mail', 'quelle est votre adresse mail'],
    ['mail', 'wie lautet eure mailadresse'],
    ['mail', 'cuál es su correo electrónico'],
    ['mail', 'hebben jullie een e-mailadres'],
    ['mail', 'jaki jest adres mailowy'],
    ['contact', 'hoe bereik ik jullie'],
    ['place', 'wo befindet ihr euch'],
    ['place', 'dónde está el taller'],
    ['place', 'gdzie was znajdę'],
    ['place', 'come vi raggiungo'],
    ['place', 'atölye nerede'],
  ])('is one for the %s: “%s”', (concept, question) => {
    expect(askedFor(question)).toEqual({ concept, of: [] });
  });

  it('keeps whose number is asked for, and is none for the number of something', () => {
    expect(askedFor('numéro de téléphone de la crèche')).toMatchObject({ concept: 'telephone', of: ['creche'] });
    expect(askedFor('wo steht meine kundennummer')).toBeNull();
    expect(askedFor('wie komme ich mit dem bus zu euch')).toBeNull();
  });
});

it("A number of the site's own kind is that of the site", () => {
  const { passages } = textAsker('# Academia Brújula\n\n## Clases\n\nPara dudas, llama al 955 443 322.\n');
  const answered = (question: string, siteName: string) =>
    contactAnswer(question, contentWords(question), passages, 'es', siteName)?.markdown;
  expect(answered('teléfono de la academia', 'Academia Brújula')).toContain('955 443 322');
  expect(answered('teléfono de la policía', 'Academia Brújula')).toBeUndefined();
});

describe('A question for the way', () => {
  it.each([
    ['Anfahrt', 'wie komme ich zu euch'],
    ['Accès', 'comment venir'],
    ['Cómo llegar', 'cómo llego'],
    ['Bereikbaarheid', 'hoe kom ik bij jullie'],
    ['Dojazd', 'jak do was dojść'],
    ['Ulaşım', 'nasıl gelebilirim'],
  ])('is answered by the section “%s”: “%s”', (heading, question) => {
    const { passages } = textAsker(`# Site\n\n## X\n\nAbc def ghi.\n\n## ${heading}\n\nBus 7, 200 m.\n`);
    expect(directionsAnswer(question, passages)?.markdown).toContain('Bus 7');
  });
});
