/** The steps of one answer: condenses the question, retrieves passages, generates the text, filters it and cites the sources. */
import { setImmediate } from 'node:timers/promises';
import type { AnswerOutcome, AnswerSource } from '../domain/conversation/events.ts';
import type { AnswerEvidence, SealedEvidence } from '../domain/conversation/evidence.ts';
import { EventLoopBudget } from '../lib/event-loop-budget.ts';
import { finishInSlices } from '../lib/steps.ts';
import type { Clock } from '../ports/clock.ts';
import { type CompletionPart, ModelUnavailable, type PromptMessage } from '../ports/models.ts';
import type { SearchStatistics } from '../ports/search-index.ts';
import { EvidenceCollector } from './answer-evidence.ts';
import { AnswerFilters } from './answer-filters.ts';
import { PHRASES } from './extractive/dialogue/phrases.ts';
import { canReplyTo, smallTalkIn } from './extractive/dialogue/small-talk.ts';
import { followUpsInSteps } from './extractive/follow-ups/follow-ups.ts';
import { spokenLanguage } from './extractive/languages/conversation-language.ts';
import type { AnswerGenerator, AnswerPassage, AnswerRequest } from './generators/answer-generator.ts';
import { applyFilter } from './output-filters/stream-rewriter.ts';
import type { PromptPassage } from './prompt/rebuild-prompt.ts';
import type { QuestionInContext } from './question-in-context.ts';
import { type RetrievalDeps, type RetrievedPassage, retrievePassages } from './retrieval/retrieve.ts';
import { AnswerSources } from './sources/answer-sources.ts';
import { chooseSuggestions, forgedSuggestionsFilter, SUGGESTION_COUNT } from './suggestions/suggestions-line.ts';

export interface AnsweringDeps extends RetrievalDeps {
  readonly answerGenerator: AnswerGenerator;
  readonly clock: Clock;
}

export interface AuditRecord {
  readonly condensedQuestion: string;
  readonly evidence: AnswerEvidence;
  readonly sealedEvidence: SealedEvidence;
}

/** Input of the answer generator, which explains an answer of the test chat. */
export interface AnswerInputs {
  /** Ordered as the evidence's passages. */
  readonly passages: readonly PromptPassage[];
  /** Messages sent to the model; null without a model call. */
  readonly messages: readonly PromptMessage[] | null;
}

export interface AnswerSnapshot {
  /** The sent text, without the suggestions line. */
  readonly content: string;
  /** At most five, numbered as in `content`. */
  readonly sources: readonly AnswerSource[];
  readonly record: AuditRecord;
  readonly inputs: AnswerInputs;
}

export class AnswerPipeline {
  readonly #question: QuestionInContext;
  readonly #deps: AnsweringDeps;
  readonly #startedAt: number;
  /** UTC, as `2026-11-24`. */
  readonly #date: string;
  readonly #evidence: EvidenceCollector;
  #condensed: string;
  #statistics: SearchStatistics | null = null;
  #answerRequest: AnswerRequest | null = null;
  #sources: AnswerSources;
  #content = '';
  /** The model's own, unfiltered. */
  #modelSuggestions: readonly string[] = [];
  #filters: AnswerFilters | null = null;

