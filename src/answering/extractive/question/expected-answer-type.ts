/** Expected answer type: steps for "How do I …", amounts for prices, people for "who". */
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import { asksForChild } from '../facts/age-groups.ts';
import { countAskedFor, otherNumberTest } from '../facts/counts.ts';
import { asksForDuration, isCountedFromTopic, tellsDuration } from '../facts/durations.ts';
import {
  AMOUNT,
  DATABASE,
  DURATION,
  FREQUENCY,
  HOURS,
  PERSON,
  PRICE,
  REQUIREMENTS,
  ROLE,
  TIME,
} from '../facts/fact-marks.ts';
import { asksForFrequency } from '../facts/frequencies.ts';
import { namesMonth } from '../facts/months.ts';
import { asksForPerson, tellsPerson } from '../facts/people.ts';
import { asksForCheapest, asksForPrice, tellsPrice } from '../facts/prices.ts';
import { asksForRequirements } from '../facts/requirements.ts';
import { daysIn } from '../facts/weekdays.ts';
import type { ReadUnit } from '../passages/read-passages.ts';
import { numberRangesIn, tellsAgeLimit, tellsYears, yearsAskedFor } from '../terms/number-ranges.ts';
import { questionPattern } from '../terms/question-pattern.ts';
import { serviceConceptsOf } from '../thesaurus/synonyms.ts';
import { definedIn, definitionFactor } from './definitions.ts';

const MAX_CHARACTERS_READ = 300;
const NUMBER_FACTOR = 1.25;
const COUNT_FACTOR = 2;
const TIME_FACTOR = 1.5;
/** "In the last week of September", "Tuesday". */
const DATE_FACTOR = 1.35;
const FREQUENCY_FACTOR = 1.6;
const NAMES_FACTOR = 1.4;
const MONEY_FACTOR = 1.45;
const PRICE_LIST_FACTOR = 1.6;
/** "Price per month", "Monthly fee": rows with the prices of columns. */
const PRICE_ROW_FACTOR = 2;
const DURATION_FACTOR = 1.4;
const AGE_FACTOR = 1.4;
const PERSON_FACTOR = 1.4;
const ROLE_FACTOR = 1.6;
const REQUIREMENTS_FACTOR = 1.6;
/** Items below "Required documents". */
const LISTED_REQUIREMENTS_FACTOR = 2;
const STEPS_FACTOR = 1.5;
/** Rows name the words of a task, but rarely tell how it is done. */
const TABLE_OF_STEPS_FACTOR = 0.8;
/** Code matches questions for something else by chance. */
const CODE_FACTOR = 0.4;
const CODE_ASKED_FACTOR = 1.3;

const NUMBER = questionPattern(
  'iu',
  oneOf(
    sequence(
      /(?:^|[\s¿])/u,
      oneOf(
        /how (?:much|many|long|often|old|far|big|tall|fast|late|early)|when|what time|price|cost/u,
        /wie ?(?:viel\w*|lange|oft|hoch|weit|groß|teuer|spät|alt|schnell)|wann|was kost\w*|combien|quand/u,
        /à quelle heure|a qué hora|a que horas?|a che ora|hoe laat|(?:o|od|do) kt[oó]rej|(?:od|do) kiedy/u,
        /во сколько|до скольки|со скольки|cuánt\w+|cuándo|quant\w+|quando|hoeveel|wanneer|ile|kiedy|kaç/u,
        /ne kadar|ne zaman|hur (?:mycket|många|länge|ofta)|när|når|milloin|сколько|когда|скільки|коли|πόσ\S+|πότε|كم|متى/u,
        /כמה|מתי|कितन\S+|कब|kolik|kdy|koliko|kada|jak (?:dlouh|vysok|velk|star|hlubok)\S+|koľko|kedy|ako (?:dlh|vysok|veľk|star)\S+|mennyi\S*|hány\S*|mikor\S*|meddig|c[âa]t(?:ă|e|i|ți)?|c[âa]nd/u,
        /hvor (?:mange|meget|længe|ofte|gammel|høj\S*|stor\S*|lang\S*)|hvornår|berapa|kapan|bao nhiêu|khi nào/u,
        /en qué (?:año|siglo|fecha)|in (?:che|quale) (?:anno|secolo|data)|в каком (?:году|веке)|în ce an/u,
        /في أي (?:عام|سنة)/u,
      ),
      /(?=$|[\s?])/u,
    ),
    /几|多少|多久|什么时候|何时|哪一?年|ปีใด|ปีไหน|いくら|何[時日年人名歳才枚台個回階]|いつ|どのくらい|얼마|몇|언제|เท่าไ|กี่|เมื่อไ/u,
  ),
);
const STEPS = questionPattern(
  'iu',
  /^\W*(?:how (?:do|can|could|should|to|does|would)|wie(?!\s(?:viel|lange|oft|hoch|weit|groß|teuer|spät|alt|schnell|ist|sind|war|heiß|nennt))|comment|cómo|como|come|hoe(?!veel)|jak|ako|hogyan|nasıl|hur(?!\s(?:mycket|många|länge|ofta|är|heter))|как|як|πώς|كيف|איך|कैसे)(?=$|\s)|怎么|如何|怎样|どうやって|どのように|어떻게|อย่างไร/iu,
);

