/** Verbs of questions that name no topic, and the words by which a sentence answers them. */
import { boundedQuestion } from '../terms/bounded-question.ts';

const ANSWERING_VERBS: readonly (readonly [asked: RegExp, told: RegExp])[] = [
  // "Do I need a reservation?"
  [
    /(?<!\p{L})(?:do|does|will|would|did) (?:i|we|you|they|he|she|it|one) (?:need|have to|require)(?!\p{L})|(?<!\p{L})(?:required|necessary|needed|mandatory|compulsory)(?!\p{L})/iu,
    /(?<!\p{L})(?:needs?|needed|required?|requires|necessary|mandatory|compulsory|unnecessary)(?!\p{L})/iu,
  ],
  // "When will I get my refund?"
  [
    /(?<!\p{L})(?:when|how soon|how long)(?!\p{L}).{0,40}(?<!\p{L})(?:i|we) (?:get|receive)(?!\p{L})/iu,
    /(?<!\p{L})(?:receive|arrives?|credited|issued|processed|reimbursed)(?!\p{L})/iu,
  ],
  // "Who pays for the return?"
  [
    /(?<!\p{L})who (?:pays|covers|has to pay|must pay|is responsible)(?!\p{L})/iu,
    /(?<!\p{L})(?:responsible|responsibility|pays?|borne?|cover(?:s|ed)?|expense)(?!\p{L})/iu,
  ],
];
const FACTOR = 1.3;
/** Characters of a unit. */
const MAX_READ_UNIT = 600;

/** Factor for a unit's score; null for a question without such a verb. */
export function answeringVerbFactor(question: string): ((text: string) => number) | null {
  const asked = boundedQuestion(question);
  const told = ANSWERING_VERBS.find(([verb]) => verb.test(asked))?.[1];
  return told === undefined ? null : (text) => (told.test(text.slice(0, MAX_READ_UNIT)) ? FACTOR : 1);
}
