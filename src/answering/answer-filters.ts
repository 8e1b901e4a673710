/** Output filters of one answer and its suggestions. */
import { LRUCache } from 'lru-cache';
import type { EvidenceCollector } from './answer-evidence.ts';
import type { AnswerRequest } from './generators/answer-generator.ts';
import { citationFilter, type SourceNumber } from './output-filters/citation-filter.ts';
import { linkFilter } from './output-filters/link-filter.ts';
import { type LinkPolicy, linkPolicy } from './output-filters/link-policy.ts';
import { ProtectedText, promptLeakFilter } from './output-filters/prompt-leak-filter.ts';
import { applyFilter, chainFilters, type StreamFilter } from './output-filters/stream-rewriter.ts';
import { protectedTexts } from './prompt/prompt.ts';
import { chooseSuggestions, forgedSuggestionsFilter } from './suggestions/suggestions-line.ts';

export class AnswerFilters {
  readonly #request: AnswerRequest;
  readonly #evidence: EvidenceCollector;
  readonly #links: LinkPolicy;
  #leaked = false;

  constructor(request: AnswerRequest, evidence: EvidenceCollector) {
    this.#request = request;
    this.#evidence = evidence;
    const { passages, chatbot } = request;
    this.#links = linkPolicy({
      sourceUrls: passages.map(({ url }) => url),
      ownerTexts: [chatbot.persona, chatbot.tone, chatbot.systemPrompt],
      passageTexts: passages.map(({ text }) => text),
    });
  }

  /** True when the text repeated the prompt and was cut off there. */
  get leaked(): boolean {
    return this.#leaked;
  }

  /** Filters links again at the end, since removed citations and markers may leave one: `[9][a]: javascript:…`, `bob+[9]@evil.test`. */
  forText(sourceNumber: SourceNumber): StreamFilter {
    const filteredBy = (name: Parameters<EvidenceCollector['filteredBy']>[0]) => this.#evidence.filteredBy(name);
    const leakFilter = this.#leakFilter((withheld) => {
      this.#leaked = true;
      filteredBy('prompt-leak')(withheld, '');
    });
    const withoutLinks = () => linkFilter(this.#links, filteredBy('link'));
    return chainFilters([
      leakFilter,
      withoutLinks(),
      citationFilter(sourceNumber, filteredBy('citation')),
      forgedSuggestionsFilter(filteredBy('suggestions-line')),
      withoutLinks(),
    ]);
  }

  /** Drops suggestions that repeat the prompt or were asked or offered before, and foreign links in others. */
  offerable(suggestions: readonly string[]): readonly string[] {
    const { question, memory } = this.#request;
    const earlier = memory.flatMap(({ role, content, suggestions: offered = [] }) =>
      role === 'user' ? [content] : offered,
    );
    const known = new Set([question, ...earlier].map(wordsOf));
    return suggestions.flatMap((written) => {
      let leaked = false;
      const leakFilter = this.#leakFilter(() => {
        leaked = true;
      });
      const kept = applyFilter(written, chainFilters([leakFilter, linkFilter(this.#links)]));
      const [offered] = chooseSuggestions([kept]);
      if (!leaked && offered !== undefined && this.#isWithoutLinks(offered) && !known.has(wordsOf(offered)))
        return [offered];
      this.#evidence.filteredBy('suggestions-line')(written, '');
      return [];
    });
  }

  /** Removed brackets may have split an address. */
  #isWithoutLinks(text: string): boolean {
    return applyFilter(text, linkFilter(this.#links)) === text;
  }

  #leakFilter(onLeak: (withheld: string) => void): StreamFilter {
    const { question, passages, chatbot } = this.#request;
    const allowedTexts = [question, ...passages.map(({ text }) => text)];
    return promptLeakFilter(protectedTextOf(chatbot), allowedTexts, onLeak);
  }
}

const wordsOf = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');

/** Keyed by the protected text of a chatbot. */
const PROTECTED_TEXTS = new LRUCache<string, ProtectedText>({ max: 100 });

function protectedTextOf(chatbot: AnswerRequest['chatbot']): ProtectedText {
  const texts = protectedTexts(chatbot);
  const key = texts.map(({ text }) => text).join('\0');
  const known = PROTECTED_TEXTS.get(key) ?? new ProtectedText(texts);
  PROTECTED_TEXTS.set(key, known);
  return known;
}