/** "Which command …", "an example", "the snippet". */
const CODE = pattern(
  'iu',
  oneOf(
    sequence(
      /(?<!\p{L})/u,
      oneOf(
        /commands?|code|snippets?|scripts?|examples?|syntax|configur\p{L}*|curl|sql|json|yaml|api|befehle?/u,
        /beispiele?|commandes?|exemples?|comandos?|código|ejemplos?|exemplos?|esemp\p{L}+|codice/u,
        /voorbeeld\p{L}*|polecen\p{L}+|przykład\p{L}*|komut\p{L}*|örnek\p{L}*|команд\p{L}*|пример\p{L}*|код/u,
      ),
      /(?!\p{L})/u,
    ),
    /命令|代码|代碼|示例|コマンド|コード|명령|코드|คำสั่ง|โค้ด|أمر|كود|פקודה|קוד/u,
  ),
);

const CODE_ALONE = pattern(
  'iu',
  /(?<!\p{L})(?:(?:source )?code|snippets?|curl|(?:code )?(?:example|sample)s?|codebeispiele?|beispielcode|exemples? de code|ejemplos? de código)(?!\p{L})/u,
);

/** "Do you have gift cards?" */
const EXISTENCE = questionPattern(
  'iu',
  /^\W*/u,
  oneOf(
    /do you (?:have|offer|sell|carry|stock|provide)|have you got|(?:is|are) there|haben sie|habt ihr/u,
    /hast du|gibt(?: e|['’])s|bietet ihr|bieten sie|verkauf(?:en sie|t ihr)|avez[- ]vous|y a[- ]t[- ]il/u,
    /est-ce qu(?:e vous avez|['’]il y a)|vous avez|(?:ustedes )?tien(?:en|es?)|hay|venden|ofrecen|avete/u,
    /c['’]è|ci sono|vendete|(?:vocês )?têm|tem|há|vendem|hebben jullie|heeft u|(?:is|zijn) er/u,
    /verkopen jullie|(?:czy )?macie|czy (?:jest|są)|finns det|har ni|у вас есть|есть ли|у вас є|чи є/u,
    /έχετε|υπάρχ(?:ει|ουν)|máte|je u vás|prodáváte|nabízíte|predávate|ponúkate|vannak|árul(?:nak|tok)|aveți|există|har I|findes der/u,
  ),
  /(?!\p{L})/u,
);

/** "Which databases do you support?" asks for names. */
const WHICH_DATABASE =
  /(?<!\p{L})(?:which|what|welche[rsn]?) (?:\p{L}+ )?(?:databases?|db|datenbank(?:en)?)(?!\p{L})/iu;

/** "When do I get my money?" is answered by "Within five days". */
const WHEN = /(?<!\p{L})(?:when|how soon)(?!\p{L})/iu;

/** "Can I … on the free plan?" asks for no price. */
const HOW_MUCH = /(?<!\p{L})(?:how much|costs?|prices?|fees?)(?!\p{L})/iu;

/** "When can I call?" is answered by a time of day. */
const TIME_OF_DAY =
  /(?<!\p{L})(?:what time|when (?:can|could|may|should|do) (?:i|we|you)|à quelle heure|a qué hora|a che ora|hoe laat|um wie ?viel uhr)(?!\p{L})/iu;

type AnswerType = 'price' | 'person' | 'duration' | 'frequency' | 'requirements' | 'number' | 'steps' | 'definition';

/** Types whose facts a text tells or lacks. */
const TELLING_TYPES: ReadonlySet<AnswerType> = new Set(['price', 'person', 'duration']);

/** True for a price, a person or a length of time. */
export const asksForFact = (question: string): boolean => {
  const type = answerType(question.slice(0, MAX_CHARACTERS_READ));
  return type !== null && TELLING_TYPES.has(type);
};

const FACT_TYPES: ReadonlySet<AnswerType> = new Set([...TELLING_TYPES, 'frequency', 'requirements', 'number']);

/** True for code, a time, or any fact that `facts/` finds. */
export function asksForFactOrCode(question: string): boolean {
  const asked = question.slice(0, MAX_CHARACTERS_READ);
  const type = answerType(asked);
  return (type !== null && FACT_TYPES.has(type)) || [WHEN, CODE, CODE_ALONE].some((pattern) => pattern.test(asked));
}

export const asksForExistence = (question: string): boolean => EXISTENCE.test(question.slice(0, MAX_CHARACTERS_READ));

export interface ExpectedAnswer {
  /** "Do you have gift cards?" */
  readonly isExistence: boolean;
  readonly isPerson: boolean;
  /** True for a question how something is done: "How do I start the service?" */
  readonly isSteps: boolean;
  /** False where words of code are rather chance. */
  readonly readsCode: boolean;
  /** Factor for the score of a unit below its heading. */
  readonly factor: (unit: ReadUnit, headingWords: ReadonlySet<string>) => number;
  /** True when the factor shows that the fact is missing. */
  readonly lacksFact: (factor: number) => boolean;
}

/** @param present the present question, when `question` joins it with an earlier one */
export function expectedAnswer(question: string, present = question): ExpectedAnswer {
  const [asked, whole] = [present.slice(0, MAX_CHARACTERS_READ), question.slice(0, MAX_CHARACTERS_READ)];
  const isOfAge = yearsAskedFor(asked).size > 0;
  // "Can a child of 2 come?" after "How much is the trip?" asks for no price.
  const type = answerType(asked) ?? (isOfAge ? null : answerType(whole));
  const defined = definedIn(asked) ?? '';
  const asking: AskedFact = {
    defined,
    whole,
    hasOtherNumber: otherNumberTest(whole),
    count: countAskedFor(asked),
    isOfAge,
  };
  const factorOf = type === null ? factorOfOthers : FACTORS[type];
  const code = CODE_ALONE.test(asked) ? CODE_ASKED_FACTOR : STEPS.test(whole) || CODE.test(whole) ? 1 : CODE_FACTOR;
  return {
    isExistence: EXISTENCE.test(asked),
    isPerson: type === 'person',
    isSteps: type === 'steps',
    readsCode: type === 'steps' || code !== CODE_FACTOR,
    factor: (unit, headingWords) =>
      unit.kind === 'code' && type !== 'steps' ? code : factorOf(asking, unit, headingWords),
    lacksFact: (factor) =>
      type !== null && (TELLING_TYPES.has(type) || (type === 'number' && WHEN.test(asked))) && factor === 1,
  };
}

/** True for "How do I use a gift card?" */
export const presupposes = (question: string): boolean => {
  const type = answerType(question.slice(0, MAX_CHARACTERS_READ));
  return type === 'steps' || type === 'duration' || type === 'frequency' || type === 'number';
};

function answerType(question: string): AnswerType | null {
  if (asksForPrice(question) && !(asksForDuration(question) && !HOW_MUCH.test(question))) return 'price';
  if (asksForPerson(question)) return 'person';
  if (asksForDuration(question)) return 'duration';
  if (asksForFrequency(question)) return 'frequency';
  if (asksForRequirements(question)) return 'requirements';
  if (NUMBER.test(question)) return 'number';
  if (STEPS.test(question)) return 'steps';
  return definedIn(question) === null ? null : 'definition';
}

/** True for a question how something is done: "How do I start the service?" */
export const asksHow = (question: string): boolean => answerType(question.slice(0, MAX_CHARACTERS_READ)) === 'steps';

/** True for the price, person, duration or age asked for. */
export function tellsFactAskedFor(question: string, text: string): boolean {
  const asked = question.slice(0, MAX_CHARACTERS_READ);
  switch (answerType(asked)) {
    case 'price':
      return tellsPrice(text);
    case 'person':
      return tellsPerson(text);
    case 'duration':
      return tellsDuration(text);
    case null:
      return yearsAskedFor(asked).size > 0 && numberRangesIn(text).some(isAge);
    default:
      return false;
  }
}

const namesPrice = (words: ReadonlySet<string>): boolean =>
  [...words].some((word) => word.startsWith('=') && serviceConceptsOf(word.slice(1)).includes('price'));

const isAge = (mark: string): boolean => tellsYears(mark) || tellsAgeLimit(mark);
const tellsAge = (words: ReadonlySet<string>): boolean => [...words].some(isAge);

interface AskedFact {
  readonly defined: string;
  readonly whole: string;
  readonly hasOtherNumber: (text: string) => boolean;
  /** Matches a number of the counted thing. */
  readonly count: RegExp | null;
  /** "Can a child of 8 swim?" */
  readonly isOfAge: boolean;
}

type Factor = (asked: AskedFact, unit: ReadUnit, headingWords: ReadonlySet<string>) => number;

const FACTORS: Readonly<Record<AnswerType, Factor>> = {
  price({ whole }, { kind, words, name }) {
    if (kind === 'table' && words.has(AMOUNT) && HOW_MUCH.test(whole) && name !== null && namesPrice(name.words))
      return PRICE_ROW_FACTOR;
    if ((kind === 'table' || kind === 'list') && words.has(AMOUNT)) return PRICE_LIST_FACTOR;
    if (asksForCheapest(whole) && !words.has(AMOUNT)) return 1;
    return words.has(PRICE) ? MONEY_FACTOR : 1;
  },
  person(_, { words }, headingWords) {
    if (words.has(ROLE)) return ROLE_FACTOR;
    return words.has(PERSON) || headingWords.has(PERSON) ? PERSON_FACTOR : 1;
  },
  duration({ whole }, { text, words }) {
    return words.has(DURATION) && !isCountedFromTopic(text.slice(0, MAX_CHARACTERS_READ), whole) ? DURATION_FACTOR : 1;
  },
  requirements(_, { words, kind }, headingWords) {
    if (headingWords.has(REQUIREMENTS) && kind === 'list') return LISTED_REQUIREMENTS_FACTOR;
    return words.has(REQUIREMENTS) || headingWords.has(REQUIREMENTS) ? REQUIREMENTS_FACTOR : 1;
  },
  number({ whole, count, hasOtherNumber }, { text, words }) {
    const read = text.slice(0, MAX_CHARACTERS_READ);
    if (count?.test(read) === true) return COUNT_FACTOR;
    if (TIME_OF_DAY.test(whole) && (words.has(HOURS) || words.has(TIME))) return TIME_FACTOR;
    if (WHEN.test(whole) && (daysIn(read).length > 0 || namesMonth(read))) return DATE_FACTOR;
    return hasOtherNumber(text) || (WHEN.test(whole) && words.has(DURATION)) ? NUMBER_FACTOR : 1;
  },
  frequency: (_, { words }) => (words.has(FREQUENCY) ? FREQUENCY_FACTOR : 1),
  definition: ({ defined }, unit) => definitionFactor(unit, defined),
  steps(_, { kind }) {
    if (kind === 'table') return TABLE_OF_STEPS_FACTOR;
    return kind === 'steps' || kind === 'code' ? STEPS_FACTOR : 1;
  },
};

const factorOfOthers: Factor = ({ whole, isOfAge }, { kind, words }) => {
  if ((isOfAge || asksForChild(whole)) && kind === 'prose' && tellsAge(words)) return AGE_FACTOR;
  return WHICH_DATABASE.test(whole) && words.has(DATABASE) ? NAMES_FACTOR : 1;
};
