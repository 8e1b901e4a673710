/** Names of units: the first cell of a row, the beginning of an item, the label of a line. */
import { analyseText } from '../../../text/analysis/analyse.ts';
import type { Language } from '../../../text/analysis/languages.ts';
import { numberRangesIn } from '../terms/number-ranges.ts';
import type { OutlineUnit } from './outline.ts';

export interface UnitName {
  readonly words: ReadonlySet<string>;
  /** Years of age in it. */
  readonly years: ReadonlySet<string>;
  /** True for the label of a line: "Low season: March to May". Rows and items begin with their name. */
  readonly isLabel: boolean;
  readonly isOneWord: boolean;
}

const LABEL = /^([^|:：.]{1,40})[:：]\s/u;
const BEGINNING = /^[\s*+•|-]*([^|:]{1,60})/u;
const WORD = /[\p{L}\p{N}]+/gu;
const NO_YEARS: ReadonlySet<string> = new Set();

/** @param language of the passage */
export function unitNameOf({ kind, markdown }: OutlineUnit, language: Language): UnitName | null {
  const isLabel = kind === 'prose' || kind === 'lines';
  if (!isLabel && kind !== 'table' && kind !== 'list') return null;
  const name = (isLabel ? LABEL : BEGINNING).exec(markdown)?.[1];
  if (name === undefined) return null;
  const years = numberRangesIn(name);
  return {
    words: new Set(analyseText(name, language)),
    years: years.length === 0 ? NO_YEARS : new Set(years),
    isLabel,
    isOneWord: name.match(WORD)?.length === 1,
  };
}
