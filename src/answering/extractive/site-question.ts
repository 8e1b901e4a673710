/** Questions about the site or product itself: "What is Plotline?", "Tell me about Oven & Salt". */
import { oneOf, pattern } from '../../lib/patterns.ts';
import { foldDiacritics } from '../../text/analysis/normalise.ts';

const MAX_CHARACTERS_READ = 200;

const ASKS_WHAT = pattern(
  'iu',
  /^\W*/u,
  oneOf(
    /what(?:['’]?s| is| are| does)|who(?:['’]?s| is| are)|(?:please )?tell me (?:more |something )?about|was (?:ist|macht)|wer (?:ist|sind)/u,
    /qué es|quién es|qu['’]est[- ]ce qu(?:e|['’])|c['’]est quoi|(?:che )?cos(?:a|['’]) ?è|o que é|wat is|co to jest|vad är|hvad er|co je/u,
  ),
  /\s*(\p{L}.*?)(?:\s(?:do|does|about|all about|exactly|actually|used for|for|really))*\W*$/u,
);

/** Words in the names of chatbots that do not name their subject. Folded. */
const NO_NAME = new Set(
  'the a an der die das le la les el los il docs doc documentation help helper helpdesk assistant bot chatbot support faq faqs guide ai chat team website site'.split(
    ' ',
  ),
);

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
const fold = (word: string): string => foldDiacritics(word.toLowerCase());

/** The subject in the name of a chatbot: "Plotline" of "Plotline Help". Empty for "Support bot". */
export const ownName = (chatbotName: string): string =>
  wordsOf(chatbotName).some((word) => !NO_NAME.has(fold(word)))
    ? chatbotName
        .split(/\s+/u)
        .filter((word) => !NO_NAME.has(fold(word)))
        .join(' ')
    : '';

const MAX_WORDS = 5;

/** "The price": a thing of the content, unless a name follows the article: "The Copper Kettle". */
const DETERMINED = pattern(
  'u',
  oneOf(
    /^(?:[Yy]our|[Mm]y|[Oo]ur|[Aa]n?|[Tt]his|[Tt]hat|[Ii]hre?|[Ee]ure?|[Ee]in|[Ee]ine|[Uu]n[ae]?|[Vv]ot?re|[Vv]os|[Ss]us?|[Uu]ma?|[Ee]en) /u,
    /^(?:[Tt]he|[Dd]er|[Dd]ie|[Dd]as|[Ll][aeo]s?|[Ee]l|[Ii]l|[Hh]et|[Oo]|[Aa]) (?!\p{Lu})/u,
  ),
);

/** True for a thing with a name of a few words. */
export function asksWhatIs(question: string): boolean {
  const asked = ASKS_WHAT.exec(question.slice(0, MAX_CHARACTERS_READ))?.[1];
  return asked !== undefined && wordsOf(asked).length <= MAX_WORDS && !DETERMINED.test(asked);
}

/** True for a question about the chatbot's subject, by its whole name. */
export function asksAboutSite(question: string, chatbotName: string): boolean {
  const asked = ASKS_WHAT.exec(question.slice(0, MAX_CHARACTERS_READ))?.[1];
  const name = new Set(wordsOf(ownName(chatbotName)).map(fold));
  if (asked === undefined || name.size === 0) return false;
  const words = new Set(
    wordsOf(asked)
      .map(fold)
      .filter((word) => !NO_NAME.has(word)),
  );
  return words.symmetricDifference(name).size === 0;
}
