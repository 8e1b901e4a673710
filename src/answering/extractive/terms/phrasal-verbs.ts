/** English phrasal verbs (back up, log in) and their nouns (`backup`). */
import { pattern } from '../../../lib/patterns.ts';

const VERB =
  'back|set|log|sign|check|pick|opt|hand|switch|turn|plug|shut|power|clock|fill|drop|give|bring|take|send|put|move|cut|start|boot|wake|top|wind|fold|zip|walk';
const PARTICLE = 'up|in|on|off|out|down|over|away';
const ASKED = pattern(
  'iu',
  `(?<!\\p{L})(?:(${VERB})(?:s|e?d|(?:[gptn])?ing)?)\\s(?:\\p{L}+\\s){0,3}?(${PARTICLE})(?!\\p{L})`,
);
/** Not "the log on standard output". */
const WRITTEN = pattern(
  'giu',
  `(?<!\\p{L}|(?<!\\p{L})(?:the|an?|this|each|every|its|your|our)\\s)(${VERB})(?:s|e?d|[gptn]?ing)?\\s(${PARTICLE})(?!\\p{L})`,
);
const OPPOSITES: Readonly<Record<string, string>> = {
  ...{ on: 'off', off: 'on', in: 'out', out: 'in', up: 'down', down: 'up' },
};
const VERB_FACTOR = 1.35;
const OPPOSITE_FACTOR = 0.6;
/** Characters of a question, and of a unit. */
const MAX_CHARACTERS_READ = 300;
const MAX_READ_UNIT = 600;

export interface PhrasalVerb {
  readonly verb: string;
  /** Verb and particle as one word. */
  readonly noun: string;
}

/** The verb and its noun in lower case: `back` and `backup` of "How do I back my data up?" */
export function phrasalVerbIn(question: string): PhrasalVerb | null {
  const [, verb, particle] = ASKED.exec(question.slice(0, MAX_CHARACTERS_READ)) ?? [];
  if (verb === undefined || particle === undefined) return null;
  return { verb: verb.toLowerCase(), noun: `${verb}${particle}`.toLowerCase() };
}

const OF_OTHER_MEANING = /^(?:back|log|sign|shut|check|opt|clock)$/;

/** @param verb without its particle */
export const meansOtherAlone = (verb: string): boolean => OF_OTHER_MEANING.test(verb);

/** Nouns as analysed words: `=login` of "To log in". Linear in the text. */
export const nounsOfPhrasalVerbs = (text: string): readonly string[] =>
  [...text.matchAll(WRITTEN)].map(([, verb = '', particle = '']) => `=${verb}${particle}`.toLowerCase());

/** Prefers the verb to its noun; null for a question without one. */
export function phrasalVerbFactor(question: string, asksHow: boolean): ((text: string) => number) | null {
  const [, verb, particle] = ASKED.exec(question.slice(0, MAX_CHARACTERS_READ)) ?? [];
  if (verb === undefined || particle === undefined) return null;
  const same = phrase(verb, particle);
  const opposite = OPPOSITES[particle.toLowerCase()];
  const other = opposite === undefined ? null : phrase(verb, opposite, '[\\s-]');
  return (text) => {
    const read = text.slice(0, MAX_READ_UNIT);
    if (same.test(read)) return asksHow ? VERB_FACTOR : 1;
    return other?.test(read) === true ? OPPOSITE_FACTOR : 1;
  };
}

/**
 * Matches "switch on" and "switches the machine on".
 * @param gap between verb and particle: a hyphen makes a noun
 */
const phrase = (verb: string, particle: string, gap = '\\s'): RegExp =>
  pattern(
    'iu',
    `(?<!\\p{L})${verb}(?:s|e?d|e?s|\\p{L}?ing)?${gap}(?:[\\p{L}'’]+\\s){0,3}?(?:(?:${PARTICLE})\\sor\\s)?${particle}(?!\\p{L}|-)`,
  );
