/** Visitors' questions for English headings that name a thing: "Parking", "Guided tours". */
import { pattern } from '../../../lib/patterns.ts';

const NEUTRAL =
  /(?<!\p{L})(?:our|your|the|policy|policies|information|info|details|rules|terms|conditions)(?!\p{L})/giu;

/** Matched with the whole heading in lower case, without neutral words. */
const TOPICS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:(?:opening|store|shop|office|visiting|business) (?:times?|hours?)|hours|when we are open)$/u,
    'When are you open?',
  ],
  [/^(?:car )?park(?:ing|s)?$/u, 'Where can I park?'],
  [
    /^(?:accessibility|(?:wheelchair|step-free|disabled) access|access for wheelchairs)$/u,
    'Is it wheelchair accessible?',
  ],
  [
    /^(?:food|eating|meals)(?: (?:and|&) (?:drinks?|drinking))?$|^(?:caf[eé]|restaurant|dining)$/u,
    'Is there somewhere to eat?',
  ],
  [/^(?:address|location|where to find us|find us|how to find us)$/u, 'Where are you?'],
  [/^(?:free )?(?:wi-?fi|internet(?: access)?)$/u, 'Is there Wi-Fi?'],
  [/^(?:hotels?|where to stay)$/u, 'Where can I stay?'],
  [/^(?:\p{L}+ )?(?:hire|rentals?)$/u, 'What can I rent?'],
  [/^sizes?$|^siz(?:e (?:chart|guide)|ing)$/u, 'Which size do I need?'],
  [/^deposits?$/u, 'Do I have to pay a deposit?'],
  [/^dogs?$/u, 'Can I bring my dog?'],
  [/^(?:pets?|animals|dogs (?:and|&) (?:other )?(?:pets|animals))$/u, 'Can I bring my pet?'],
  [/^(?:photography|photographs|photos|taking (?:photos|pictures|photographs))$/u, 'Can I take photos?'],
  [
    /^(?:luggage|left luggage|bags|lockers|cloakroom|(?:cloakroom|bags|luggage) (?:and|&) lockers)$/u,
    'Where can I leave my bags?',
  ],
  [/^(?:memberships?|members|becoming a member)$/u, 'How do I become a member?'],
  [/^(?:guided )?tours$/u, 'Are there guided tours?'],
  [/^(?:groups|group (?:visits|bookings|rates))$/u, 'Do you take groups?'],
  [/^(?:schools?|school (?:visits|groups|classes))$/u, 'Do you offer school visits?'],
  [/^(?:volunteers?|volunteering|volunteer with us)$/u, 'Can I volunteer?'],
  [/^(?:donations?|donating|donate)$/u, 'How can I donate?'],
  [/^complaints?$/u, 'How do I make a complaint?'],
  [/^refunds?$/u, 'Can I get a refund?'],
  [/^cancell?ations?$/u, 'Can I cancel?'],
  [/^(?:warranty|warranties|guarantees?)$/u, 'Is there a warranty?'],
  [/^tickets?(?: (?:and|&) prices)?$/u, 'How much are tickets?'],
  [/^(?:plans|packages|fees|rates)(?: (?:and|&) (?:prices|pricing|fees))?$/u, 'What are your prices?'],
  [/^(?:free )?trials?$/u, 'Is there a free trial?'],
  [/^discounts?$/u, 'Are there any discounts?'],
  [/^appointments?$/u, 'Do I need an appointment?'],
  [/^(?:mobile|mobile apps?|apps)$/u, 'Is there a mobile app?'],
  [/^(?:licen[cs]e|licensing)$/u, 'What is the license?'],
  [/^contributing$/u, 'How can I contribute?'],
  [/^(?:system )?requirements$/u, 'What are the requirements?'],
  [/^(?:usage )?limits$/u, 'What are the limits?'],
  [/^(?:getting started|quick ?start)$/u, 'How do I get started?'],
  [/^(?:meet )?(?:the )?(?:team|staff)$|^who we are$/u, 'Who is on the team?'],
];
const SEVERAL =
  /^(?:certifications?|certificates|currencies|integrations|languages|formats|courses|classes|lessons|workshops|events|exhibitions|services|treatments|features|plugins)$/u;

