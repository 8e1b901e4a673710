/** From a question to a streamed answer: condense, retrieve, ask the model, show only what may be shown, and say what it rests on. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AnswerEvidence, AnswerSource } from '../../domain/conversation/events.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  type AnswerModel,
  type AnswerPassage,
  type AnswerRequest,
  type AnswerUsage,
  type ConversationTurn,
  ModelUnavailable,
} from '../../ports/models.ts';
import { followUpQuestions } from '../../text/extractive/follow-ups.ts';
import { PHRASES } from '../../text/extractive/phrases.ts';
import { visitorLanguage } from '../../text/extractive/visitor-language.ts';
import { AnswerSources } from './answer-sources.ts';
import { citationFilter } from './citation-filter.ts';
import { linkFilter } from './link-filter.ts';
import { linkPolicy } from './link-policy.ts';
import { PROMPT_VERSION, toldTexts } from './prompt.ts';
import { recitalFilter, ToldWords } from './recital-filter.ts';
import { type RetrievalDeps, type RetrievedPassage, retrievePassages } from './retrieve.ts';
import { chained, type StreamFilter } from './stream-rewriter.ts';
import { chooseSuggestions, forgedSuggestionsFilter, SUGGESTION_COUNT, suggestionsLine } from './suggestions-line.ts';
import type { FoundPassage } from './widen-passages.ts';

export interface QuestionToAnswer {
  readonly chatbotId: string;
  /** Active generations of the chatbot's sources. */
  readonly generations: readonly string[];
  readonly question: string;
  /** Earlier turns of the session, oldest first; assistant turns without their suggestions line. */
  readonly memory: readonly ConversationTurn[];
  readonly chatbot: AnswerRequest['chatbot'];
  /** Of the chatbot's stream: which configuration `chatbot` is. */
  readonly configurationRevision: number;
}

export interface AnsweringDeps extends RetrievalDeps {
  readonly answerModel: AnswerModel;
  readonly clock: Clock;
}

/** What an auditor needs to say why the answer is what it is. */
export interface AnswerRecord {
  readonly condensedQuestion: string;
  readonly evidence: AnswerEvidence;
}

interface Shown {
  /** What the visitor was shown, without the suggestions line. */
  readonly content: string;
  /** At most five, in the order of the numbers in `content`. */
  readonly sources: readonly AnswerSource[];
  readonly record: AnswerRecord;
}

export type AnswerEvent =
  /** Never empty. All tokens together: the content, then the suggestions line. */
  | { readonly kind: 'token'; readonly token: string }
  | ({ readonly kind: 'complete'; readonly suggestions: readonly string[] } & Shown)
  /** `left`: the signal aborted. `failed`: the model gave up; `error` says why, to operators only. Nothing follows. */
  | ({ readonly kind: 'interrupted'; readonly reason: 'left' | 'failed'; readonly error: Error } & Shown);

/**
 * Answers a question. What it can be answered from is looked for at once; the model is asked when the events are read. They end with
 * exactly one `complete` or `interrupted`.
 * @throws StoreUnavailable, and whatever else is no failure of a model: where the events are read
 */
export function answerQuestion(
  question: QuestionToAnswer,
  deps: AnsweringDeps,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const answer = new RunningAnswer(question, deps);
  const prepared = answer.prepare(signal);
  // It is told where the events are read; nobody may ever read them.
  prepared.catch(() => undefined);
  return eventsOf(answer, prepared, signal);
}

async function* eventsOf(
  answer: RunningAnswer,
  prepared: Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  try {
    await prepared;
    for await (const token of answer.tokens(signal)) yield { kind: 'token', token };
    const suggestions = await answer.suggestions(signal);
    yield { kind: 'token', token: suggestionsLine(suggestions) };
    yield { kind: 'complete', suggestions, ...answer.shown() };
  } catch (error) {
    if (signal.aborted) yield { kind: 'interrupted', reason: 'left', error: asError(error), ...answer.shown() };
    else if (error instanceof ModelUnavailable) {
      yield { kind: 'interrupted', reason: 'failed', error, ...answer.shown() };
    } else throw error;
  }
}

class RunningAnswer {
  readonly #question: QuestionToAnswer;
  readonly #deps: AnsweringDeps;
  readonly #startedAt: number;
  #condensed: string;
  #retrieved: readonly RetrievedPassage[] = [];
  #asked: AnswerRequest | null = null;
  #sources = new AnswerSources([]);
  #usage: AnswerUsage | null = null;
  #firstTokenMs: number | null = null;
  #content = '';
  /** The model says what it was told instead of an answer. */
  #recites = false;

  constructor(question: QuestionToAnswer, deps: AnsweringDeps) {
    this.#question = question;
    this.#deps = deps;
    this.#startedAt = deps.clock.now();
    this.#condensed = question.question;
  }

