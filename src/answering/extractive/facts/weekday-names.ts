/** Names of the days of the week, from Sunday (0) on. */
import { CROATIAN, CZECH_AND_SLOVAK, HUNGARIAN, type Language } from '../../../text/analysis/languages.ts';
import { memoized } from '../../../text/analysis/memoize.ts';
import { lightArabicStem, unifySpelling } from '../../../text/analysis/prefixing.ts';

/** Word beginnings, folded. A word that ends with `$` is meant whole. */
const NAMES = [
  'sunday sunnuntai sekmadieni svetdien puhapaev diumenge nedel nedjelj vasarnap duminic κυριακη неділ minggu$ sonntag dimanche domingo domenica zondag niedziel sondag pazar$ воскресен रविवार इतवार domeniche$ κυριακεσ$ pazarlari$ vasarnaponkent$',
  'monday maanantai pirmadieni pirmdien esmaspaev dilluns pondel ponedjelj ponedelj hetfo luni$ lunea$ δευτερα$ понеділ senin$ montag lundi lunes lunedi maandag poniedzial mandag pazartesi понедельник सोमवार poniedzialk понеделник δευτερεσ$ pazartesileri$ hetfonkent$',
  'tuesday tiistai antradieni otrdien teisipaev dimarts torek$ torka$ torkih$ torkom$ uter utor kedd marti$ martea$ τριτη$ tirsdag вівтор selasa$ dienstag mardi martes martedi dinsdag wtorek wtorku tisdag sali$ вторник मंगलवार wtork τριτεσ$ salilari$ keddenkent$',
  'wednesday keskiviik treciadieni tresdien kolmapaev dimecres sredo$ sredah$ сряда$ srijed$ srijeda$ srijedu$ srijede$ srijedom$ sreda$ sredu$ srede$ sredom$ stred$ szerda streda$ stredu$ stredy$ miercuri$ miercurea$ τεταρτη$ середа$ середу$ середи$ rabu$ mittwoch mercredi miercoles mercoledi woensdag sroda$ srode$ srody$ onsdag carsamba среда$ среду$ среды$ बुधवार srodami$ srodach$ средам$ средах$ середам$ середах$ τεταρτεσ$ carsambalari$ szerdankent$ keskiviikkoisin$',
  'thursday torstai ketvirtadieni ceturtdien neljapaev dijous cetrtek$ cetrtka$ cetrtkih$ четвъртък cetvrtak$ cetvrtka$ cetvrtkom$ ctvrtek$ ctvrtku$ ctvrtka$ stvrtok$ stvrtka$ stvrtku$ csutortok joi$ joia$ πεμπτη$ четвер$ kamis$ donnerstag jeudi jueves giovedi donderdag czwartek czwartku torsdag persembe четверг गुरुवार czwartk ctvrtk stvrtk πεμπτεσ$ persembeleri$ csutortokonkent$',
  'friday perjantai penktadieni piektdien reede divendres petek$ petkih$ петък petak$ petka$ petkom$ patek$ patku$ piatok$ piatka$ piatku$ pentek vineri$ vinerea$ παρασκευη ятниц jumat$ freitag vendredi viernes venerdi vrijdag piatek piatku fredag cuma$ пятниц शुक्रवार piatk patk παρασκευεσ$ cumalari$ pentekenkent$',
  'saturday lauantai sestadieni sestdien laupaev dissabte sobotah$ sobotami$ събота subot sobotu$ szombat sambat σαββατ субот sabtu$ samstag sonnabend samedi sabado sabato zaterdag sobota$ sobote$ soboty$ lordag cumartesi суббот शनिवार sabati$ cumartesileri$ szombatonkent$',
].map((names) => names.split(' '));
/** Letters of case and number that may follow. */
const MAX_ENDING = 3;

const shortNames = (ofDays: readonly string[]): ReadonlyMap<string, number> =>
  new Map(ofDays.flatMap((names, day) => names.split(' ').map((name): [string, number] => [name, day])));

/** Short names are also other words: they count only beside times or other days. */
const SHORT_NAMES = shortNames([
  'sun so dim dom zo nd niedz son paz вс',
  'mon mo lun seg ma pn pon man pzt пн segunda',
  'tue tues di mar ter wt tis sal вт terca',
  'wed mi mer mie qua wo sr ons car ср quarta',
  'thu thur thurs do jeu jue gio qui cz czw tor tors per чт quinta',
  'fri fr ven vie sex vr pt fre cum пт sexta',
  'sat sa sam sab za sob lor cmt сб',
]);
/** Short names with another meaning elsewhere: Czech `so` is Saturday, German `so` Sunday. */
const SHORT_NAMES_IN: ReadonlyMap<Language, ReadonlyMap<string, number>> = new Map([
  [CZECH_AND_SLOVAK, shortNames(['ne', 'po', 'ut', 'st', 'ct stv', 'pa pi', 'so'])],
  [CROATIAN, shortNames(['ne ned', 'po pon', 'ut uto', 'sr sri sre', 'ce cet', 'pe pet', 'su sub'])],
  [HUNGARIAN, shortNames(['v vas', 'h het', 'k', 'sze szer', 'cs csut', 'p pen', 'szo szom'])],
]);
const ASKED_SHORT = /^(?:sat|mon|tues?|wed|thu(?:r|rs)?|fri)$/;

