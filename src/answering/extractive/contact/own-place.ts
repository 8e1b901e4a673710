/** The owner's own place: headings of its address, and questions for it by its name, "Where is the clinic?" on the site of a clinic. */
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import { inLatinLetters, isSerbianCyrillic } from '../../../text/analysis/serbian-cyrillic.ts';
import { CONTACT_FORMS } from '../facts/contact-forms.ts';
import type { ExtractPassage } from '../passages/outline.ts';
import { readPassages } from '../passages/read-passages.ts';
import { isSiteWord } from '../passages/site-name.ts';
import { questionPattern } from '../terms/question-pattern.ts';
import { contactConceptsOf } from '../thesaurus/synonyms.ts';

const AND = /^(?:and|und|et|y|e|i|en|og|och|oraz|ve|a|és|și|и|і|та|και|और)?$/u;
const MAX_CHARACTERS_READ = 100;

const WHERE_WE_ARE = questionPattern(
  'iu',
  /^[^\p{L}]*/u,
  oneOf(
    /where(?: (?:we are|to find us))?|(?:how to )?find us|wo(?: (?:wir sind|sie uns finden))?|so finden sie uns|(?:(?:où|comment) )?nous trouver|où sommes-nous/u,
    /dónde (?:estamos|encontrarnos)|dove (?:siamo|trovarci)|onde (?:estamos|ficamos)|waar (?:zijn wij|vindt u ons)|gdzie (?:jesteśmy|nas znaleźć)/u,
    /kde (?:jsme|sme|nás (?:najdete|nájdete))|hol (?:vagyunk|talál meg)|unde (?:suntem|ne găsi(?:ți|ti|m))|gd(?:je|e) (?:smo|se nalazimo)/u,
    /где(?: мы(?: находимся)?| нас найти)?|де(?: ми(?: знаходимось)?| нас знайти)?|πού (?:είμαστε|βρισκόμαστε|θα μας βρείτε)/u,
    /hvor(?: (?:er vi|vi er|finner du oss|finder du os))?|s(?:lik|ådan) fin(?:n|d)er du oss?|(?:så )?hittar du (?:hit|oss)|var (?:vi finns|finns vi)/u,
    /neredeyiz|أين (?:نحن|تجدنا)|مكاننا|موقعنا|الموقع|العنوان|عنواننا|איפה אנחנו|हम कहा[ँं]|오시는 길|찾아오시는 길|アクセス|交通案内|我们在哪里?/u,
  ),
  /[^\p{L}]*$/u,
);

/** "Dove siamo", "How to find us". */
export const tellsWhereWeAre = (heading: string): boolean => WHERE_WE_ARE.test(heading.slice(0, MAX_CHARACTERS_READ));

/** "Address", "पता और फ़ोन", "Где мы": an address stands below it, whatever its form. */
export function isAddressHeading(written: string): boolean {
  const heading = isSerbianCyrillic(written) ? inLatinLetters(written) : written;
  if (tellsWhereWeAre(heading)) return true;
  const words = wordsIn(heading).map((word) => ({ word, concepts: contactConceptsOf(word) }));
  const isOther = ({ word, concepts }: (typeof words)[number]) =>
    concepts.length === 0 ? !AND.test(word) : concepts.includes('mail');
  return words.some(({ concepts }) => concepts.includes('place')) && !words.some(isOther);
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().split(/[^\p{L}\p{M}]+/u);

/** "We are in the old mill", "Our shop is opposite the station", "Il museo si trova nel porto". */
const OWN_PLACE = pattern(
  'iu',
  sequence(
    /(?<!\p{L})/u,
    oneOf(
      /(?:we|i)(?:['’](?:re|m)| are| am) (?:\p{L}+ ){0,3}(?:in|at|on|near|opposite|behind|between|next)/u,
      /find (?:us|me)|visit us|come (?:and see|to) us|based in|our (?:\p{L}+ ){1,3}(?:is|are) (?:\p{L}+ ){0,3}(?:in|at|on|near|opposite|behind|between|next)/u,
      /(?:is|are) (?:\p{L}+ )?(?:located|situated|based) (?:in|at|on|near|opposite|behind|between|next)/u,
      /where (?:we are|to find us)|our (?:location|address|shop|office)|directions/u,
      /(?:wir|ich) (?:sind|bin) (?:\p{L}+ ){0,3}(?:in|im|an|am|auf|bei|neben|gegenüber|hinter)|befinde[nt]|lieg(?:t|en)|gelegen|finden (?:sie|ihr) uns|findest du uns/u,
      /nous sommes (?:\p{L}+ ){0,3}(?:à|au|en|dans|sur|près|derrière)|(?:se|nous) trouv\p{L}{1,4}|situés?|située?s?/u,
      /estamos (?:\p{L}+ ){0,3}(?:en|a|junto|frente|n[oa]|ao|perto)|se encuentran?|(?:u|lo)bicad[oa]s?|situad[oa]s?|localizad[oa]s?|fica(?:m|mos)?/u,
      /siamo (?:\p{L}+ ){0,3}(?:a|al|in|nel\p{L}{0,2}|vicino|dietro)|(?:si|ci) trov(?:a|ano|iamo)|situat[oaie]/u,
      /(?:wij|we) (?:zijn|zitten) (?:\p{L}+ ){0,3}(?:in|aan|op|bij|naast|tegenover)|gevestigd|lig(?:t|gen)|bevind(?:t|en)/u,
      /jesteśmy (?:\p{L}+ ){0,3}(?:w|na|przy|obok|koło)|znajduj\p{L}{1,4}|mieści(?:my)?|położon\p{L}{1,3}/u,
      // Norwegian and Danish, which share words for the address.
      /ligger|holder til|finder (?:du|i) os/u,
    ),
    /(?!\p{L})/u,
  ),
);

/** True for a text that tells where its owner is: "Le petit four se trouve derrière l'église". */
export const tellsOwnPlace = (text: string, heading: string): boolean =>
  OWN_PLACE.test(text) ||
  CONTACT_FORMS.place.test(text) ||
  isAddressHeading(heading) ||
  wordsIn(heading).some(namesPlace);

const namesPlace = (word: string): boolean => contactConceptsOf(word).includes('place');

const ASKS_WHERE = questionPattern(
  'iu',
  oneOf(
    /^[^\p{L}]*(?:where(?:['’]?s)?|wo|où|dónde|dove|dov['’]è|onde|waar|gdzie|kde|hol|unde|gdje|gde|hvor|var|где|де|πού)(?!\p{L})/u,
    /أين|اين|وين|فين|کجا|איפה|कहा[ँं]|किधर|어디|どこ|哪里|哪儿|ở đâu|(?<!\p{L})(?:o dau|di ?mana|ner(?:e)?de)(?!\p{L})/u,
  ),
);

/** @param words content words of the question, folded, in lower case */
export function asksForOwnPlace(
  question: string,
  words: readonly string[],
  passages: readonly ExtractPassage[],
  siteName = '',
): boolean {
  if (words.length === 0 || !ASKS_WHERE.test(question.slice(0, MAX_CHARACTERS_READ))) return false;
  const names = readPassages(passages).map((passage) => passage.names);
  const things = words.filter((word) => !namesPlace(word));
  return things.length > 0 && things.every((word) => isSiteWord(word, names, siteName));
}
