/** English headings as visitors' questions: "Reset your password", "Where your data is stored". */
import { oneOf, pattern } from '../../../lib/patterns.ts';
import { asVisitor } from './as-visitor.ts';
import { englishClauseQuestion } from './english-clauses.ts';
import { taskOfGerund } from './english-gerunds.ts';

/** "Tracking your parcel", and not "Everything your team needs". */
const DOING = /^(?!(?:every|any|some|no)thing |during )\p{L}{3,}ing (?:your|a|an|the) /iu;
/** "Setting up an account", "Logging in" */
const DOING_WITH_PARTICLE = /^\p{L}{3,}ing (?:up|in|out|on|off|back)(?: \p{L}|$)/iu;
/** "Cancelling". "Booking" may be a thing. */
const DONE_ALONE =
  /^(?:cancell?ing|exporting|importing|registering|subscribing|unsubscribing|rescheduling|reordering|renewing)$/iu;
/** "If you can't log in" */
const CASE_OF_VISITOR = /^(?:what )?if you( .+)$/iu;
/** Words before an article that are no verbs, or verbs for which no visitor asks how. */
const NO_TASK = new Set(
  (
    'about above across after against all along among around as at before behind below beside between beyond both but by despite down during each either every everything except for from half ' +
    'if in inside into like more near neither no not of off on once only onto or out outside over past per save since some such than that these this those though through to toward towards under until up ' +
    'upon via when where which while with within without because whatever whichever wherever whenever always also just even now here there today often sometimes never twice double what who whom whose why how is are was were do does did can could will would may must should has have had ' +
    'meet see discover explore experience enjoy love know imagine welcome introducing remember note avoid be let dont'
  ).split(' '),
);
/** Verbs that are no nouns: any object may follow. */
const TASK = pattern(
  'iu',
  /^/u,
  oneOf(
    /invite|remove|delete|create|add|edit|connect|disconnect|install|uninstall|enable|disable|configure|manage/u,
    /become|verify|restore|rename|subscribe|unsubscribe|adjust|customi[sz]e|choose|select|find|get|send|install/u,
    /apply for|sign (?:up|in)|log in|(?:set|turn|switch|back|pick|drop|pay|top|opt) (?:up|on|off|out|in)/u,
    /(?:import|export|transfer|download|upload|move|migrate|upgrade|switch|change|share) (?:\p{L}+ ){0,2}(?:from|to|between|with)/u,
  ),
  / \p{L}/u,
);
const WITH_ARTICLE = /^(\p{L}+) (?:your|my|our|an?|the|another) \p{L}/iu;
/** "Trade in your old bike". */
const WITH_PARTICLE =
  /^(?:trade|hand|send|bring|pick|fill|set|back|give|drop|turn|switch|check|top) (?:in|out|up|off|on|back|down) (?:your|an?|the) \p{L}/iu;
/** "Track orders", and not "Import duties". */
const OF_SEVERAL =
  /^(?:import|export|upload|download|track|cancel|share|merge|scan) (?!duties|taxes|charges|fees|rules|restrictions|options|settings|results|errors|limits|costs|codes)\p{L}+s$/iu;
const GETTING = /^getting (here|there|to .+)$/iu;
/** "How do I look?" asks for something else. */
const NO_HOW_TO = /^(?:look|feel|be|get|help|work)$/iu;
/** "Where your data is stored", but not "When you are away". */
const CLAUSE =
  /^(where|when|how|why) (?!(?:you|i|some\p{L}+|any\p{L}+|nothing|an?) )((?:\p{L}+ ){1,4}?)(is|are|can|will|must|should) (.+)$/iu;
/** "What we collect". The past would need other forms. */
const OWNERS_CLAUSE =
  /^(where|when|how|why|what) we (?!(?:are|were|was|can|could|will|would|must|should|may|might|have|had|did|do(?= )|\p{L}+ed|built|made|got|found|began|went|came|grew|chose|wrote|won|saw|took|all|both|also)(?!\p{L}))(\p{L}+(?: \p{L}+)*)$/iu;