  constructor(question: QuestionInContext, deps: AnsweringDeps) {
    this.#question = question;
    this.#deps = deps;
    this.#startedAt = deps.clock.now();
    this.#date = new Date(this.#startedAt).toISOString().slice(0, 10);
    this.#condensed = question.question;
    this.#sources = new AnswerSources([], question.question);
    const { configurationRevision, memory, lastMemoryMessageId, chatbot } = question;
    const [model, embedder] = [deps.answerGenerator.nameFor(chatbot.model), deps.embedder.id];
    this.#evidence = new EvidenceCollector({
      model,
      embedder,
      date: this.#date,
      configurationRevision,
      memory,
      lastMemoryMessageId,
    });
  }

  async prepare(signal: AbortSignal): Promise<void> {
    const { question, memory, chatbotId, generations, chatbot } = this.#question;
    const { answerGenerator } = this.#deps;
    this.#condensed = await answerGenerator.condense(question, memory, signal, chatbot.model);
    if (memory.length > 0) this.#evidence.condenseMs = this.#elapsed();
    signal.throwIfAborted();
    const request = { chatbotId, generations, question: this.#condensed };
    const { passages, statistics } = await retrievePassages(request, this.#deps, signal);
    this.#evidence.retrieved = passages;
    this.#statistics = statistics;
    this.#evidence.retrievalMs = this.#elapsed() - (this.#evidence.condenseMs ?? 0);
    this.#sources = new AnswerSources(this.#request().passages, this.#condensed);
  }

  /** @throws ModelUnavailable, also for an empty answer */
  async *tokens(signal: AbortSignal): AsyncGenerator<string> {
    const filters = new AnswerFilters(this.#request(), this.#evidence);
    this.#filters = filters;
    const newFilter = () => filters.forText((number) => this.#sources.numberOf(number));
    let filter = newFilter();
    let hasText = false;
    const onPrompt = (messages: readonly PromptMessage[]) => {
      this.#evidence.messages = messages;
    };
    for await (const part of this.#deps.answerGenerator.answer(this.#request(), signal, onPrompt)) {
      signal.throwIfAborted();
      switch (part.kind) {
        case 'text':
          hasText ||= part.text.trim() !== '';
          yield* this.#emit(filter.push(part.text));
          break;
        case 'quotation':
          hasText = true;
          yield* this.#emit(filter.end() + applyFilter(part.text, forgedSuggestionsFilter()));
          filter = newFilter();
          break;
        case 'suggestions':
          hasText = true;
          this.#modelSuggestions = part.questions;
          break;
        default:
          this.#recordPart(part);
      }
      if (filters.leaked) break;
    }
    yield* this.#emit(filter.end());
    signal.throwIfAborted();
    if (!hasText) throw new ModelUnavailable('The model gave an empty answer');
    // The filters removed everything, or the answer leaked the prompt.
    if (this.#content === '' || filters.leaked) {
      const gap = this.#content === '' ? '' : '\n\n';
      yield* this.#emit(`${gap}${PHRASES[spokenLanguage(this.#request())].nothingFits}`);
    }
    if (!this.#deps.answerGenerator.citesAll) this.#sources.addUncited(this.#content);
  }

  /** The model's own suggestions, as far as the filters let them through, then questions that the content answers. */
  async suggestions(signal: AbortSignal): Promise<readonly string[]> {
    const request = this.#request();
    const written = this.#filters?.offerable(this.#modelSuggestions) ?? [];
    const chosen = chooseSuggestions(written);
    if (chosen.length === SUGGESTION_COUNT) return chosen;
    // The tokens so far are sent first: finding questions holds the event loop.
    await setImmediate();
    const budget = new EventLoopBudget();
    const inContent = await finishInSlices(followUpsInSteps(request, this.#content), budget, signal);
    const withPassages = chooseSuggestions([...written, ...inContent]);
    if (withPassages.length === SUGGESTION_COUNT) return withPassages;
    const general = await finishInSlices(followUpsInSteps({ ...request, passages: [] }, ''), budget, signal);
    return chooseSuggestions([...withPassages, ...general]);
  }

  /** `not_found` without a source. Answers to greetings, thanks and "Who are you?" need none. */
  get outcome(): AnswerOutcome {
    if (this.#sources.citations.length > 0) return 'answered';
    const talk = smallTalkIn(this.#question.question);
    const isAnswered = talk !== null && canReplyTo(talk, this.#request().chatbot);
    return isAnswered ? 'answered' : 'not_found';
  }

  snapshot(): AnswerSnapshot {
    return {
      content: this.#content.trimEnd(),
      sources: this.#sources.listFor(this.#content),
      record: {
        condensedQuestion: this.#condensed,
        evidence: this.#evidence.evidence(this.#sources.citations, this.#elapsed()),
        sealedEvidence: this.#evidence.sealedEvidence(),
      },
      inputs: { passages: this.#evidence.passages().map(({ passage }) => passage), messages: this.#evidence.messages },
    };
  }

  #recordPart(part: Exclude<CompletionPart, { kind: 'text' }>): void {
    if (part.kind === 'usage') this.#evidence.usage = part.usage;
    else if (part.kind === 'call') this.#evidence.call = part.call;
    else this.#evidence.finishReason = part.reason;
  }

  #elapsed(): number {
    return Math.max(0, Math.round(this.#deps.clock.now() - this.#startedAt));
  }

  *#emit(text: string): Iterable<string> {
    const token = this.#content === '' ? text.trimStart() : text;
    if (token === '') return;
    this.#evidence.firstTokenMs ??= this.#elapsed();
    this.#content += token;
    yield token;
  }

  #request(): AnswerRequest {
    if (this.#answerRequest !== null) return this.#answerRequest;
    const { question, memory, chatbot } = this.#question;
    const passages = this.#evidence.retrieved.map(answerPassageOf);
    this.#answerRequest = { question, date: this.#date, memory, passages, statistics: this.#statistics, chatbot };
    return this.#answerRequest;
  }
}

function answerPassageOf({ passage, text, joined, byWords }: RetrievedPassage): AnswerPassage {
  const { sourceId, title, url, headings } = passage;
  const found = [passage.text, ...joined.map((other) => other.passage.text)];
  return { sourceId, title, url, headings, text, found, ...(byWords === null ? {} : { bm25: byWords.score }) };
}
