/** How often something happens, and questions for it. */

const NUMBER = '(?:\\p{N}{1,3}|two|three|four|six|twelve|zwei|drei|vier|deux|trois|dos|tres|due|tre|twee|drie)\\s';
const UNIT =
  'seconds?|minutes?|hours?|days?|nights?|mornings?|evenings?|weeks?|weekends?|months?|quarters?|years?|uses?|times?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?';
const FREQUENCY = new RegExp(
  `(?<!\\p{L})(?:hourly|daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually|once|twice|${NUMBER}times|(?:every|each) (?:other |few |second |third |${NUMBER}|\\p{L}{4,7} )?(?:${UNIT})|(?:an?|per) (?:day|week|month|year)|täglich|wöchentlich|monatlich|jährlich|(?:ein|zwei|drei)mal|(?:alle|jede[nrs]?) (?:${NUMBER})?(?:Stunden?|Tage?|Wochen?|Monate?|Jahre?)|(?:tous|toutes) les|chaque|par (?:jour|semaine|mois|an)|cada|diari[oa](?:mente)?|semanal(?:mente)?|mensual(?:mente)?|ogni|elke?|dagelijks|wekelijks|maandelijks|jaarlijks)(?!\\p{L})`,
  'iu',
);
const HOW_OFTEN =
  /(?<!\p{L})(?:how (?:often|frequently|regularly)|wie (?:oft|häufig)|à quelle fréquence|combien de fois|con qué frecuencia|cada cuánto|quante volte|ogni quanto|com que frequência|hoe vaak|jak często|hur ofta|как часто)(?!\p{L})/iu;

/** Linear in the text. */
export const tellsFrequency = (text: string): boolean => FREQUENCY.test(text);

export const asksForFrequency = (question: string): boolean => HOW_OFTEN.test(question);
