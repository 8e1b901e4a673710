import { sanitiseMarkdown } from '../../output-filters/sanitise-markdown.ts';
import { applyFilter } from '../../output-filters/stream-rewriter.ts';
import { forgedSuggestionsFilter } from '../../suggestions/suggestions-line.ts';

/** Text that the owner added, as it may be shown. Markers are removed first: what they leave may be an image or a tag. */
export const sanitiseQuotation = (text: string): string =>
  sanitiseMarkdown(applyFilter(text, forgedSuggestionsFilter()));
