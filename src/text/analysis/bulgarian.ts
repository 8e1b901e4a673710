/**
 * Bulgarian among the languages in Cyrillic: most of its letters are Russian ones, and some of its questions have none that tells. Its stemmer is our own,
 * because that of the library fails on plurals.
 */
import { endingsOf, withoutEnding } from './light-stemming.ts';

export const BULGARIAN_STOP_WORDS: readonly string[] =
  'а ако ала бе без беше би бил била били било бих бъдат бъде в вас ваш ваша ваше вашата вашето вашите вашия вашият ви вие все всеки всички всичко всяка във върху г ги го да дали до докато докога доколко е едва един една едно ето за зад заедно защо защото и из или им има имам имаме имат имате й как каква какви какво какъв като кога когато което които кой който колко коя която към къде ли ме между мен ми мога могат може можем можете моля му на над най нас наш наша наше наши не него нея ни ние никой нито но няма някой някоя някои някакъв някаква някакви о обаче около освен от отвъд откога откъде още по под поне после пред преди през при с са само се си след сме сте съм със също т та така такава такива такъв там те тези ти то това този той тук тъй тя тях трябва у че чий чия ще щом я искам бихте'.split(
    ' ',
  );

const CYRILLIC = /[\u0400-\u04ff]/;
/** Inside a word before another letter than Russian has behind its hard sign. */
const BULGARIAN_LETTER = /ъ(?=\p{L})(?![еёюя])/giu;
const OTHER_LETTERS = /[ыэёіїєґўјљњћђџќѓѕ]/giu;
const CYRILLIC_WORD = /\p{Script=Cyrillic}+/gu;
/** Common words that no other language of the script writes so, Macedonian included. */
const BULGARIAN_WORDS: ReadonlySet<string> = new Set(
  (
    'колко мога трябва трябват искам струва струват приемате приемаме предлагате предлагаме какво няма още който която което които преди защо коя ' +
    'това този тази тези платя плащам работим доставяте доставяме изпращате изпращаме нещо всички всеки всичко сряда почивате обадя наемете направя'
  ).split(' '),
);

/** Common words that Serbian and Macedonian write so, too, but neither Russian nor Ukrainian. */
const SOUTH_SLAVIC_WORDS: ReadonlySet<string> = new Set(
  'има имате имам имаме сте сме се каква какви работите продавате давате отворени затворени цената цените доставката кои кога '.split(
    ' ',
  ),
);
/** Letters of Bulgarian that Serbian and Macedonian lack. */
const NOT_SERBIAN = /[йщъьюя]/iu;

const countOf = (text: string, found: RegExp): number => text.match(found)?.length ?? 0;
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(CYRILLIC_WORD) ?? [];

/** True for a text in Cyrillic that is Bulgarian by a letter or by its words. */
export function isBulgarian(text: string): boolean {
  if (!CYRILLIC.test(text)) return false;
  const other = countOf(text, OTHER_LETTERS);
  const own = countOf(text, BULGARIAN_LETTER);
  if (own > other) return true;
  const words = wordsOf(text);
  if (own + words.filter((word) => BULGARIAN_WORDS.has(word)).length > other) return true;
  return other === 0 && NOT_SERBIAN.test(text) && words.some((word) => SOUTH_SLAVIC_WORDS.has(word));
}

/** True for a Cyrillic text of Bulgarian, Macedonian or Serbian that no letter tells apart: "имате ли паркинг". */
export const isSouthSlavic = (text: string): boolean =>
  CYRILLIC.test(text) &&
  countOf(text, OTHER_LETTERS) === 0 &&
  wordsOf(text).some((word) => SOUTH_SLAVIC_WORDS.has(word));

/** True for a Cyrillic text that no letter tells from Bulgarian: "паркинг", "доставка". */
export const mayBeBulgarian = (text: string): boolean => CYRILLIC.test(text) && countOf(text, OTHER_LETTERS) === 0;

/** The article behind a noun or an adjective. Folded. */
const ARTICLES = endingsOf('ията ият ите ята ата ото ето ът ят та то те ия');
/** Endings of nouns, adjectives, verbs and verbal nouns, taken off after `ARTICLES`. Folded. */
const ENDINGS = endingsOf(
  'вания ване вани ваме вате ваш вам ват ва ания яния ане яне ани ене ени ища ове еве аме яме име еме ам ям им ем ат ят ал ял ла ло ли на но ни ен а я о е и у ш',
);

/** @param word folded, in lower case */
export const bulgarianStem = (word: string): string => withoutEnding(withoutEnding(word, ARTICLES), ENDINGS);
