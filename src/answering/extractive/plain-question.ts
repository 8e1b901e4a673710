/** Query rewriting: the question without greetings and frames, in words that the content can hold. */
import { pattern } from '../../lib/patterns.ts';
import { inLatinLetters, isSerbianCyrillic, mayBeSerbian } from '../../text/analysis/serbian-cyrillic.ts';
import type { AnswerRequest } from '../generators/answer-generator.ts';
import { tellsWhereWeAre } from './contact/own-place.ts';
import { smallTalkIn, withoutClosing, withoutGreeting } from './dialogue/small-talk.ts';
import { headingAskedFor } from './dialogue/suggested-questions.ts';
import { asksForPrice } from './facts/prices.ts';
import { questionAboutService } from './follow-ups/forms/questions.ts';
import { headingBehind } from './follow-ups/topic-questions.ts';
import { conversationLanguage } from './languages/conversation-language.ts';
import { outlineOf } from './passages/outline.ts';
import { CLEAR_WORDS_BY_LANGUAGE } from './question/clear-words-by-language.ts';
import { contentWords } from './question/question-terms.ts';
import { joinSeparableVerb } from './question/separable-verbs.ts';
import { namesNoTopic, standaloneQuestion } from './question/standalone-question.ts';
import { statedPeriod } from './terms/measures.ts';
import { digitsOf } from './terms/number-words.ts';
import { isServiceWord } from './thesaurus/synonyms.ts';

/** "Wann habt ihr auf?", but not "Wie ist der Ablauf?" or "Wie macht man das auf?" */
const HAS_OPEN = pattern(
  'iu',
  /^(?=.{0,100}$)(.*(?<!\p{L})(?:habt|haben|hat|seid|sind|ist|macht|machen) (?!man |ich )(?:.* )?(?:auf|zu))(?=[^\p{L}\p{N}]*$)/u,
);

/**
 * Questions whose words mean something else: `mở cửa` is "open the door", "Where do you ship?" asks for countries. Each rewrites the result
 * of those before.
 */