const IDEOGRAPHIC_NAME = /(?:周|週|星期|[礼禮]拜)([一二三四五六日天])|([月火水木金土日])曜日?|([월화수목금토일])요일/gu;
const IDEOGRAPHIC_DAYS = new Map(
  ['日天일', '一月월', '二火화', '三水수', '四木목', '五金금', '六土토'].flatMap((marks, day) =>
    [...marks].map((mark): [string, number] => [mark, day]),
  ),
);
const IDEOGRAPHIC_MARK = /[周週星礼禮曜]|요일/u;
/** Pairs of characters, into which questions are cut. */
const IDEOGRAPHIC_PAIR = /^(?:[周週期拜]([一二三四五六日天])|([月火水木金土日])曜|([월화수목금토일])요)$/u;

/** Arabic names, from Sunday on. Without the article, some are other words: `أحد` is somebody. */
const ARABIC_NAMES = 'احد اثنين ثلاثاء اربعاء خميس جمعه سبت'.split(' ');
const ARABIC_STEMS = ARABIC_NAMES.map(lightArabicStem);
const ARABIC_WORD = /^[وبلف]?(?:ال|ل)(\p{Script=Arabic}{3,})$/u;
const IS_ARABIC = /^\p{Script=Arabic}/u;

function arabicDay(written: string): number | null {
  const day = ARABIC_NAMES.indexOf(ARABIC_WORD.exec(unifySpelling(written))?.[1] ?? '');
  return day < 0 ? null : day;
}

/** `Freitagnachmittag` */
const PART_OF_DAY = /(?:vormittag|nachmittag|mittag|abend|morgen)s?$/;

/** @param folded in lower case, without diacritics */
export const weekdayNamed = memoized((folded): number | null => {
  if (IS_ARABIC.test(folded)) return arabicDay(folded);
  const word = folded.replace(PART_OF_DAY, '');
  const day = NAMES.findIndex((names) => names.some((name) => isCalled(word, name)));
  return day < 0 ? null : day;
});

function isCalled(word: string, name: string): boolean {
  if (name.endsWith('$')) return word === name.slice(0, -1);
  return word.startsWith(name) && word.length <= name.length + MAX_ENDING;
}

/**
 * @param folded as above
 * @param language of the text
 */
export const abbreviatedWeekday = (folded: string, language?: Language): number | null =>
  (language === undefined ? undefined : SHORT_NAMES_IN.get(language))?.get(folded) ?? SHORT_NAMES.get(folded) ?? null;

export const hasOwnShortWeekdays = (language: Language | undefined): boolean =>
  language !== undefined && SHORT_NAMES_IN.has(language);

/** @param word as analysed: ideographs and syllables come in pairs, Arabic words as stems */
export function weekdayAskedFor(word: string): number | null {
  const pair = IDEOGRAPHIC_PAIR.exec(word);
  if (pair !== null) return IDEOGRAPHIC_DAYS.get(pair[1] ?? pair[2] ?? pair[3] ?? '') ?? null;
  if (IS_ARABIC.test(word)) return ARABIC_STEMS.includes(word) ? ARABIC_STEMS.indexOf(word) : null;
  return weekdayNamed(word) ?? (ASKED_SHORT.test(word) ? abbreviatedWeekday(word) : null);
}

/** `Ostermontag` */
const ENDS_WITH_DAY =
  /(?:sonntag|montag|dienstag|mittwoch|donnerstag|freitag|samstag|maandag|zondag|vrijdag|sondag|mandag|fredag)s?$/;

/** True also for a holiday that is named by a day. */
export const namesDay = (word: string): boolean => weekdayAskedFor(word) !== null || ENDS_WITH_DAY.test(word);

export const mayNameDay = (word: string): boolean => IDEOGRAPHIC_MARK.test(word);

/** Names of days in ideographs or syllables, also within words. */
export function* ideographicNames(text: string): Generator<{ word: string; index: number; day: number }> {
  for (const { 0: word, 1: chinese, 2: japanese, 3: korean, index } of text.matchAll(IDEOGRAPHIC_NAME)) {
    const day = IDEOGRAPHIC_DAYS.get(chinese ?? japanese ?? korean ?? '');
    if (day !== undefined) yield { word, index, day };
  }
}
