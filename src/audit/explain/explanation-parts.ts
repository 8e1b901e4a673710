import type { RankedPlace } from '../../answering/retrieval/context-expansion.ts';
import type { AnswerSource } from '../../domain/conversation/events.ts';
import type { AnswerEvidence, FilteredText } from '../../domain/conversation/evidence.ts';
import { ERASED, type Erased } from '../event-view.ts';
import type { AnswerRecord, RecordedAnswer } from './answer-record.ts';
import type { FoundText } from './passages-then.ts';

export type AnswerHead = AnswerWords & {
  messageId: string;
  questionId: string;
  conversationId: string;
  chatbotId: string;
  sessionId: string | Erased | null;
  /** Decimal position in the log. */
  position: string;
  recordedAt: string;
  requestId: string | null;
};

export type AnswerWords = {
  /** `partial`: the visitor left before the end. */
  outcome: 'complete' | 'partial' | 'failed';
  question: string | Erased | null;
  /** The question that was searched for. */
  condensedQuestion: string | Erased | null;
  answer: string | Erased | null;
  sources: AnswerSource[] | Erased;
  suggestions: string[] | Erased;
  /** Changes by the output filters. */
  filtered: FilteredText[] | Erased;
};

export type ModelUse = {
  /** `extractive` when no model is configured. */
  model: string;
  servedModel: string | null;
  parameters: { temperature: number | null; maxTokens: number | null };
  finishReason: string | null;
  /** Embedder of the question's vector. */
  embedder: string | null;
  tokens: { prompt: number | null; completion: number | null };
  /** Milliseconds. */
  timing: {
    condenseMs: number | null;
    retrievalMs: number | null;
    firstTokenMs: number | null;
    totalMs: number | null;
  };
  citations: { number: number; source: number; uncited: boolean }[];
  /** All changes of the output filters, also where `filtered` is cut. */
  filteredCount: number | null;
};

export type PassageView = {
  passageId: string;
  sourceId: string;
  contentHash: string;
  /** Fused score; 0 for a passage that only expanded the context of another. */
  score: number;
  byWords: RankedPlace | null;
  byVector: RankedPlace | null;
  /** Number of the text in the prompt that holds it. */
  number: number | null;
  title: string | Erased | null;
  url: string | Erased | null;
  headings: string[] | Erased | null;
  /** `null` when the stored text is missing or was changed. */
  text: string | Erased | null;
};

export function answerHead({ answer, question }: AnswerRecord): AnswerHead {
  const { event, position, recordedAt, metadata } = answer;
  const { messageId, questionId, conversationId, chatbotId } = event.data;
  const asked = question === null ? null : (question.event.sealed?.content ?? ERASED);
  const head = {
    messageId,
    questionId,
    conversationId,
    chatbotId,
    position: String(position),
    recordedAt: new Date(recordedAt).toISOString(),
    requestId: metadata.requestId ?? null,
    question: asked,
    sessionId: question?.event.sealed === null ? ERASED : (question?.event.sealed.sessionId ?? null),
  };
  if (event.type === 'AnswerFailed') {
    const nothing = { condensedQuestion: null, answer: null, sources: [], suggestions: [], filtered: [] };
    return { ...head, outcome: 'failed', ...nothing };
  }
  const outcome = event.data.partial ? 'partial' : 'complete';
  if (event.sealed === null) {
    const erased = {
      condensedQuestion: ERASED,
      answer: ERASED,
      sources: ERASED,
      suggestions: ERASED,
      filtered: ERASED,
    };
    return { ...head, outcome, ...erased };
  }
  const { content: said, sources, suggestions, condensedQuestion, filtered = [] } = event.sealed;
  return { ...head, outcome, condensedQuestion, answer: said, sources, suggestions, filtered };
}

export function modelUse(event: RecordedAnswer['event']): ModelUse {
  return event.type === 'AnswerGiven' ? modelUseOf(event.data.evidence) : modelUseOf({ model: event.data.model });
}

export function modelUseOf(evidence: Partial<AnswerEvidence> & Pick<AnswerEvidence, 'model'>): ModelUse {
  const { citations = [], temperature = null, maxTokens = null } = evidence;
  const { condenseMs = null, retrievalMs = null, firstTokenMs = null, totalMs = null } = evidence;
  const { promptTokens: prompt = null, completionTokens: completion = null } = evidence;
  return {
    model: evidence.model,
    servedModel: evidence.servedModel ?? null,
    parameters: { temperature, maxTokens },
    finishReason: evidence.finishReason ?? null,
    embedder: evidence.embedder ?? null,
    tokens: { prompt, completion },
    timing: { condenseMs, retrievalMs, firstTokenMs, totalMs },
    citations: citations.map(({ number, source, uncited = false }) => ({ number, source, uncited })),
    filteredCount: evidence.filteredCount ?? null,
  };
}

/** @param texts in the order of the evidence's passages */
export function passageViews(evidence: AnswerEvidence | null, texts: readonly FoundText[]): PassageView[] {
  return (evidence?.passages ?? []).map((recorded, index) => {
    const { passageId, sourceId, textHash: contentHash, score, byWords = null, byVector = null } = recorded;
    const place = evidence?.texts?.findIndex((parts) => parts.some(({ passage }) => passage === index)) ?? -1;
    const number = place < 0 ? null : place + 1;
    return { passageId, sourceId, contentHash, score, byWords, byVector, number, ...textView(texts[index]) };
  });
}

function textView(text: FoundText | undefined): Pick<PassageView, 'title' | 'url' | 'headings' | 'text'> {
  if (text?.kind === 'erased') return { title: ERASED, url: ERASED, headings: ERASED, text: ERASED };
  if (text?.kind !== 'found') return { title: null, url: null, headings: null, text: null };
  const { title, url, headings, text: whole } = text.passage;
  return { title, url, headings: [...headings], text: whole };
}
