/** Lengths of time, and questions for them. */
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import { questionPattern } from '../terms/question-pattern.ts';

const AMOUNT = [
  '\\p{N}{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|sixty|ninety|sieben|neun|eine[nrsm]?|zwei|drei|vier|f[uü]nf',
  'sechs|acht|zehn|zwölf|une?|deux|trois|quatre|cinq|six|huit|dix|dos|tres|cuatro|cinco|seis|ocho|diez',
  'due|tre|quattro|cinque|sei|otto|dieci|um|uma|duas|três|quatro|een|twee|drie|vijf|zes|tien|dwa|trzy',
  'cztery|pięć|ett|två|bir|iki|üç|один|два|три|ثلاث|ثلاثة|أربع|أربعة|خمس|خمسة|ست|ستة|سبع|سبعة|ثمان',
  'ثمانية|عشر|عشرة|jeden|jedn[aou]|jedného|dva|dv[eěo]|dvou|dvoch|tři|tří|tri|troch|čtyři|štyri|pět|pěti|päť|šest|šesť|osm|deset|desať',
  'jedan|jednog|jedne|dvije|dve|dva|četiri|cetiri|pet|šest|sedam|osam|devet|deset',
  'egy|két|kettő|három|négy|öt|hét|nyolc|tíz',
].join('|');
const UNIT = [
  'seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?|Sekunden?|Minuten?|Std',
  'Stunden?|Tage?n?|Werktage?n?|Arbeitstage?n?|werkdag(?:en)?|Wochen?|Monate?n?|Jahre?n?|minuten',
  'secondes?|heures?|jours?|semaines?|mois|ans?|années?|segundos?|minutos?|horas?|días?|semanas?|meses',
  'mes|años?|minuti|ore|ora|giorni|giorno|settiman[ae]|mes[ei]|ann[io]|dias?|meses|mês|anos?|minuut|uur',
  'uren|dag|dagen|weken|week|maand(?:en)?|jaar|minut\\p{L}?|godzin\\p{L}?|dni|dzień|tygod\\p{L}{1,4}',
  'hodín|dňa|dňoch|dnech|týžd\\p{L}{1,4}|mesiac\\p{L}{0,3}|rok\\p{L}{0,2}|minút\\p{L}?|let',
  'dana?|tjed(?:an|na|ana|ni)|sat(?:i|a)?|mjesec\\p{L}{0,2}|mesec\\p{L}{0,2}|godin\\p{L}|nedelj[aeu]',
  'nap(?:on|ig|pal|ot)?|hét(?:en|ig)?|het(?:en|ig|et)|hónap\\p{L}{0,3}|év(?:en|ig|et)?|perc(?:en|ig|et)?|ór(?:a|á(?:n|ig|t))',
  'hodin\\p{L}?|dn[íůy]|týd(?:en|n\\p{L}{1,2})|měsíc\\p{L}{0,2}|zile|zi|săptămân[iă]|lun[iă]|ani|timer|dage|uger|måneder',
  'ώρ(?:α|ες)|λεπτ(?:ό|ά)|η?μέρ(?:α|ες)|εβδομάδ(?:α|ες)|μήν(?:ας|ες)|έτη|χρόνια',
  'miesi\\p{L}{1,4}|lat|timmar|dagar|veckor|månader|dakika|saat|gün|hafta|ay|yıl|минут\\p{L}?',
  'час\\p{L}{0,2}|хвилин\\p{L}?|годин\\p{L}?|день|тижн\\p{L}{1,2}|місяц\\p{L}{1,2}|рок\\p{L}{1,2}|menit',
  'jam|hari|minggu|bulan|tahun|phút|giờ|ngày|tuần|tháng|năm|دقیقه|ساعت|روز|هفته|ماه|سال|дн\\p{L}{1,2}',
  'недел\\p{L}|месяц\\p{L}{0,2}|лет|دقيقة|دقائق|ساعة|ساعات|يومًا|يوما|يوم|أيام|أسبوع|أسابيع|شهرًا|شهرا',
  'شهر|أشهر|شهور|سنة|سنوات|عام|أعوام',
].join('|');
/** "Every two weeks" and "twice a day" are rates, and "a second driver" is no time at all. */
const NO_RATE = sequence(
  /(?<!(?<!\p{L})(?:every|each|alle|jede[nrs]?|(?:tous|toutes) les|cada|ogni|elke|om de|co|каждые)\s)/u,
  /(?!(?<=(?:\p{N}|once|twice|times)\s)an?\s)(?!an?\ssecond\s\p{L})/u,
);
/** `30 minutes`, `three to six months`, `2-3 working days`. */
const DURATION = pattern(
  'u',
  oneOf(
    sequence(
      /(?<![\p{L}\p{N}])/u,
      NO_RATE,
      `(?:${AMOUNT})`,
      /[\s-]\s?(?:\p{L}{3,10}\s)?/u,
      `(?:${UNIT})`,
      /(?!\p{L}|[\s-](?:olds?|of age|alt)(?!\p{L}))/u,
    ),
    sequence(
      /(?<!\p{L})/u,
      oneOf(
        /(?:next|same) (?:(?:working|business) )?day|immediately|at once/u,
        /(?:nächste[nr]?|selben) (?:Werk|Arbeits)?[Tt]ag|sofort/u,
        /(?:دقيقت|ساعت|يوم|أسبوع|شهر|سنت|عام)(?:ين|ان)|(?:لمدة|خلال) (?:ساعة|يوم|أسبوع|شهر|سنة|عام)/u,
      ),
      /(?!\p{L})/u,
    ),
    /\p{N}\s?(?:[个個]?小[时時]|分[钟鐘]|天|[个個]?工作[日天]|[周週]|[个個]月|年|時間|分|日間|営業日|日以内|週間|ヶ月|か月)/u,
    /\p{N}\s?(?:시간|분|일|주|개월|박|년)/u,
    /\p{N}{1,3}\s(?:दिन|घंटे|घंटा|मिनट|महीने|महीना|हफ़्ते|हफ्ते|सप्ताह|साल)/u,
  ),
);

