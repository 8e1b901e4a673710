/** How often something happens, and questions for it. */
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import { questionPattern } from '../terms/question-pattern.ts';

const NUMBER = /(?:\p{N}{1,3}|two|three|four|six|twelve|zwei|drei|vier|deux|trois|dos|tres|due|tre|twee|drie)\s/u;
const UNIT = oneOf(
  /seconds?|minutes?|hours?|days?|nights?|mornings?|evenings?|weeks?|weekends?|months?|quarters?|years?/u,
  /uses?|times?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?/u,
);
const FREQUENCY = pattern(
  'iu',
  /(?<!\p{L})/u,
  oneOf(
    /hourly|daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually|once|twice/u,
    sequence(NUMBER, /times/u),
    sequence(/(?:every|each) /u, oneOf(/other |few |second |third /u, NUMBER, /\p{L}{4,7} /u), '?', UNIT),
    /(?:an?|per) (?:day|week|month|year)/u,
    /täglich|wöchentlich|monatlich|jährlich|(?:ein|zwei|drei)mal/u,
    sequence(/(?:alle|jede[nrs]?) /u, oneOf(NUMBER), '?', /(?:Stunden?|Tage?|Wochen?|Monate?|Jahre?)/u),
    /(?:tous|toutes) les|chaque|par (?:jour|semaine|mois|an)/u,
    /cada|diari[oa](?:mente)?|semanal(?:mente)?|mensual(?:mente)?|ogni/u,
    /elke?|dagelijks|wekelijks|maandelijks|jaarlijks/u,
  ),
  /(?!\p{L})/u,
);
const HOW_OFTEN = questionPattern(
  'iu',
  /(?<!\p{L})(?:how (?:often|frequently|regularly)|wie (?:oft|häufig)|à quelle fréquence|combien de fois|con qué frecuencia|cada cuánto|quante volte|ogni quanto|com que frequência|hoe vaak|jak często|hur ofta|как часто)(?!\p{L})/u,
);

/** Linear in the text. */
export const tellsFrequency = (text: string): boolean => FREQUENCY.test(text);

export const asksForFrequency = (question: string): boolean => HOW_OFTEN.test(question);
