/** Services that a passage tells about outside its headings, such as a pasted text without any. */
import { HOURS } from '../facts/fact-marks.ts';
import { memoizedByPassage } from '../passages/outline.ts';
import { type ReadUnit, readPassages } from '../passages/read-passages.ts';
import { contentWords } from '../question/question-terms.ts';
import { type ServiceConcept, serviceConceptsOf } from '../thesaurus/synonyms.ts';

export interface ToldService {
  readonly service: ServiceConcept;
  readonly text: string;
}

const MAX_BYTES = 1024 * 1024;
/** Measured on texts that tell of many services; most tell of none. */
const BYTES_PER_CHARACTER = 4;
/** Sentences of a passage. */
const MAX_UNITS_READ = 60;
const SUBJECT_WORDS = 2;
/** Services that a word alone tells. A single amount does not tell what things cost, and any sentence may say "work". */
const CLEAR: ReadonlySet<ServiceConcept> = new Set(['payment', 'delivery', 'returns', 'vouchers', 'contact']);
/** Characters. Longer sentences mention much in passing. */
const MAX_SENTENCE = 200;

export const toldServices = memoizedByPassage(
  (passage): readonly ToldService[] => {
    const [read] = readPassages([passage]);
    if (read === undefined) return [];
    const told = new Map<ServiceConcept, ToldService>();
    const unnamed = read.units.filter(({ section }) => read.sections[section]?.isPage === true);
    for (const unit of unnamed.slice(0, MAX_UNITS_READ)) {
      for (const service of servicesOf(unit)) {
        if (!told.has(service)) told.set(service, { service, text: unit.text });
      }
    }
    return [...told.values()];
  },
  MAX_BYTES,
  BYTES_PER_CHARACTER,
);

/** A sentence names early what it is about: "The refund arrives". Opening hours need times on days. */
function servicesOf({ text, words, kind }: ReadUnit): readonly ServiceConcept[] {
  if (kind === 'code' || kind === 'table' || text.length > MAX_SENTENCE) return [];
  const concepts = contentWords(text).slice(0, SUBJECT_WORDS).map(serviceConceptsOf);
  const named = concepts.find(({ length }) => length > 0) ?? [];
  return [...(words.has(HOURS) ? (['hours'] as const) : []), ...named.filter((service) => CLEAR.has(service))];
}