  async prepare(signal: AbortSignal): Promise<void> {
    const { question, memory, chatbotId, generations, chatbot } = this.#question;
    const { answerModel } = this.#deps;
    if (memory.length > 0) this.#condensed = await answerModel.condense(question, memory, signal, chatbot.model);
    signal.throwIfAborted();
    const request = { chatbotId, generations, question: this.#condensed };
    this.#retrieved = await retrievePassages(request, this.#deps, signal);
    this.#sources = new AnswerSources(this.#request().passages);
  }

  /** @throws ModelUnavailable also for an answer that says nothing */
  async *tokens(signal: AbortSignal): AsyncGenerator<string> {
    const filter = this.#filter();
    let said = false;
    for await (const part of this.#deps.answerModel.answer(this.#request(), signal)) {
      signal.throwIfAborted();
      if (part.kind === 'usage') this.#usage = part.usage;
      else {
        said ||= part.text.trim() !== '';
        yield* this.#show(filter.push(part.text));
      }
      if (this.#recites) break;
    }
    yield* this.#show(filter.end());
    signal.throwIfAborted();
    if (!said) throw new ModelUnavailable('The model gave an empty answer');
    // Nothing but links to elsewhere, invented numbers, a forged line or what is not to be told: then there is no answer.
    if (this.#content === '' || this.#recites) {
      const gap = this.#content === '' ? '' : '\n\n';
      yield* this.#show(`${gap}${PHRASES[visitorLanguage(this.#question.question)].nothingFits}`);
    }
    this.#sources.nameUncited(this.#content);
  }

  async suggestions(signal: AbortSignal): Promise<readonly string[]> {
    const request = this.#request();
    const asked = await this.#deps.answerModel.suggest(request, this.#content, signal);
    signal.throwIfAborted();
    const { question, passages } = request;
    const fromContent = () => followUpQuestions({ question, answer: this.#content, passages });
    const enough = chooseSuggestions(asked);
    if (enough.length === SUGGESTION_COUNT) return enough;
    const withPassages = chooseSuggestions([...enough, ...fromContent()]);
    if (withPassages.length === SUGGESTION_COUNT) return withPassages;
    return chooseSuggestions([...withPassages, ...followUpQuestions({ question, answer: '', passages: [] })]);
  }

  shown(): Shown {
    const { answerModel, clock } = this.#deps;
    return {
      content: this.#content.trimEnd(),
      sources: this.#sources.named,
      record: {
        condensedQuestion: this.#condensed,
        evidence: {
          model: answerModel.nameFor(this.#question.chatbot.model),
          promptVersion: PROMPT_VERSION,
          configurationRevision: this.#question.configurationRevision,
          passages: this.#retrieved.flatMap(allIn).map(({ passage, score }) => ({
            passageId: passage.id,
            sourceId: passage.sourceId,
            score,
            textHash: createHash('sha256').update(passage.text).digest('hex'),
          })),
          promptTokens: this.#usage?.promptTokens ?? null,
          completionTokens: this.#usage?.completionTokens ?? null,
          firstTokenMs: this.#firstTokenMs,
          totalMs: elapsed(this.#startedAt, clock),
        },
      },
    };
  }

  *#show(text: string): Iterable<string> {
    // An answer does not begin with white space.
    const token = this.#content === '' ? text.trimStart() : text;
    if (token === '') return;
    this.#firstTokenMs ??= elapsed(this.#startedAt, this.#deps.clock);
    this.#content += token;
    yield token;
  }

  #filter(): StreamFilter {
    const { persona, tone, systemPrompt } = this.#question.chatbot;
    const { passages } = this.#request();
    const policy = linkPolicy({
      sourceUrls: passages.map(({ url }) => url),
      ownerTexts: [persona, tone, systemPrompt],
      passageTexts: passages.map(({ text }) => text),
    });
    const recital = recitalFilter(toldWordsOf(this.#question.chatbot), this.#openTexts(), () => {
      this.#recites = true;
    });
    return chained([
      recital,
      linkFilter(policy),
      citationFilter((number) => this.#sources.numberOf(number)),
      forgedSuggestionsFilter(),
    ]);
  }

  /** What anybody may say: it stands in the content, or the visitor wrote it. */
  #openTexts(): readonly string[] {
    const { question, passages } = this.#request();
    return [question, ...passages.map(({ text }) => text)];
  }

  /** One for all that is asked of the model. */
  #request(): AnswerRequest {
    if (this.#asked !== null) return this.#asked;
    const { question, memory, chatbot } = this.#question;
    const passages = this.#retrieved.map(answerPassageOf);
    this.#asked = { question, memory, passages, chatbot };
    return this.#asked;
  }
}

function answerPassageOf({ passage, text, joined }: RetrievedPassage): AnswerPassage {
  const { title, url, headings } = passage;
  return { title, url, headings, text, found: [passage.text, ...joined.map((other) => other.passage.text)] };
}

/** All passages that were put before the model, be it by a few sentences: those that only stand beside a found one score 0. */
function allIn(wide: RetrievedPassage): readonly FoundPassage[] {
  return [wide, ...wide.joined, ...wide.beside.map((passage) => ({ passage, score: 0 }))];
}

/** Of the chatbots that answered last: they are told the same again and again. */
const told = new LRUCache<string, ToldWords>({ max: 100 });

function toldWordsOf(chatbot: AnswerRequest['chatbot']): ToldWords {
  const texts = toldTexts(chatbot);
  const key = texts.map(({ text }) => text).join('\0');
  const known = told.get(key) ?? new ToldWords(texts);
  told.set(key, known);
  return known;
}

function elapsed(since: number, clock: Clock): number {
  return Math.max(0, Math.round(clock.now() - since));
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
