/** Collects the evidence of an answer while it is generated. */
import { hash } from 'node:crypto';
import type { AnswerEvidence, FilteredText, SealedEvidence } from '../domain/conversation/evidence.ts';
import type { ModelCall, PromptMessage, TokenUsage } from '../ports/models.ts';
import type { ConversationTurn } from './generators/answer-generator.ts';
import type { OnReduced } from './output-filters/stream-rewriter.ts';
import { PROMPT_VERSION, promptHash } from './prompt/prompt.ts';
import type { FoundPassage, TextPart } from './retrieval/context-expansion.ts';
import { perPassage } from './retrieval/passage-cache.ts';
import type { RetrievedPassage } from './retrieval/retrieve.ts';
import type { Citation } from './sources/answer-sources.ts';

/** Characters of filtered text that are recorded, in total and of one place. */
const MAX_FILTERED_CHARACTERS = 2_000;
const MAX_FILTERED_LENGTH = 200;

/** Evidence that comes with the question. */
export interface EvidenceContext {
  readonly model: string;
  readonly embedder: string;
  /** UTC, as `2026-11-24`. */
  readonly date: string;
  readonly configurationRevision: number;
  readonly memory: readonly ConversationTurn[];
  /** `null` when the memory comes from the visitor's page. */
  readonly lastMemoryMessageId: string | null;
}

export class EvidenceCollector {
  readonly #context: EvidenceContext;
  retrieved: readonly RetrievedPassage[] = [];
  condenseMs: number | null = null;
  retrievalMs: number | null = null;
  firstTokenMs: number | null = null;
  /** Messages sent to the model; null without a model call. */
  messages: readonly PromptMessage[] | null = null;
  call: ModelCall | null = null;
  finishReason: string | null = null;
  usage: TokenUsage | null = null;
  readonly #filtered: FilteredText[] = [];
  #filteredCount = 0;
  #filteredCharacters = 0;

  constructor(context: EvidenceContext) {
    this.#context = context;
  }

  /** Receives what a filter changes. */
  filteredBy(filter: FilteredText['filter']): OnReduced {
    return (whole, replacement) => {
      this.#filteredCount += 1;
      const text = whole.slice(0, MAX_FILTERED_LENGTH).toWellFormed();
      const left = MAX_FILTERED_CHARACTERS - this.#filteredCharacters;
      if (text.length > left) return;
      this.#filteredCharacters += text.length;
      this.#filtered.push({ filter, text, replacement: replacement.slice(0, MAX_FILTERED_LENGTH).toWellFormed() });
    };
  }

  passages(): readonly FoundPassage[] {
    return this.retrieved.flatMap(passagesIn);
  }

  evidence(citations: readonly Citation[], totalMs: number): AnswerEvidence {
    const { model, embedder, date, configurationRevision, memory, lastMemoryMessageId } = this.#context;
    const passages = this.passages();
    const { temperature, maxTokens, servedModel } = this.call ?? { servedModel: null };
    return {
      model,
      promptVersion: PROMPT_VERSION,
      configurationRevision,
      embedder,
      passages: passages.map(recordedPassage),
      texts: textsOf(this.retrieved, passages),
      memory: lastMemoryMessageId === null ? null : { lastMessageId: lastMemoryMessageId, count: memory.length },
      promptHash: this.messages === null ? null : promptHash(this.messages),
      ...known({ date: this.messages === null ? null : date }),
      ...known({ temperature, maxTokens, servedModel, finishReason: this.finishReason }),
      citations: citations.map((citation) => ({ ...citation })),
      filteredCount: this.#filteredCount,
      promptTokens: this.usage?.promptTokens ?? null,
      completionTokens: this.usage?.completionTokens ?? null,
      ...known({ condenseMs: this.condenseMs, retrievalMs: this.retrievalMs }),
      firstTokenMs: this.firstTokenMs,
      totalMs,
    };
  }

  sealedEvidence(): SealedEvidence {
    const { memory, lastMemoryMessageId } = this.#context;
    const fromPage = lastMemoryMessageId === null && memory.length > 0;
    return {
      ...(this.#filtered.length === 0 ? {} : { filtered: [...this.#filtered] }),
      ...(fromPage ? { pageMemory: memory.map(({ role, content }) => ({ role, content })) } : {}),
    };
  }
}

const textHashOf = perPassage(({ text }) => hash('sha256', text, 'hex'));

/** All passages in the prompt. Neighbours that were not found themselves score 0. */
function passagesIn(expanded: RetrievedPassage): readonly FoundPassage[] {
  const unranked = { score: 0, byWords: null, byVector: null };
  return [expanded, ...expanded.joined, ...expanded.beside.map((passage) => ({ passage, ...unranked }))];
}

function recordedPassage({ passage, score, byWords, byVector }: FoundPassage): AnswerEvidence['passages'][number] {
  const { id: passageId, sourceId } = passage;
  return { passageId, sourceId, score, textHash: textHashOf(passage), ...known({ byWords, byVector }) };
}

function textsOf(
  retrieved: readonly RetrievedPassage[],
  passages: readonly FoundPassage[],
): NonNullable<AnswerEvidence['texts']> {
  const places = new Map(passages.map(({ passage }, place) => [passage.id, place]));
  return retrieved.map(({ parts }) => parts.map((part) => recordedPart(part, places.get(part.passage.id) ?? 0)));
}

function recordedPart({ passage: { text }, from, to, gap }: TextPart, passage: number) {
  return {
    passage,
    ...(from === 0 ? {} : { from }),
    ...(to === text.length ? {} : { to }),
    ...(gap === '' ? {} : { gap }),
  };
}

type Known<Fields> = { [Name in keyof Fields]?: NonNullable<Fields[Name]> };

/** Omits fields that are unknown. */
function known<Fields extends object>(fields: Fields): Known<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as Known<Fields>;
}
