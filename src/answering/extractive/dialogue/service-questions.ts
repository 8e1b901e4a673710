/** Questions about the services that most owners offer. */
import type { VisitorLanguage } from '../languages/visitor-language.ts';
import type { ServiceConcept } from '../thesaurus/synonyms.ts';

type Questions = Readonly<Record<ServiceConcept, string>>;

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

/** Returns null in languages that have no such questions. */
export const questionAboutService = (service: ServiceConcept, language: VisitorLanguage): string | null =>
  SERVICE_QUESTIONS[language]?.[service] ?? null;