const HOW_LONG = questionPattern(
  'iu',
  oneOf(
    sequence(
      /(?<!\p{L})/u,
      oneOf(
        /how long|how (?:many|much) (?:time|hours|minutes|days|weeks|months|years)|wie lange?(?!\p{L})/u,
        /combien de temps|(?:qué|que|quelle) (?:duración|durée)/u,
        /cuánt[oa]s?\s+(?:tiempo|dura|tarda|horas|días)|quant[oa]s?\s+(?:tempo|dura|ci vuole)|hoe lang/u,
        /jak długo|ne kadar sür\p{L}+|kaç (?:gün|saat|dakika|dk|hafta|ay)|hur länge|hvor l(?:ænge|ang tid)|jak dlouho|ako dlho|как долго/u,
        /koliko (?:dugo|traj\p{L}+|dana|sati|vremena|minuta|tjedana)|kako dugo/u,
        /mennyi (?:idő\p{L}*|ideig)|meddig tart\p{L}*|hány (?:nap|óra|órát|hét|perc|hónap)(?:ig|ba|os)?(?!\p{L})/u,
        /cât (?:timp|durează)|πόση ώρα|πόσο (?:διαρκεί|χρόνο|καιρό)|πόσες (?:ώρες|ημέρες|μέρες)/u,
        /скільки (?:часу|трива\p{L}+)|як довго|berapa lama|(?:mất )?bao lâu|چقدر طول|сколько (?:по )?времени/u,
        /quanto (?:demora|leva)|demora (?:quanto|muito)/u,
        /كم (?:من الوقت|من الزمن|يستغرق|تستغرق|ياخذ|يأخذ|تأخذ|مدة|المدة|دقيقة|ساعة|يوم|يوما)/u,
        /(?:ما هي |ما )?مدة/u,
      ),
    ),
    /कितने (?:दिन|घंटे|मिनट|महीने|साल)|कितन[ाी] (?:समय|देर)|多久|多[长長][时時][间間]|どのくらい|얼마나 (?:걸|오래)|며칠/u,
    /몇 (?:분|시간|일|주|개월|달)(?!\p{L}?까지)/u,
  ),
);

/** Linear in the text. */
export const tellsDuration = (text: string): boolean => DURATION.test(text);

export const asksForDuration = (question: string): boolean => HOW_LONG.test(question);

/** Reference point of a time: "within 3 days of delivery". */
const COUNTED_FROM =
  /(?<!\p{L})(?:of|after|before|from|since|following|nach|ab|seit|vor|après|avant|depuis|suivant|tras|desde|después de|antes de|dopo|dalla?|após|depois d[aeo]|na|vanaf|voor|po|od|przed|efter|före|после|до)\s+(?:\p{L}{1,5}\s+){0,2}?(\p{L}{4,})/giu;
/** Letters by which words are compared, whatever their ending. */
const STEM_LENGTH = 6;

const countedFrom = (text: string): readonly string[] =>
  [...text.toLowerCase().matchAll(COUNTED_FROM)].map(([, word = '']) => word.slice(0, STEM_LENGTH));

/** True when the text counts a time from what the question asks about: "3 days of delivery" does not tell how long delivery takes. */
export function isCountedFromTopic(text: string, question: string): boolean {
  const asked = question.toLowerCase();
  const own = countedFrom(asked);
  return countedFrom(text).some((word) => asked.includes(word) && !own.includes(word));
}
