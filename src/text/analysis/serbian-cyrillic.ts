/**
 * Serbian in Cyrillic letters is read in Latin ones, which Serbs write as often: one word whichever script the text and the question are in.
 * Macedonian has the same letters and goes the same way.
 */

/** In lower case. */
const LATIN_LETTERS: ReadonlyMap<string, string> = new Map(
  (
    'а=a б=b в=v г=g д=d ђ=đ ѓ=đ е=e ж=ž з=z ѕ=dz и=i ј=j к=k л=l љ=lj м=m н=n њ=nj о=o п=p р=r с=s т=t ћ=ć ќ=ć у=u ф=f х=h ' +
    'ц=c ч=č џ=dž ш=š'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
);

const CYRILLIC = /[\u0400-\u04ff]/;
const SERBIAN_LETTERS = /[ђѓјљњћќџѕ]/giu;
/** Letters of Russian, Ukrainian and Bulgarian that Serbian lacks. */
const OTHER_LETTERS = /[ёйщъыьэюяіїєґўѐѝ]/giu;
const CYRILLIC_WORD = /\p{Script=Cyrillic}+/gu;
const CYRILLIC_LETTER = /\p{Script=Cyrillic}/gu;
/** Common words in letters that Russian has, too, and that no other language of the script writes so. */
const SERBIAN_WORDS: ReadonlySet<string> = new Set(
  (
    'када кад докад откад колико колика колики колике шта зашто како кошта коштају коштао смо су јел радите радимо плаћам ' +
    'суботом петком уторком средом викендом налазите одакле докле хвала'
  ).split(' '),
);

const countOf = (text: string, found: RegExp): number => text.match(found)?.length ?? 0;

/** True for a text in Cyrillic that is Serbian by its letters, or by a word where it has no telling letter. */
export function isSerbianCyrillic(text: string): boolean {
  if (!CYRILLIC.test(text)) return false;
  const [own, other] = [countOf(text, SERBIAN_LETTERS), countOf(text, OTHER_LETTERS)];
  if (own > 0 || other > 0) return own > other;
  return (
    text
      .toLowerCase()
      .match(CYRILLIC_WORD)
      ?.some((word) => SERBIAN_WORDS.has(word)) === true
  );
}

/** True for a short Cyrillic text that may be Serbian as well as Russian: "паркинг". */
export const mayBeSerbian = (text: string): boolean => CYRILLIC.test(text) && countOf(text, OTHER_LETTERS) === 0;

/** In the letters of `LATIN_LETTERS`; upper case stays so, and other letters stay. */
export const inLatinLetters = (text: string): string =>
  text.replace(CYRILLIC_LETTER, (letter) => {
    const latin = LATIN_LETTERS.get(letter.toLowerCase());
    if (latin === undefined) return letter;
    return letter === letter.toLowerCase() ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
  });
