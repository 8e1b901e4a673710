/** Stop words and a light stemmer of Latvian, of which no library of ours has one. */
import { endingsOf, withoutEnding } from './light-stemming.ts';

export const LATVIAN_STOP_WORDS: readonly string[] =
  'aiz ap apmēram ar arī arī bet bez bija bijis biju būs būt būtu caur cik cikos dažas daži dēļ dzīvs es esam esat esmu gan gar gribu ir ja jā jau jo jums jūs jūsu ka kā kad kāda kādā kādas kāds kādi kādu kamēr kāpēc kas ko kopš kur kura kurā kuras kuri kurš kurā kuru ļoti lai laiku līdz man mani mans manu mēs mums mūsu nav ne nē nekā no nu pa par pat pār pēc pie pirms pret priekš savs savu sev sevi starp šajā šeit šī šie šīs šis šo šos tā tad tādas tādi tāds tai tam tas tās te tie tiek tik tikai to tomēr tos tur un uz vai vajag vajadzīgs var varam varat varu varētu vēl vēlos vēlētos viena viens vienu viņa viņi viņš viņu virs visi viss visu zem'.split(
    ' ',
  );

/** Endings of cases, persons and verbal nouns. Folded. */
const ENDINGS = endingsOf(
  'ajiem ajam ajai ajas ajos aja ais iem iim ums umu uma umus umi jam jat jot ijam ijas iju ija ies am em im um as es is os us ai ei ij at et it ot u a e i o s t',
);

/** @param word folded, in lower case */
export const latvianStem = (word: string): string => withoutEnding(word, ENDINGS);
