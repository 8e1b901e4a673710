/** Small numbers in words: "2 cups" and "Two cups". Folded. */

const NUMBERS: ReadonlyMap<string, string> = new Map(
  [
    'two zwei deux dos due dois duas twee dwa dwie iki два две',
    'three drei trois tres tre tres drie trzy uc три',
    'four vier quatre cuatro quattro quatro cztery dort четыре',
    'five funf cinq cinco cinque vijf piec bes пять',
    'six sechs seis sei zes szesc alti шесть',
    'seven sieben sept siete sette sete zeven siedem yedi семь',
    'eight acht huit ocho otto oito osiem sekiz восемь',
    'nine neun neuf nueve nove negen dziewiec dokuz девять',
    'ten zehn dix diez dieci dez tien dziesiec десять',
    'eleven elf onze once undici onze jedenascie одиннадцать',
    'twelve zwolf douze doce dodici doze twaalf dwanascie двенадцать',
  ].flatMap((names, place) => names.split(' ').map((name): [string, string] => [name, String(place + 2)])),
);

/** Digits of a number in words; null for any other word. @param word folded, in lower case */
export const digitsOf = (word: string): string | null => NUMBERS.get(word) ?? null;
