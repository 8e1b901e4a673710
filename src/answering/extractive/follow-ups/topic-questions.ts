/** Turns headings into questions that a visitor would ask, and such questions back into the heading. */
import { analyseQuery } from '../../../text/analysis/analyse.ts';
import { PHRASES } from '../dialogue/phrases.ts';
import { VISITOR_LANGUAGES, type VisitorLanguage } from '../dialogue/visitor-language.ts';
import { isFiller } from '../terms/question-words.ts';
import { type ServiceConcept, serviceConceptsOf } from '../terms/synonyms.ts';
import { termsOf } from '../terms/terms.ts';
import { englishQuestion } from './english-headings.ts';
import { thingNamed, topicQuestion } from './english-topics.ts';

type Questions = Readonly<Record<ServiceConcept, string>>;

/** Questions about services, for headings that name nothing else. Other languages ask for more about the heading. */
const SERVICE_QUESTIONS: Readonly<Partial<Record<VisitorLanguage, Questions>>> = {
  en: {
    hours: 'When are you open?',
    payment: 'How can I pay?',
    delivery: 'How does delivery work?',
    returns: 'How do returns work?',
    price: 'What are your prices?',
    vouchers: 'Do you have gift cards?',
    contact: 'How can I contact you?',
    jobs: 'Are there any jobs at the moment?',
  },
  de: {
    hours: 'Wann haben Sie geöffnet?',
    payment: 'Wie kann ich bezahlen?',
    delivery: 'Wie läuft der Versand?',
    returns: 'Wie funktioniert die Rückgabe?',
    price: 'Was sind Ihre Preise?',
    vouchers: 'Gibt es Gutscheine?',
    contact: 'Wie kann ich Sie erreichen?',
    jobs: 'Gibt es gerade Stellenangebote?',
  },
  fr: {
    hours: 'Quels sont vos horaires ?',
    payment: 'Comment puis-je payer ?',
    delivery: 'Comment se passe la livraison ?',
    returns: 'Comment faire un retour ?',
    price: 'Quels sont vos tarifs ?',
    vouchers: 'Avez-vous des chèques-cadeaux ?',
    contact: 'Comment puis-je vous contacter ?',
    jobs: 'Quels emplois proposez-vous ?',
  },
  es: {
    hours: '¿Cuál es su horario?',
    payment: '¿Cómo puedo pagar?',
    delivery: '¿Cómo funciona el envío?',
    returns: '¿Cómo puedo hacer una devolución?',
    price: '¿Cuáles son sus precios?',
    vouchers: '¿Tienen vales de regalo?',
    contact: '¿Cómo puedo contactar con ustedes?',
    jobs: '¿Hay ofertas de empleo?',
  },
  zh: {
    hours: '你们的营业时间是什么？',
    payment: '可以怎么付款？',
    delivery: '怎么配送？',
    returns: '怎么退货？',
    price: '价格是多少？',
    vouchers: '有礼品卡吗？',
    contact: '怎么联系你们？',
    jobs: '你们在招聘吗？',
  },
};

/** A part of a word of two. */
const ONE_IDEOGRAPH = /^\p{Script=Han}$/u;
/** A name of a thing stands within an English sentence without quotation marks. */
const ABOUT_THING = 'What should I know about {}?';
const FRAMES = [...VISITOR_LANGUAGES.map((language) => PHRASES[language].ask), ABOUT_THING].map((frame) =>
  frame.split('{}'),
);

/** @param text below the heading, or around it */
export function questionAbout(heading: string, language: VisitorLanguage, text = ''): string {
  const natural = naturalQuestion(heading, language);
  if (natural !== null) return natural;
  const thing = language === 'en' ? thingNamed(heading, text) : null;
  return (thing === null ? PHRASES[language].ask : ABOUT_THING).replace('{}', () => thing ?? heading);
}

/** Returns null for a heading that can only be asked about by its name. */
export const naturalQuestion = (heading: string, language: VisitorLanguage): string | null =>
  (language === 'en' ? (topicQuestion(heading) ?? englishQuestion(heading)) : null) ??
  serviceQuestion(heading, language);

/** Returns null when the heading does not name one service alone. */
export function serviceQuestion(heading: string, language: VisitorLanguage): string | null {
  const concept = serviceOf(heading);
  return concept === null ? null : questionAboutService(concept, language);
}

/** Returns null in languages that have no such questions. */
export const questionAboutService = (service: ServiceConcept, language: VisitorLanguage): string | null =>
  SERVICE_QUESTIONS[language]?.[service] ?? null;

/** The heading that a suggested question asks about; null for any other question. */
export function headingAskedFor(question: string): string | null {
  for (const [before = '', after = ''] of FRAMES) {
    if (question.length > before.length + after.length && question.startsWith(before) && question.endsWith(after)) {
      return question.slice(before.length, question.length - after.length);
    }
  }
  return null;
}

/** Returns null when the text names something else too. */
export function serviceOf(heading: string): ServiceConcept | null {
  const words = termsOf(analyseQuery(heading))
    .map(({ stem, exact }) => exact?.slice(1) ?? stem)
    .filter((word) => !isFiller(word) && !ONE_IDEOGRAPH.test(word));
  const [first = [], ...rest] = words.map(serviceConceptsOf);
  return first.find((concept) => rest.every((others) => others.includes(concept))) ?? null;
}
