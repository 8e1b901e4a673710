/** English headings that are clauses, as questions of visitors: "What repotting costs", "Before your appointment". */
import { oneOf, pattern } from '../../../lib/patterns.ts';
import { asVisitor } from './as-visitor.ts';

/** Verbs, unlike the nouns of "Why our wool socks". */
const VERB = oneOf(
  /work|cost|mean|need|include|cover|require|say|happen|last|take|begin|start|end|change|differ|help|contain|offer/u,
  /get|record|store|send|show|keep|do|go|know|learn|expect|receive|become|grow|eat|apply|count|come|make|use/u,
);
const ONE = pattern('iu', `^(what|how|why|when|where) ((?:\\p{L}+ ){1,4}?)(${VERB})e?s$`);
const MANY = pattern('iu', `^(what|how|why|when|where) ((?:\\p{L}+ ){0,3}?\\p{L}{2,}s )(${VERB})$`);

type Clause = readonly [heading: RegExp, question: (words: readonly string[]) => string];

const CLAUSES: readonly Clause[] = [
  [ONE, ([word, subject, verb]) => `${word} does ${subject}${verb}?`],
  [MANY, ([word, subject, verb]) => `${word} do ${subject}${verb}?`],
  [/^(what|when|who|whom) to (.+)$/iu, ([word, action]) => `${word} should I ${action}?`],
  [/^where to (.+)$/iu, ([action]) => `Where can I ${action}?`],
  [/^what you do with (.+)$/iu, ([thing]) => `What do you do with ${thing}?`],
  [/^((?:before|after|during) (?:my|the|your) .+)$/iu, ([time = '']) => `What should I know ${time}?`],
  [/^(in case of .+)$/iu, ([event = '']) => `What should I do ${event}?`],
  [/^(if (?!in |not |so |any |needed|required|possible).+)$/iu, ([event = '']) => `What ${event}?`],
  [/^((?:my|your) .+)$/iu, ([thing = '']) => `What should I know about ${thing}?`],
];
/** "If you are late": the question would need "I". */
const TELLS_OF_VISITOR = /(?<!\p{L})(?:you|i|me|yourself)(?!\p{L})/iu;

export function englishClauseQuestion(heading: string): string | null {
  if (TELLS_OF_VISITOR.test(heading)) return null;
  const spoken = asVisitor(heading);
  for (const [clause, question] of CLAUSES) {
    const words = clause.exec(spoken)?.slice(1);
    if (words === undefined) continue;
    const asked = question([...words.slice(0, 1).map(uncapitalised), ...words.slice(1)]);
    return asked.charAt(0).toUpperCase() + asked.slice(1);
  }
  return null;
}

const uncapitalised = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
