/** Full stops that end no sentence: `z. B.`, `John C. Wells`, `am 27. November`, `Dr. Weber`, `approx. five`. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Abbreviations that stand before the word that they belong to. */
const LEADING = setOf(
  'dr prof mr mrs ms mme mlle sr sra srta dott sig sigra ing st ste nr tel str bzw ca vgl inkl exkl zzgl ggf evtl sog gem lt ' +
    'art abs kap hr fr ul hrsg tab bd bspw dgl e.g i.e z.b d.h u.a s.o s.u o.ä i.d.r approx vs cf fig vol eds pp gen col capt rev ' +
    'hon gov sen rep av avda núm pág тел ул им стр рис см др т.е т.д tél св просп наб пер пл корп обл вул буд кв ' +
    'św al godz wew nám nábř tř sv bulv sgt krt τηλ λεωφ jl jln kec kab gg tlf tlm puh бул',
);
/** Parts of Turkish addresses. In capitals, `CAD` is software or a currency. */
const TURKISH_STREET = /^(?:[Mm]ah|[Cc]ad|[Ss]ok)$/u;
/** Months, before which some languages write a day with a stop. */
const MONTH =
  /^(?:jan|feb|febr|mär|maer|mar|apr|mai|maj|jun|jul|aug|sep|okt|oct|nov|dez|dec|des|led|úno|bře|dub|kvě|čer|srp|zář|říj|lis|pro|sty|lut|kwi|cze|lip|sie|wrz|paź|gru|tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|loka|marras|joulu)\p{L}*/iu;
const BEFORE_ORDINAL = setOf(
  'am vom zum im den dem der des bis ab seit und oder den på til fra og från till och d die das jeden',
);
/** Characters that are read before and after the stop. */
const MAX_WORD = 12;
const LOWER_CASE = /^\p{Ll}/u;
const CAPITAL = /^\p{Lu}/u;
/** `Tél. : 02 97 44 18 60`. */
const PUNCTUATION = /^[:,;](?!\p{L})/u;
/** Polish, Russian and Ukrainian `2014 r.`, `2014 г.`, `2014 р.`: the year may end its sentence. */
const YEAR = /(?<!\p{N})\p{N}{4}\s?[rгр]$/u;
/** `372. Leith Walk,` and `2. St. John's Street,` behind a comma or `No.` */
const BEFORE_HOUSE_NUMBER = /(?:,\s|(?<!\p{L})(?:No|Nr)\.\s)$/u;
const STREET = /^\p{Lu}[\p{L}'’-]{1,20}\.?(?:\s\p{Lu}[\p{L}'’-]{1,20}\.?){1,3},\s/u;
const MAX_STREET = 90;
/** `No.` of a house; behind the end of a sentence, it denies. */
const NUMBER_SIGN = /[\p{L}\p{N},:(]\s$/u;
const LAST_WORD = /(?:^|[\s("'„“«-])([\p{L}\p{N}.]{1,8})$/u;

/**
 * True within an abbreviation, after an initial or an ordinal number.
 * @param next index of the text behind the stop and its spaces
 */
export function isInnerStop(text: string, stop: number, next: number): boolean {
  const following = text.slice(next, next + MAX_WORD);
  if (following === '') return false;
  if (PUNCTUATION.test(following)) return true;
  const before = text.slice(Math.max(0, stop - MAX_WORD), stop);
  if (YEAR.test(before)) return !CAPITAL.test(following);
  const word = LAST_WORD.exec(before)?.[1];
  if (word === undefined) return false;
  const beforeWord = before.slice(0, -word.length);
  if (isHouseNumber(word, beforeWord) && STREET.test(text.slice(next, next + MAX_STREET))) return true;
  if (/^\d{1,2}$/.test(word)) return isOrdinal(beforeWord, following);
  if (word === 'No' && /^\d/.test(following)) return NUMBER_SIGN.test(beforeWord);
  if (/^\p{Lu}$/u.test(word)) return isInitial(beforeWord);
  return isAbbreviation(word) || (word.length <= 5 && LOWER_CASE.test(following));
}

const isHouseNumber = (word: string, before: string): boolean =>
  /^\d{1,3}$/.test(word) && BEFORE_HOUSE_NUMBER.test(before);

/** An initial follows a name or another initial: `John C.`, but `vitamin C.` ends its sentence. */
const isInitial = (before: string): boolean =>
  !/\p{Ll}{2}\s$/u.test(before) || /(?:^|\s)\p{Lu}\p{Ll}+\s$/u.test(before);

const isAbbreviation = (word: string): boolean =>
  /^\p{L}$/u.test(word) || LEADING.has(word.toLowerCase()) || TURKISH_STREET.test(word);

function isOrdinal(before: string, following: string): boolean {
  if (before.trim() === '' || MONTH.test(following) || LOWER_CASE.test(following)) return true;
  if (/^\d{1,2}\.|^(?:Sok|Cad|Mah|Kat)(?!\p{L})/u.test(following)) return true;
  return BEFORE_ORDINAL.has(/(\p{L}+)\s*$/u.exec(before)?.[1]?.toLowerCase() ?? '');
}
