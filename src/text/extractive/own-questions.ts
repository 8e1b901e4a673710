/** Questions that the content itself asks and answers, as an FAQ does. */
import { type ExtractPassage, readPassages } from './reading.ts';
import { isQuestion, type Statement } from './statements.ts';
import { pageName } from './topics.ts';

const LONGEST = 140;
/** Of Latin script; of any other, so many characters. */
const FEWEST_WORDS = 3;
const FEWEST_CHARACTERS = 5;

const words = (list: string) => new Set(list.split(' '));
/** What questions begin with. One that begins otherwise is an aside of its author, or a part of a sentence. */
const ASKING = words(
  'what how why when where who which whose can could do does did is are will would should may must has have ' +
    'wie was wo wann wer warum weshalb wieso woher wohin wem wen welche welcher welches welchen kann können darf dürfen muss müssen ist sind gibt wird werden hat haben bietet bekomme ' +
    'comment quel quelle quels quelles où quand qui que quoi pourquoi combien est-ce puis-je peut-on y dois-je faut-il ' +
    'qué cómo cuándo dónde quién quiénes cuál cuáles cuánto cuánta cuántos cuántas por puedo es hay en ' +
    'che cosa come dove quando chi perché quale quali quanto quanti quanta posso è sono ' +
    'o qual quais quanto onde quem como posso é há ' +
    'wat hoe waar wanneer wie waarom welke kan kunnen is zijn mag moet ' +
    'jak co gdzie kiedy kto dlaczego ile który jaka jakie jaki czy ' +
    'ne nasıl nerede hangi kim neden kaç ' +
    'vad hur var när vem varför vilken vilka vilket kan är finns får måste har',
);
/** Of something said before. */
const REFERS_BACK =
  /\b(?:it|its|it’s|it's|they|them|their|that|those|this|these|he|she|him|her|his|diese[rsmn]?|dies|dazu|davon|cela|ceci|ello|eso|esto|questo|isso|isto)\b/iu;

/** In running text: what an author asks a reader, rather than what a reader would ask. */
const BETWEEN_TWO = /\b(?:I|you|your|we|us|our)\b/i;

/** Those of headings first; none that only makes sense where it stands. */
export function ownQuestions(passages: readonly ExtractPassage[]): readonly string[] {
  const read = readPassages(passages).map(({ statements }, at) => ({
    headings: passages[at]?.headings ?? [],
    statements,
  }));
  const above = read.flatMap(({ headings, statements }) => [
    ...headings.slice(-1),
    ...new Set(statements.map(({ heading }) => heading)),
  ]);
  const titles = passages.map(({ title }) => pageName(title));
  const within = read.flatMap(({ statements }) =>
    statements.filter((_, place) => isFollowedByAnswer(statements, place)),
  );
  const asked = [...above.filter(isQuestion), ...within.map(({ text }) => text), ...titles.filter(isQuestion)];
  return [...new Set(asked.map(tidy))].filter(standsAlone);
}

function isFollowedByAnswer(statements: readonly Statement[], place: number): boolean {
  const [one, next] = [statements[place], statements[place + 1]];
  if (one === undefined || next === undefined || !isQuestion(one.text)) return false;
  const isAside = !one.opensLine && BETWEEN_TWO.test(one.text);
  return next.heading === one.heading && !isQuestion(next.text) && !isAside;
}

function tidy(question: string): string {
  return question
    .replace(/^(?:Q|F|Frage|Question|Pregunta)\s*\d*\s*[:.)]\s*|^\d+\s*[.)]\s*/iu, '')
    .replace(/\s+([?？؟])/u, '$1');
}

function standsAlone(question: string): boolean {
  if (question.length > LONGEST || REFERS_BACK.test(question) || /["“”„«»]/.test(question)) return false;
  if (/[.!…](?=\s)/.test(question)) return false;
  const isLatin = (question.match(/\p{Script=Latin}/gu)?.length ?? 0) > question.length / 2;
  if (!isLatin) return /\p{L}/u.test(question) && question.length >= FEWEST_CHARACTERS;
  const spoken = question.toLowerCase().match(/[\p{L}\p{M}\p{N}’'-]+/gu) ?? [];
  const begins = /^[¿\s]*[\p{Lu}\p{N}]/u.test(question);
  return begins && spoken.length >= FEWEST_WORDS && ASKING.has(spoken[0] ?? '');
}
