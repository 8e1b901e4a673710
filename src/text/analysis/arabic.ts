/** Arabic: words of a question that name no topic, in the standard language and as people write to a shop. */
import { HEBREW_STOP_WORDS } from './hebrew.ts';
import { PERSIAN_STOP_WORDS } from './persian.ts';
import { unifySpelling } from './prefixing.ts';

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'في من إلى على عن مع هل ما ماذا ماهو ماهي هو هي هم هما أنا أنت أنتم نحن هذا هذه ذلك تلك هؤلاء هاي هاد الذي التي الذين اللي أن أنه أنها إن أو أم لا لم لن ليس ليست لو إذا اذ قد كان كانت يكون تكون كل بعض غير أي أية أيها ' +
    'عند عندي عندك عندكم عندنا عندها لدي لدى لديك لديكم لديها لدينا لكم لك لي لنا له لها لهم به بها بهم فيه فيها فيكم فيك منكم منه منها معي معكم معه عليه عليها عليكم إليه إليها إليكم ' +
    'كم متى أين كيف كيفية لماذا ليش ليه إيش ايه وش شو شنو وين فين إمتى امتا بكم بكام قديش كام ازاي شلون مين يوجد توجد هناك هنالك موجود موجودة تتوفر يتوفر متوفر متوفرة متاح متاحة توفرون توفر نوفر تقدمون تقدم يقدم نقدم تقبلون نقبل يقبل تقبل يتم تم ' +
    'يمكن يمكنني يمكنك يمكننا يمكنكم ممكن أستطيع نستطيع أقدر اقدر نقدر ينفع أبغى ابغا أبي أريد نريد أود أرغب عايز عاوز عاوزة عايزة بدي حاب حابب أحتاج احتاج يلزم يجب لازم أعرف معرفة سمحت سمحتم فضلك فضلكم رجاء الرجاء أرجو ارجو تكرما عفوا ' +
    'ثم حتى بين بعد قبل أيضا فقط جدا هنا الآن يا كما لأن لكن بل أما إلا سوى حول خلال دون بدون شي شيء حاجة كذلك مثل ضمن حيث'
  )
    .split(' ')
    .concat(PERSIAN_STOP_WORDS, HEBREW_STOP_WORDS)
    .map(unifySpelling),
);
/** `و` and `ف` join a word to the one before: "وهل". */
const CONJUNCTION = /^[وف](?=\p{L}{2})/u;

/** Knows stop words of Arabic, Hebrew and Persian. */
export function isArabicStopWord(run: string): boolean {
  const word = unifySpelling(run);
  return STOP_WORDS.has(word) || STOP_WORDS.has(word.replace(CONJUNCTION, ''));
}
