/** Forms with changed stems, which stemmers keep apart: Spanish "atienden" and "atendemos", Dutch "verkopen" and "verkocht". */
import { pattern } from '../../../lib/patterns.ts';
import { DUTCH, type Language, SPANISH } from '../../../text/analysis/languages.ts';
import type { PassageWords } from './passage-words.ts';
import { isHeldIn, type Term, wordOf } from './terms.ts';

/** The same key for all forms of a word; null for a word with one stem. */
type KeyOf = (word: string) => string | null;

const DIPHTHONG = /^(\p{L}*?)(?:ie|ue)(?=[^aeiou])/u;
const SPANISH_ENDING = /(?:(?:a|ie)ron|aba[ns]?|[ae]mos|i[ae]?n|imos|a[dr]as?|a[dr]os?|[aei]r|[ae]n|[ae]s|[oae])$/u;
const MIN_STEM = 4;

/** Leaves out the vowel that the stress changes in "atienden" and "atendemos". */
function spanishKey(word: string): string | null {
  const stem = word.replace(SPANISH_ENDING, '');
  if (stem.length < MIN_STEM) return null;
  const isChanged = DIPHTHONG.test(stem);
  const key = isChanged ? stem.replace(DIPHTHONG, '$1_') : stem.replace(/[eo](?=[^aeiou]+$)/u, '_');
  return key.includes('_') ? key : null;
}

/** Stems of strong verbs with those of their past. */
const DUTCH_VERBS: readonly RegExp[] = [
  /^breng(?:t|en)?$|^bracht(?:en)?$/u,
  /^ko(?:op(?:t)?|pen)$|^kocht(?:en)?$/u,
  /^zoek(?:t|en)?$|^zocht(?:en)?$/u,
  /^ne(?:emt?|men)$|^na(?:m|men)$|^nomen$/u,
  /^kri?j?(?:gt?|gen)$|^kre(?:eg|gen)$/u,
  /^kie(?:st?|zen)$|^ko(?:os|zen)$/u,
  /^slui(?:t|ten)$|^slo(?:ot|ten)$/u,
  /^spre(?:ekt?|ken)$|^spr[ao]ken$/u,
  /^schrij(?:ft?|ven)$|^schre(?:ef|ven)$/u,
  /^rij(?:dt?|den)$|^re(?:ed|den)$/u,
  /^vind(?:t|en)?$|^vond(?:en)?$/u,
  /^bre(?:ekt?|ken)$|^br[ao]ken$/u,
  /^zend(?:t|en)?$|^zond(?:en)?$/u,
  /^bie(?:dt?|den)$|^bo(?:od|den)$/u,
  /^help(?:t|en)?$|^h[io]e?lpen$/u,
  /^zwem(?:t|men)?$|^zwom(?:men)?$/u,
  /^drink(?:t|en)?$|^dr[ao]nk(?:en)?$/u,
  /^do(?:e|et|en)$|^daan$/u,
];
const DUTCH_PREFIX = pattern(
  'u',
  /^(aan|af|mee|in|op|uit|terug|om|over|door|na|voor|toe|ver|be|ont)?(?:ge)?(\p{L}{3,})$/u,
);

function dutchKey(word: string): string | null {
  const [, prefix = '', stem = ''] = DUTCH_PREFIX.exec(word) ?? [];
  const verb = DUTCH_VERBS.findIndex((forms) => forms.test(stem));
  return verb < 0 ? null : `${prefix}${verb}`;
}

const KEYS: ReadonlyMap<Language, KeyOf> = new Map([
  [SPANISH, spanishKey],
  [DUTCH, dutchKey],
]);

/** Adds forms with a changed stem to terms that the content has in no other. */
export function withChangedStems(
  terms: readonly Term[],
  language: Language,
  content: readonly PassageWords[],
): readonly Term[] {
  const keyOf = KEYS.get(language);
  if (keyOf === undefined) return terms;
  const unknown = terms.filter((term) => term.exact !== null && term.variants.size === 0 && !isHeldIn(content, term));
  if (unknown.length === 0) return terms;
  return terms.map((term) => {
    const key = unknown.includes(term) ? keyOf(wordOf(term)) : null;
    if (key === null) return term;
    const forms = content.flatMap(({ spelled }) => [...spelled].filter((word) => keyOf(word) === key));
    return forms.length === 0 ? term : { ...term, variants: new Map(forms.map((form) => [`=${form}`, 1])) };
  });
}
