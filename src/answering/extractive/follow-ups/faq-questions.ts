/** Questions of the content that visitors could ask, as of an FAQ. */
import { oneOf, pattern } from '../../../lib/patterns.ts';

const MAX_QUESTION_LENGTH = 140;
/** Words in Latin script; characters in any other. */
const MIN_WORDS = 3;
const MIN_CHARACTERS = 5;

const words = (list: string) => new Set(list.split(' '));
/** First words of questions, without which they are asides or parts of a sentence. */
const QUESTION_WORDS = words(
  'what how why when where who which whose can could do does did is are will would should may must has have am i ' +
    'wie was wo wann wer warum weshalb wieso woher wohin wem wen welche welcher welches welchen kann können darf dürfen muss müssen ist sind gibt wird werden hat haben bietet bekomme brauche ' +
    'comment quel quelle quels quelles où quand qui que quoi pourquoi combien est-ce puis-je peut-on y dois-je faut-il ' +
    'qué cómo cuándo dónde quién quiénes cuál cuáles cuánto cuánta cuántos cuántas por puedo es hay en ' +
    'che cosa come dove quando chi perché quale quali quanto quanti quanta posso è sono ' +
    'o qual quais quanto onde quem como posso é há ' +
    'wat hoe waar wanneer wie waarom welke kan kunnen is zijn mag moet ' +
    'jak co gdzie kiedy kto dlaczego ile który jaka jakie jaki czy ' +
    'ne nasıl nerede hangi kim neden kaç ' +
    'vad hur var när vem varför vilken vilka vilket kan är finns får måste har ' +
    'hvad hvordan hvor hvornår hvem hvorfor hvilke hvilken hvilket må skal findes ' +
    'jak kde kdy kolik kdo proč co mohu můžu máte lze kedy ako koľko kto prečo čo môžem ' +
    'kako kada gdje gde koliko tko ko što šta zašto mogu može imate imam postoji je jesu da treba ' +
    'cum unde când cine ce cât câte pot aveți este mikor hol hogyan mennyi mennyibe van lehet milyen ki mi',
);
const FRENCH_WORDS = words(
  'comment quel quelle quels quelles où quand qui que pourquoi combien est-ce puis-je peut-on dois-je faut-il y',
);
/** Verb and pronoun, or a particle: "Repareren jullie …", "Acceptez-vous …", "Radite li …", "… veriyor musunuz?" */
const BEGINS_WITH_VERB = pattern(
  'u',
  oneOf(
    /^\p{Lu}\p{Ll}{1,20}(?:-(?:vous|je|on|t-on|t-il|il)| (?:jullie|u|ik|je|Sie|ihr|ich|du|wir|li|ni|jag|I))(?!\p{L})/u,
    /^¿/u,
    /(?<!\p{L})m[iıuü](?:\p{L}{2,6})?\?$/u,
  ),
);
const REFERS_BACK =
  /\b(?:it|its|it’s|it's|they|them|their|that|those|this|these|he|she|him|her|his|diese[rsmn]?|dies|dazu|davon|cela|ceci|ello|eso|esto|questo|isso|isto)\b/iu;

/** Questions of the owner: "How can we help?" */
const ASKED_BY_OWNER = pattern(
  'iu',
  /(?<!\p{L})/u,
  oneOf(
    /(?:can|may|could) (?:we|i) (?:help|assist)/u,
    /(?:können|dürfen|kann|darf) (?:wir|ich)(?: \p{L}+)? helfen/u,
    /(?:pouvons|puis)-(?:nous|je)(?: vous)? aider|(?:podemos|puedo) ayudar|(?:possiamo|posso) aiutar/u,
    /(?:podemos|posso) ajudar|(?:kunnen|kan) (?:we|wij|ik)(?: \p{L}+)? helpen|możemy(?: \p{L}+)? pomóc/u,
    /kan vi hjälpa/u,
  ),
);

/** Words with which an author addresses the reader. */
export const PERSONAL = /\b(?:I|you|your|we|us|our)\b/i;

/** Returns null for a heading that is no question or needs its context. */
export function faqQuestion(heading: string): string | null {
  const question = tidy(heading);
  return standsAlone(question) ? inItsManner(question) : null;
}

/** Adds the French space before the mark. */
const inItsManner = (question: string): string =>
  isFrench(question) ? question.replace(/[?？]$/u, '\u00a0?') : question;

const isFrench = (question: string): boolean =>
  FRENCH_WORDS.has(question.toLowerCase().split(/[\s?']/u, 1)[0] ?? '') ||
  /^\p{L}+-(?:vous|je|on|t-on|t-il)(?!\p{L})/u.test(question);

function tidy(question: string): string {
  return question
    .replace(/^(?:Q|F|Frage|Question|Pregunta)\s*\d*\s*[:.)]\s*|^\d+\s*[.)]\s*/iu, '')
    .replace(/[*_`]+/g, '')
    .replace(/\s+([?？؟])/u, '$1');
}

function standsAlone(question: string): boolean {
  if (
    question.length > MAX_QUESTION_LENGTH ||
    REFERS_BACK.test(question) ||
    ASKED_BY_OWNER.test(question) ||
    /["“”„«»]/.test(question)
  )
    return false;
  if (/[.!…](?=\s)/.test(question)) return false;
  const isLatin = (question.match(/\p{Script=Latin}/gu)?.length ?? 0) > question.length / 2;
  if (!isLatin) return /\p{L}/u.test(question) && question.length >= MIN_CHARACTERS;
  const spoken = question.toLowerCase().match(/[\p{L}\p{M}\p{N}’'-]+/gu) ?? [];
  const begins = /^[¿\s]*[\p{Lu}\p{N}]/u.test(question);
  const asks = QUESTION_WORDS.has(spoken[0] ?? '') || BEGINS_WITH_VERB.test(question);
  return begins && spoken.length >= MIN_WORDS && asks;
}
