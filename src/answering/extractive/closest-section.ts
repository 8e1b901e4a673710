/** Finds the section that comes closest to a question which the passages do not answer. */

import type { Steps } from '../../lib/steps.ts';
import { topicName } from './follow-ups/topics.ts';
import type { ExtractPassage } from './passages/outline.ts';
import { pageName } from './passages/page-name.ts';
import { type ReadSection, readPassages } from './passages/read-passages.ts';
import { MIN_CONTENT_WORD_WEIGHT, termsFor, withoutSiteName } from './question/question-terms.ts';
import { termCoverage } from './scoring/term-coverage.ts';
import { scoreUnits } from './scoring/unit-scoring.ts';
import { strengthOf, type Term } from './terms/terms.ts';

/** Least share of the question that the passages hold. */
const MIN_CLOSEST_SHARE = 0.2;

/** Numbers are in any text. */
const isTellingWord = ({ weight, stem }: Term): boolean => weight >= MIN_CONTENT_WORD_WEIGHT && /\p{L}/u.test(stem);

function isNamedBy({ headingWords }: ReadSection, telling: readonly Term[]): boolean {
  const words = new Set(headingWords);
  return telling.some((term) => strengthOf(term, words) === 1);
}

/** Returns the section's heading, or the title of its page; null when none is near. */
export function* closestSection(
  question: string,
  passages: readonly ExtractPassage[],
  siteName?: string,
): Steps<string | null> {
  const read = readPassages(passages);
  const terms = withoutSiteName(termsFor(question, passages), read, siteName);
  if (terms.length === 0 || Math.max(...(yield* termCoverage(terms, read, null))) < MIN_CLOSEST_SHARE) return null;
  const telling = terms.filter(isTellingWord);
  // A word within the text may be about anything: "large" in another section does not bring it near to a large bouquet.
  const named = new Set(read.flatMap(({ sections }) => sections.filter((section) => isNamedBy(section, telling))));
  const scored = (yield* scoreUnits(question, terms, read)).filter(({ passage, unit }) => {
    const section = read[passage]?.sections[unit.section];
    return section !== undefined && named.has(section);
  });
  const [best] = scored.sort((one, other) => other.score - one.score);
  if (best === undefined) return null;
  const { heading = '' } = read[best.passage]?.sections[best.unit.section] ?? {};
  const name = topicName(heading) ?? topicName(pageName(passages[best.passage]?.title ?? ''));
  // The site itself is no topic.
  const isSite = siteName !== undefined && siteName !== '' && name?.toLowerCase().startsWith(siteName.toLowerCase());
  return isSite === true ? null : name;
}
