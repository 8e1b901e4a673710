/** Lists of countries: "to Ireland, France and Spain" tells destinations. */
import { oneOf, pattern } from '../../../lib/patterns.ts';
import { boundedQuestion } from '../terms/bounded-question.ts';

const NAME = pattern(
  'gu',
  /(?<!\p{L})/u,
  oneOf(
    /Austria|Österreich|Autriche|Belgi\p{L}{1,4}|Bulgari\p{L}{1,3}|Croatia|Kroatien|Croatie|Czech|Tschechien/u,
    /Denmark|Dänemark|Danemark|Dinamarca|Danimarca|Finland|Finnland|France|Frankreich|Francia|França|Frankrijk/u,
    /Germany|Deutschland|Allemagne|Alemania|Germania|Alemanha|Duitsland|Niemcy|Greece|Griechenland|Grèce|Grecia/u,
    /Hungary|Ungarn|Hongrie|Ireland|Irland|Irlande|Irlanda|Ierland|Italy|Italien|Italia|Italie|Luxembourg|Luxemburg/u,
    /Netherlands|Niederlande|Pays-Bas|Holland|Nederland|Norway|Norwegen|Norvège|Noruega|Norvegia|Poland|Polen/u,
    /Pologne|Polonia|Polska|Portugal|Romania|Rumänien|Slovakia|Slovenia|Spain|Spanien|Espagne|España|Espanha/u,
    /Spagna|Spanje|Sweden|Schweden|Suède|Suecia|Svezia|Sverige|Switzerland|Schweiz|Suisse|Suiza|Svizzera/u,
    /United Kingdom|Großbritannien|Vereinigtes Königreich|Royaume-Uni|Reino Unido|Regno Unito|UK|England|Scotland/u,
    /Wales|Northern Ireland|United States|USA?|États-Unis|Estados Unidos|Canada|Kanada|Australia|Australien|Australie/u,
    /New Zealand|Neuseeland|Japan|Japon|China|India|Mexico|México|Brazil|Brasil|Turkey|Türkei|Turquie|Iceland/u,
    /Česk(?:a|o|u|é republiky)|Slovensk[aou]|Německ[aou]|Nemeck[aou]|Rakousk[aou]|Rakúsk[aou]|Polsk[aou]|Poľsk[aou]|Maďarsk[aou]|Csehország\p{L}{0,3}/u,
    /Szlovákiá?\p{L}{0,3}|Németország\p{L}{0,3}|Ausztriá?\p{L}{0,3}|Magyarország\p{L}{0,3}|Lengyelország\p{L}{0,3}|Romániá?\p{L}{0,3}/u,
    /Hrvatsk[aeu]|Hrvatskoj|Slovenij[aeiu]|Srbij[aeiu]|Bosn[aeiu]|Njemačk[aeu]|Njemačkoj|Nemačk[aeu]|Austrij[aeiu]|Mađarsk[aeu]|Italij[aeiu]|Crn[au] Gor[aeu]/u,
    /Europe|Europa|EU/u,
  ),
  /(?!\p{L})/u,
);
/** Words that alone tell destinations. */
const EVERYWHERE = /(?<!\p{L})(?:worldwide|internationally|weltweit|dans le monde entier|a todo el mundo)(?!\p{L})/iu;
/** Folded, as analysed. */
const ASKED =
  /^(?:country|countries|lander|pays|paises|paesi|landen|kraje|krajow|zeme|zemi|krajiny|krajin|orszag|orszagok|orszagba|orszagokba)$/u;
const MIN_NAMES = 2;

/** True for the name of a country, in capitals or not. */
export function isCountry(name: string): boolean {
  const capital = name.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  return [capital, name.toUpperCase()].some((written) => written.match(NAME)?.[0] === written);
}

/** Linear in the text. */
export const tellsCountries = (text: string): boolean =>
  EVERYWHERE.test(text) || new Set(text.match(NAME)).size >= MIN_NAMES;

/** `pays` is a country in French, and a verb in English. */
const ENGLISH_PAYS = /(?<!\p{L})(?:who|it|he|she|insurance) pays(?!\p{L})/iu;

export const asksForCountries = (word: string, question: string): boolean =>
  ASKED.test(word) && !(word === 'pays' && ENGLISH_PAYS.test(boundedQuestion(question)));