/** A heading of a day or a date alone: "Thursday 10 June". */
const DAY =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?,?|\d{1,2}(?:st|nd|rd|th)?|of|january|february|march|april|may|june|july|august|september|october|november|december)(?: (?:\d{1,2}(?:st|nd|rd|th)?,?|of|january|february|march|april|may|june|july|august|september|october|november|december)){0,3}$/u;

/** Returns null without a known question. */
export function englishTopicQuestion(heading: string): string | null {
  const topic = heading.toLowerCase().replace(NEUTRAL, ' ').replace(/\s+/g, ' ').trim();
  const known = TOPICS.find(([name]) => name.test(topic));
  if (known !== undefined) return known[1];
  if (DAY.test(topic) && /\p{L}{3}/u.test(topic)) return `What is on ${heading}?`;
  return SEVERAL.test(topic) ? `Which ${topic.replace(/(?<=certification)$/u, 's')} do you have?` : null;
}

/** Words of sentences, clauses and titles, which no name of a thing holds. */
const OF_SENTENCE =
  /(?<!\p{L})(?:that|which|who|what|where|when|why|how|you|we|us|i|it|your|our|my|is|are|be|was|were|not|no|do|does|can|will|if|after|before|during|without|with|to|from|by|the|an?|meet|more|all|every|other)(?!\p{L})/iu;
const NAME = /^\p{L}[\p{L}’'-]*(?: (?:&|\p{L}[\p{L}’'-]*)){0,3}$/u;
/** Words that begin tasks as well as names: "Import clients", "Import duties". */
const MAY_BE_VERB =
  /^(?:import|export|upload|download|track|cancel|share|merge|scan|book|order|print|report|request|contact|check|collect|exchange|install|update|build|run|test|use|view|search|sort|filter) \p{L}/iu;
/** "On Kubernetes", "Behind a proxy" */
const BEGINS_WITH_PREPOSITION =
  /^(?:on|in|at|of|for|as|behind|below|under|above|over|inside|outside|between|against|around|about|via|per) /iu;
/** Endings of nouns that need no article: "snake plants", not "snake plant". */
const NEEDS_NO_ARTICLE =
  /\p{L}{2}(?:s|ing|ion|ment|ity|ance|ence|ship|graphy|ware|ery)(?: (?:in|on|at|of|for|and|&) .+)?$/u;

/** Last words of things of which an owner has one: "Dress code". */
const ONE_OF_THEM =
  /(?:^| )(?:code|policy|room|club|shop|store|menu|area|garden|pool|gym|library|office|desk|app|newsletter|forum|programme|program|scheme|process|system|contract|agreement|lease|kitchen|entrance|lift|elevator|handbook|workshop|schedule|timetable|dashboard|editor|calendar)$|^code of \p{Ll}+$/iu;

/**
 * The thing of a heading, as written within a sentence; null for sentences, tasks and other titles.
 * @param text below the heading, which tells names from other words: "Paris tours", "Docker images"
 */
export function thingNamed(heading: string, text: string): string | null {
  if (!NAME.test(heading) || OF_SENTENCE.test(heading) || MAY_BE_VERB.test(heading)) return null;
  if (BEGINS_WITH_PREPOSITION.test(heading)) return null;
  const [first = '', ...others] = heading.split(' ');
  const isNamed = isWrittenAsName(first, text);
  if (others.length === 0 && isNamed) return heading;
  if (!isNamed && ONE_OF_THEM.test(heading) && !others.some((word) => /^\p{Lu}/u.test(word)))
    return `the ${uncapitalised(heading)}`;
  if (!NEEDS_NO_ARTICLE.test(heading)) return null;
  if (isNamed) return heading;
  // "Delivery Terms" has capitals everywhere, as names have.
  if (others.some((word) => /^\p{Lu}/u.test(word))) return heading;
  return uncapitalised(heading);
}

/** `SSO` keeps its capitals. */
const uncapitalised = (heading: string): string =>
  heading.replace(/^\p{Lu}[\p{Ll}-]+(?!\p{L})/u, (word) => word.toLowerCase());

/** A pattern of a longer word would be too large. */
const MAX_NAME = 100;

/**
 * True for a word that the text writes only with a capital, also within a sentence.
 * @param word of letters, hyphens and apostrophes
 */
const isWrittenAsName = (word: string, text: string): boolean =>
  word.length <= MAX_NAME &&
  pattern('u', `[\\p{Ll}\\p{N},;(]\\s${word}(?!\\p{L})`).test(text) &&
  !text.includes(word.toLowerCase());