const IN_CLEAR_WORDS: readonly (readonly [RegExp, string])[] = [
  // Without its apostrophe, it would be a word that the content lacks.
  [/(?<!\p{L})(does|did|is|was|are|were|has|have|had|would|could|should)nt(?!\p{L})/giu, "$1n't"],
  // The noun, typed as the verb.
  [/(?<!\p{L})how to (back|log|sign|check|shut)(up|in|out|down)(?!\p{L})/iu, 'how do I $1 $2'],
  [
    /(?<=(?<!\p{L})(?:how to|(?:can|could|do|should) (?:i|we|you)) )(back|set|log|sign|check|shut)(up|in|out|down)(?!\p{L})/iu,
    '$1 $2',
  ],
  [
    /^where (?:else )?((?:do|does|can|will) (?:you|they|we) (?:ship|deliver|send))(?: to)?(?=\W*$)/iu,
    'to which countries $1',
  ],
  // The way to track the parcel is asked for, not its place.
  [
    /^where(?:['’]?s| is| are)( my (?:order|orders|parcel|parcels|package|packages|delivery|shipment|stuff))(?=\W*$)/iu,
    'track$1',
  ],
  [
    /^(?:(?:can|could|may) (?:i|we|you|people)|do (?:you )?(?:take|accept)|are) (?:just |simply |also )?(?:walk|drop|turn|show|come|pop|swing|stop)[ -](?:ins?|by|over|up|round)(?: (?:allowed|ok|okay|possible|welcome))?(?=\W*$)/iu,
    'do I need an appointment',
  ],
  [
    /^where (?:can|could|should|do) (?:i|we|you|people|visitors) (?:stay|sleep|spend the night)((?: overnight| for the night| nearby| close by| near you)?)(?=\W*$)/iu,
    'which hotel or accommodation is there$1',
  ],
  [
    /^what(?:['’]?s| is| are| comes| do i get) (?:included )?in the (box|pack|package|kit|set)(?=\W*$)/iu,
    'which contents are in the $1',
  ],
  [
    /^how long (?:have|has) (?:you|u|they|it|the \p{L}+) been (?:around|in business|open|operating|running|going|established|here)(?=\W*$)/iu,
    'since which year are you established or founded',
  ],
  // Asked alone, it is about what the whole content is about.
  [
    /^(?:(?:how (?:do|can|should|would) (?:i|we|you)|how to|how does one) (?:set (?:it|this|that|everything) up|set up|get (?:it|this|that|everything) (?:going|running|to run|started|set up)|get started|start (?:with (?:it|this)|using (?:it|this)))|how do i start)(?=\W*$)/iu,
    'how do I get started, setup or install',
  ],
  [/^wohin (liefert|versendet|verschickt|liefern|versenden|verschicken) (ihr|sie)(?=\W*$)/iu, 'in welche Länder $1 $2'],
  [HAS_OPEN, '$1 geöffnet'],
  [pattern('iu', /(?<!\p{L})(?:(?:mở|đóng) cửa|(?:mo|dong) cua)(?!\p{L}| (?:hàng|hang)(?!\p{L}))/u), 'open'],
  [/^(\W*)hoe duur(?!\p{L})/iu, '$1wat kost'],
  ...CLEAR_WORDS_BY_LANGUAGE,
  // "À partir de" is no departure.
  [/(?<!\p{L})[àa] partir d(?:e|u|o|el|as?|os)(?!\p{L})/iu, ''],
];

const AGE_IN_WORDS = /(?<!\p{L})(\p{L}{3,9})(?=[- ](?:years?|months?)[- ]olds?(?!\p{L}))/giu;
/** "My two year old" is 2. */
const withAgesInDigits = (question: string): string =>
  question.replace(AGE_IN_WORDS, (word) => digitsOf(word.toLowerCase()) ?? word);

function plainQuestion(asked: string): string {
  const question = withoutClosing(withoutGreeting(asked));
  const spoken = headingAskedFor(question) ?? question;
  return joinSeparableVerb(
    withAgesInDigits(IN_CLEAR_WORDS.reduce((plain, [words, clear]) => plain.replace(words, clear), spoken)),
  );
}

/** The heading "Anfahrt" behind "Wie komme ich zu Ihnen?"; null for a question that was not suggested. */
export const suggestedHeading = ({ question, passages }: Pick<Asked, 'question' | 'passages'>): string | null =>
  headingBehind(question, function* headings() {
    for (const passage of passages) for (const { heading } of outlineOf(passage).sections) yield heading;
  });

/** Adds the heading that the question was suggested for. "Dove siamo" has no word to find, and its address is found without. */
function withItsHeading(question: string, passages: AnswerRequest['passages']): string {
  const heading = suggestedHeading({ question, passages });
  return heading === null || tellsWhereWeAre(heading) ? question : `${question.replace(/[?？;.\s]+$/u, '')} ${heading}`;
}

type Asked = Pick<AnswerRequest, 'question' | 'memory' | 'passages'>;

/** Serbian in Latin letters, by which its content is read, too. */
function inScriptOfContent(question: string, passages: AnswerRequest['passages']): string {
  const isSerbian = isSerbianCyrillic(question);
  return isSerbian || (mayBeSerbian(question) && passages.some(({ text }) => isSerbianCyrillic(text)))
    ? inLatinLetters(question)
    : question;
}

/**
 * Rewrites questions that cannot be answered as they are: "How much is it?" without a topic asks for all prices, and a wish to talk to
 * somebody, without handoff, asks for contact.
 */
export function answerableQuestion({ question, memory, passages }: Asked): string {
  const plain = withItsHeading(plainQuestion(inScriptOfContent(question, passages)), passages);
  const talk = smallTalkIn(question);
  if (talk?.kind === 'human')
    return (
      questionAboutService('contact', conversationLanguage({ question, memory, passages }, talk.languages)) ?? plain
    );
  const isBare =
    asksForPrice(plain) &&
    namesNoTopic(plain) &&
    statedPeriod(plain) === null &&
    !contentWords(plain).some(isServiceWord);
  if (!isBare || condensedQuestion(plain, memory) !== plain) return plain;
  return questionAboutService('price', conversationLanguage({ question, memory, passages })) ?? plain;
}

/** Joins a question that needs it with the one before. */
export function condensedQuestion(question: string, memory: AnswerRequest['memory']): string {
  const earlier = memory.filter(({ role }) => role === 'user').map(({ content }) => content);
  return standaloneQuestion(
    question,
    earlier.filter((one) => smallTalkIn(one) === null),
  );
}