/** "Notifications do not arrive", but not "Pets are not allowed". */
const PROBLEM = pattern(
  'iu',
  /^(?!.*[.,:;])(?!(?:what|who|which|why|how|where|when|we|you|if|before|after|during|items?|things) )(?:\p{L}+ ){1,5}/u,
  oneOf(
    /(?:do|does|did|is|are|has|have|can|could|will|was)(?: not|n['’]t)(?! (?:be )?(?:allowed|permitted|included|covered|accepted|refunded|returned|exchanged|required|needed|available|offered|sold|eligible|responsible)(?!\p{L}))/u,
    /cannot(?! be)|stays|stay|fails?|keeps?|crashes|freezes/u,
    /(?:arrive[sd]?|come|comes|came) (?:damaged|broken|late|dead|empty|incomplete)/u,
    /(?:has|have|is|are|was) (?:disappeared|missing|lost|broken|gone|stolen|blank|slow|late|damaged|blocked|refused|rejected|denied)/u,
    /(?<=^i )(?:forgot|lost|broke|missed)/u,
  ),
  /(?!\p{L})/u,
);
/** A sentence of the visitor's: "Water soaks into my jacket". */
const OF_VISITOR = /^(?:(?:my|our) \p{L}+ \p{L}+|i(?:['’]\p{L}+)? \p{L}+|\p{L}+ (?:\p{L}+ ){1,4}my \p{L}+)/iu;
/** Words for something that is told above. */
const REFERS_BACK = /(?<!\p{L})(?:it|they|them|this|that|these|those)(?!\p{L})/iu;

const uncapitalised = (name: string) =>
  /^\p{Lu}[\p{Ll}\s]/u.test(name) && !/^I\s/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

type QuestionOf = (heading: string) => string | null;

/** Returns null for a heading that names a thing. */
export function englishHeadingQuestion(heading: string): string | null {
  const howTo = HOW_TO.exec(heading)?.[1];
  if (howTo !== undefined && NO_HOW_TO.test(howTo)) return null;
  const question = firstQuestion(TASKS, heading);
  return question !== null || REFERS_BACK.test(heading) ? question : firstQuestion(STATEMENTS, heading);
}

function firstQuestion(kinds: readonly QuestionOf[], heading: string): string | null {
  for (const questionOf of kinds) {
    const question = questionOf(heading);
    if (question !== null) return question;
  }
  return null;
}

const HOW_TO = /^how to (.+)/iu;

function taskQuestion(heading: string): string | null {
  const task = HOW_TO.exec(heading)?.[1] ?? (namesTask(heading) ? uncapitalised(heading) : null);
  return task === null ? null : `How do I ${asVisitor(task)}?`;
}

function directionsQuestion(heading: string): string | null {
  const place = GETTING.exec(heading)?.[1];
  return place === undefined ? null : `How do I get ${/^to /i.test(place) ? asVisitor(place) : 'to you'}?`;
}

function doingQuestion(heading: string): string | null {
  const isObject = DOING.test(heading);
  const isTask = isObject || DOING_WITH_PARTICLE.test(heading) || DONE_ALONE.test(heading);
  const task = isTask ? taskOfGerund(heading) : null;
  if (task !== null) return `How do I ${asVisitor(task)}?`;
  return isObject ? `How does ${asVisitor(uncapitalised(heading))} work?` : null;
}

function caseQuestion(heading: string): string | null {
  const happens = CASE_OF_VISITOR.exec(heading)?.[1];
  return happens === undefined ? null : `What if I${asVisitor(happens.replace(/^ are(?!\p{L})/u, ' am'))}?`;
}

const problemQuestion: QuestionOf = (heading) =>
  PROBLEM.test(heading) ? `What can I do when ${asVisitor(uncapitalised(heading))}?` : null;

const visitorsSentence: QuestionOf = (heading) => (OF_VISITOR.test(heading) ? heading : null);

function clauseQuestion(heading: string): string | null {
  const [, word, subject, verb, rest] = CLAUSE.exec(heading) ?? [];
  return word === undefined ? null : `${word} ${verb} ${asVisitor(`${subject}${rest}`)}?`;
}

function ownersClauseQuestion(heading: string): string | null {
  const [, word, does] = OWNERS_CLAUSE.exec(heading) ?? [];
  return word === undefined || does === undefined ? null : `${word} do you ${asVisitor(does)}?`;
}

/** Kinds that may name their object with a pronoun. */
const TASKS: readonly QuestionOf[] = [taskQuestion, directionsQuestion, doingQuestion];
/** Kinds that say too little with a pronoun. */
const STATEMENTS: readonly QuestionOf[] = [
  caseQuestion,
  problemQuestion,
  visitorsSentence,
  clauseQuestion,
  ownersClauseQuestion,
  englishClauseQuestion,
];

function namesTask(heading: string): boolean {
  if (TASK.test(heading) || WITH_PARTICLE.test(heading) || OF_SEVERAL.test(heading)) return true;
  const verb = WITH_ARTICLE.exec(heading)?.[1]?.toLowerCase();
  return verb !== undefined && !verb.endsWith('ing') && !verb.endsWith('ed') && !NO_TASK.has(verb);
}
