/** Stop words and a light stemmer of Estonian, of which no library of ours has one. */
import { endingsOf, withoutEnding } from './light-stemming.ts';

export const ESTONIAN_STOP_WORDS: readonly string[] =
  'aga ainult alla alles alt ära ega ehk ei ega emb end enne enam et ette ga iga igal iga ikka ilma ilma ja jah jaoks jooksul juba juurde juures ka kaasa kas kaua keda kellel kelle kes kest kohta kõik kõige koos kui kuid kuidas kuhu kuni kus kust kuna läbi ma me meie meil meid mida midagi mille millal millega millest mille millise millised milline mina mind minu mis miks mitte mitu mu mul mulle muu nad need neid nende ning no nüüd ole olen oleme olete oli olid on oma olla palju palun pärast peab pean peale pole sa saa saab saaks saaksin saame saan saate sama samuti see seal seda sel selle selleks selles sellest siin siis soovin soovime su sul ta tahan tahaksin te teie teid teil teile tema tohib tuleb või võib võin vaid veel vastu üle'.split(
    ' ',
  );

/** Endings of cases, and of persons. Folded. */
const CASES = endingsOf(
  'takse dakse sid tele dele test dest tesse desse tega dega tel del tes des mine mise mist misse tud vad sse ga ta na ni ks le lt st te de id da ma me l s t d n b',
);
/** The vowel that ends the stem in most cases: `pilet`, `pileti`. */
const VOWELS = endingsOf('aa ee ii uu a e i u');

/** @param word folded, in lower case */
export const estonianStem = (word: string): string => withoutEnding(withoutEnding(word, CASES), VOWELS);
