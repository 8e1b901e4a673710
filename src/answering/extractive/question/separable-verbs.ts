/** German and Dutch verbs with the prefix at the end: "Bildet ihr aus?" asks for `ausbilden`, "Hoe meld ik me aan?" for `aanmelden`. */
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { type VisitorLanguage, visitorLanguagesOf } from '../languages/visitor-language.ts';
import { isQuestionStopWord } from '../terms/question-words.ts';

/** Characters of a question. */
const MAX_CHARACTERS_READ = 200;

/** Captures the verb, what stands between, and the prefix at the end: | Holt | ihr den Müll | ab | */
const separated = (subjects: RegExp, prefixes: RegExp): RegExp =>
  pattern(
    'iu',
    /(?<!\p{L})(\p{L}{3,20})/u,
    sequence('(', /\s/u, oneOf(subjects), /(?!\p{L})(?:[^?]{0,120}(?=\s))?\s/u, ')'),
    sequence('(', oneOf(prefixes), ')', /(?!\p{L})(?=\W*$)/u),
  );
const GERMAN = separated(
  /ihr|ich|sie|du|man|wir|der|die|das|mein\p{L}?|euer|eure/u,
  /ab|an|auf|aus|ein|mit|vor|zurück|zurueck|nach|los|weg|her|hin|um|bei|fest|frei|statt|teil|zu/u,
);
const DUTCH = separated(
  /ik|jullie|je|u|jij|men|we|wij|het/u,
  /aan|af|op|uit|mee|in|over|terug|toe|voor|weg|door|na|om|bij/u,
);

/** Finite forms: `bildet`, `melde`, `holst`. */
const GERMAN_ENDING = /(?:est|et|st|t|en|e)$/;
const DUTCH_ENDING = /(?:en|t)$/;

/** "Bildet ihr aus?" becomes "ausbilden ihr?". */
export function joinSeparableVerb(question: string): string {
  if (question.length > MAX_CHARACTERS_READ) return question;
  const inGerman = joined(question, GERMAN, germanInfinitive);
  if (inGerman !== null && mayBeIn('de', question)) return inGerman;
  const inDutch = joined(question, DUTCH, dutchInfinitive);
  return inDutch !== null && mayBeIn('nl', question) ? inDutch : question;
}

/** Excludes "When should we check in?", which has the form in Dutch, but is English. */
function mayBeIn(language: VisitorLanguage, question: string): boolean {
  const spoken = visitorLanguagesOf(question);
  return spoken.length === 0 || spoken.includes(language);
}

function joined(question: string, form: RegExp, infinitive: (verb: string) => string | null): string | null {
  const [whole, verb, rest, prefix] = form.exec(question) ?? [];
  if (whole === undefined || verb === undefined || rest === undefined || prefix === undefined) return null;
  if (isQuestionStopWord(foldDiacritics(verb.toLowerCase()))) return null;
  const written = infinitive(verb.toLowerCase());
  return written === null ? null : question.replace(whole, () => prefix.toLowerCase() + written + rest.trimEnd());
}

function germanInfinitive(verb: string): string | null {
  const stem = verb.replace(GERMAN_ENDING, '');
  return stem === verb || stem.length < 2 ? null : `${stem}en`;
}

const LONG_VOWEL = /([aeou])\1([bcdfghjklmnpqrstvwxz])$/;
const SHORT_VOWEL = /(?<![aeiou])([aeiou])([bdfgklmnprst])$/;

/** `haal`, `halen`: a long vowel is written once before a vowel. `zeg`, `zeggen`: the consonant behind a short one twice. */
function dutchInfinitive(verb: string): string {
  if (verb.endsWith('en')) return verb;
  const stem = verb.length > 4 ? verb.replace(DUTCH_ENDING, '') : verb;
  if (LONG_VOWEL.test(stem)) return `${stem.replace(LONG_VOWEL, '$1$2')}en`;
  return `${stem.replace(SHORT_VOWEL, '$1$2$2')}en`;
}
