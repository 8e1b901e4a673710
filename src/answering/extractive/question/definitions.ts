/** Questions for a definition, and sentences that give one. */
import { oneOf, pattern } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { endsSentence } from '../passages/context-dependent-text.ts';
import type { ReadUnit } from '../passages/read-passages.ts';

const MAX_CHARACTERS_READ = 300;
const DEFINITION_FACTOR = 1.5;
const IS_A_FACTOR = 2;
/** "An event is …" does not define an event store. */
const NOT_NAMED_FACTOR = 0.5;

/** "What is Plotline?", "Was ist eine Kurtaxe?" */
const DEFINITION = pattern(
  'iu',
  /^\W*/u,
  oneOf(
    /what(?:['’]?s| is| are)|was (?:ist|sind|heißt|bedeutet)|qué (?:es|son)|qu['’]est[- ]ce qu(?:e|['’])/u,
    /c['’]est quoi|(?:che )?cos(?:a|['’]) ?(?:è|sono)|o que (?:é|são)|wat (?:is|zijn)|co to jest|vad är/u,
    /что такое/u,
  ),
  /\s*(?:(?:an?|the|eine?|der|die|das|une?|les?|la|el|los|las|una?|il|lo|gli|uma?|os?|as|een|het|de|en|ett)\s+|l['’])?(\p{L}[\p{L}\p{N}-]*(?:\s[\p{L}\p{N}-]+)?)\W*$/u,
);
const ARTICLE =
  /^(?:an?|the|our|eine?|der|die|das|unsere?|une?|les?|la|el|los|las|una?|il|lo|gli|uma?|os?|as|een|het|de|en|ett)\s|^l['’]/iu;
const ENDING = /^\p{L}{0,2}(?!\p{L})/u;
const MIN_INFLECTED = 5;

/** The word or two words asked for, in lower case. */
export const definedIn = (question: string): string | null => DEFINITION.exec(question)?.[1]?.toLowerCase() ?? null;

/** "A webhook is a message": the part behind the word. */
const IS_A =
  /^\p{L}{0,2}(?:\s\p{L}+)?\s(?:is|are|ist|sind|est|sont|es|son|è|sono|é|são)\s(?:an?|the|our|ein\p{L}?|der|die|das|une?|des|les?|la|una?|um|uma)\s/iu;

const withoutPlural = (defined: string): string =>
  defined.length >= MIN_INFLECTED ? defined.replace(/s$/, '') : defined;

/** Prefers sentences about the word, "Webhooks tell your server …", and all the more "A webhook is a message …". */
export function definitionFactor({ text, kind }: ReadUnit, defined: string): number {
  if (defined.includes(' ') && !text.toLowerCase().includes(withoutPlural(defined))) return NOT_NAMED_FACTOR;
  if (kind !== 'prose' || !endsSentence(text)) return 1;
  const named = text.slice(0, MAX_CHARACTERS_READ).toLowerCase().replace(ARTICLE, '');
  const stem = withoutPlural(defined);
  const rest = named.slice(stem.length);
  if (!named.startsWith(stem) || !ENDING.test(rest)) return 1;
  return IS_A.test(rest) ? IS_A_FACTOR : DEFINITION_FACTOR;
}

/** "What is an event store?", "What is event sourcing?" */
const TWO_WORDS_DEFINED =
  /^\W*(?:what(?:['’]?s| is)|was ist|qu['’]est[- ]ce qu['’]|qué es|(?:che )?cos['’]è|o que é|wat is)\s*(?:(?:an?|eine?|une?|una?|uma?|een)\s+(?=\p{L}+[\s-]\p{L}+\W*$)|(?=\p{L}+[\s-]\p{L}+ing\W*$))(\p{L}+)[\s-](\p{L}+)\W*$/iu;

/** Folded, in lower case. */
export function twoWordsDefined(question: string): readonly [string, string] | null {
  const [, first, second] = TWO_WORDS_DEFINED.exec(question.slice(0, MAX_CHARACTERS_READ)) ?? [];
  return first === undefined || second === undefined
    ? null
    : [foldDiacritics(first.toLowerCase()), foldDiacritics(second.toLowerCase())];
}
