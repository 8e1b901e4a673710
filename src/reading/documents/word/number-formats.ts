/** Numbers of lists as Word displays them. */
export type NumberFormat = 'decimal' | 'padded' | 'upper-roman' | 'lower-roman' | 'upper-letter' | 'lower-letter';

const MAX_ROMAN = 3_999;
const MAX_LETTERS = 26 * 20;

export function formatNumber(number: number, format: NumberFormat): string {
  switch (format) {
    case 'decimal':
      return String(number);
    case 'padded':
      return String(number).padStart(2, '0');
    case 'upper-roman':
      return roman(number);
    case 'lower-roman':
      return roman(number).toLowerCase();
    case 'upper-letter':
      return letters(number);
    case 'lower-letter':
      return letters(number).toLowerCase();
  }
}

/** Markdown counts in plain numbers only: letters and numbers of several levels stand in the item's text. */
export function labelledItem(label: string, text: string): { readonly marker: string; readonly text: string } {
  if (label === '') return { marker: '-', text };
  return /^\d{1,3}[.)]$/.test(label) ? { marker: label, text } : { marker: '-', text: `${label} ${text}` };
}

const ROMAN = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

function roman(number: number): string {
  if (number < 1 || number > MAX_ROMAN) return String(number);
  let rest = number;
  let text = '';
  for (const [value, sign] of ROMAN) {
    text += sign.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return text;
}

/** A to Z, then AA, BB, CC. */
function letters(number: number): string {
  if (number < 1 || number > MAX_LETTERS) return String(number);
  return String.fromCharCode(65 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));
}
