/** Expected answer type: steps for "How do I …", amounts of money for prices, digits for numbers and times. */
import { asksForPrice, tellsAmount, tellsPrice } from './prices.ts';
import type { ReadUnit } from './read-passages.ts';

/** Characters. */
const MAX_READ = 300;
const NUMBER_FACTOR = 1.25;
const MONEY_FACTOR = 1.45;
const PRICE_LIST_FACTOR = 1.6;
const OTHER_NUMBER_FACTOR = 1.1;
const STEPS_FACTOR = 1.4;
/** Questions for something else match strings and comments by chance. */
const CODE_FACTOR = 0.4;

const NUMBER =
  /(?:^|[\s¿])(?:how (?:much|many|long|often|old|far|big|tall|fast|late|early)|when|what time|price|cost|wie ?(?:viel\w*|lange|oft|hoch|weit|groß|teuer|spät|alt|schnell)|wann|was kost\w*|combien|quand|à quelle heure|cuánt\w+|cuándo|quant\w+|quando|hoeveel|wanneer|ile|kiedy|kaç|ne kadar|ne zaman|hur (?:mycket|många|länge|ofta)|när|сколько|когда|скільки|коли|πόσ\S+|πότε|كم|متى|כמה|מתי|कितन\S+|कब)(?=$|[\s?])|几|多少|多久|什么时候|いくら|何[時日年]|いつ|どのくらい|얼마|몇|언제|เท่าไ|กี่|เมื่อไ/iu;
const STEPS =
  /^\W*(?:how (?:do|can|could|should|to|does|would)|wie (?!viel|lange|oft|hoch|weit|groß|teuer|spät|alt|schnell)|comment|cómo|como|come|hoe(?!veel)|jak|nasıl|hur (?!mycket|många|länge|ofta)|как|як|πώς|كيف|איך|कैसे)(?=$|\s)|怎么|如何|怎样|どうやって|どのように|어떻게|อย่างไร/iu;

/** "Which command …", "an example", "the snippet". */
const CODE =
  /(?<!\p{L})(?:commands?|code|snippets?|scripts?|examples?|syntax|configur\p{L}*|curl|sql|json|yaml|api|befehle?|beispiele?|commandes?|exemples?|comandos?|código|ejemplos?|exemplos?|esemp\p{L}+|codice|voorbeeld\p{L}*|polecen\p{L}+|przykład\p{L}*|komut\p{L}*|örnek\p{L}*|команд\p{L}*|пример\p{L}*|код)(?!\p{L})|命令|代码|代碼|示例|コマンド|コード|명령|코드|คำสั่ง|โค้ด|أمر|كود|פקודה|קוד/iu;

/** Factor for the score of a unit. */
export function expectedAnswer(question: string): (unit: ReadUnit) => number {
  const read = question.slice(0, MAX_READ);
  const code = STEPS.test(read) || CODE.test(read) ? 1 : CODE_FACTOR;
  if (asksForPrice(read)) return ({ text, kind }) => (kind === 'code' ? code : moneyFactor(text, kind));
  if (NUMBER.test(read)) return ({ text, kind }) => (kind === 'code' ? code : /\p{N}/u.test(text) ? NUMBER_FACTOR : 1);
  if (STEPS.test(read)) return ({ kind }) => (kind === 'steps' || kind === 'code' ? STEPS_FACTOR : 1);
  return ({ kind }) => (kind === 'code' ? code : 1);
}

function moneyFactor(text: string, kind: ReadUnit['kind']): number {
  if ((kind === 'table' || kind === 'list') && tellsAmount(text)) return PRICE_LIST_FACTOR;
  if (tellsPrice(text)) return MONEY_FACTOR;
  return /\p{N}/u.test(text) ? OTHER_NUMBER_FACTOR : 1;
}
