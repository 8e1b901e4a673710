/** Explains an answer: the evidence that it was based on, and the differences that the same question would meet today. */
import type { ConversationTurn } from '../../answering/generators/answer-generator.ts';
import { rebuildPrompt } from '../../answering/prompt/rebuild-prompt.ts';
import { answeringChatbot } from '../../answering/question-in-context.ts';
import type { AnswerEvidence } from '../../domain/conversation/evidence.ts';
import type { StoredEvent } from '../../ports/event-log.ts';
import type { PromptMessage } from '../../ports/models.ts';
import { ERASED, type Erased } from '../event-view.ts';
import {
  type AnswerRecord,
  type AnswerRecordDeps,
  findAnswerEvent,
  memoryThen,
  readAnswerRecord,
} from './answer-record.ts';
import { type ConfigurationThen, configurationThen } from './configuration-then.ts';
import {
  type AnswerHead,
  answerHead,
  type ModelUse,
  modelUse,
  type PassageView,
  passageViews,
} from './explanation-parts.ts';
import { type FoundText, type PassagesThenDeps, passagesThen } from './passages-then.ts';
import { type RetrievalToday, type RetrievalTodayDeps, retrievalToday } from './retrieval-today.ts';

export interface ExplainDeps extends AnswerRecordDeps, Pick<PassagesThenDeps, 'blobs'> {
  /** `null` when no search index can be read. Nothing is compared with today then. */
  readonly retrieval: RetrievalTodayDeps | null;
}

/** `exact`: the rebuilt messages have the hash of those that were sent. */
export type PromptThen = { version: string; hash: string; exact: boolean; messages: PromptMessage[] };

/** Fields that an early release did not record are null. */
export type Explanation = AnswerHead &
  ModelUse & {
    configuration: ({ revision: number } & ConfigurationThen['settings']) | Erased | null;
    memory: ConversationTurn[] | Erased | null;
    /** `null` also when no model was called. */
    prompt: PromptThen | Erased | null;
    passages: PassageView[];
    ratings: { feedback: 'positive' | 'negative' | null; ratedAt: string }[];
    /** `null` when the question is erased, or no search index can be read. */
    today: RetrievalToday | null;
  };

/** @returns null when the chatbot has no such answer @throws StoreUnavailable, UnreadableEvent */
export async function explainOwnersAnswer(
  chatbotId: string,
  messageId: string,
  deps: ExplainDeps,
): Promise<Explanation | null> {
  const stored = await findAnswerEvent(messageId, deps);
  return stored?.data.chatbotId === chatbotId ? explainAnswer(stored, deps) : null;
}

/** @param stored an answer @throws StoreUnavailable, UnreadableEvent */
export async function explainAnswer(stored: StoredEvent, deps: ExplainDeps): Promise<Explanation> {
  const record = await readAnswerRecord(stored, deps);
  const { event, recordedAt } = record.answer;
  const { chatbotId } = event.data;
  const evidence = event.type === 'AnswerGiven' ? event.data.evidence : null;
  const revision = evidence?.configurationRevision;
  const moment = revision === undefined ? { at: recordedAt } : { revision };
  const configuration = await configurationThen(chatbotId, moment, deps);
  const texts = await textsThen(chatbotId, evidence, configuration === 'erased', deps);
  const isErased = 'sealed' in event && event.sealed === null;
  const memory = memoryThen(record);
  const condensed = event.type === 'AnswerGiven' ? event.sealed?.condensedQuestion : undefined;
  const { retrieval } = deps;
  const canCompare = retrieval !== null && evidence !== null && condensed !== undefined && configuration !== 'erased';
  return {
    ...answerHead(record),
    configuration: configurationView(configuration),
    memory: isErased ? ERASED : memory && [...memory],
    prompt: promptThen({ question: record.question, evidence, configuration, memory, texts }),
    passages: passageViews(evidence, texts),
    ...modelUse(event),
    ratings: record.ratings.map(({ event: { data }, metadata }) => ({
      feedback: data.feedback,
      ratedAt: new Date(metadata.at).toISOString(),
    })),
    today: canCompare ? await retrievalToday(chatbotId, condensed, evidence.passages, retrieval) : null,
  };
}

async function textsThen(
  chatbotId: string,
  evidence: AnswerEvidence | null,
  isChatbotErased: boolean,
  deps: ExplainDeps,
): Promise<readonly FoundText[]> {
  if (evidence === null) return [];
  if (isChatbotErased) return evidence.passages.map(() => ({ kind: 'erased' }));
  return passagesThen(chatbotId, evidence.passages, deps);
}

function configurationView(then: ConfigurationThen | 'erased' | null): Explanation['configuration'] {
  if (then === 'erased') return ERASED;
  return then === null ? null : { revision: then.revision, ...then.settings };
}

interface PromptParts extends Pick<AnswerRecord, 'question'> {
  readonly evidence: AnswerEvidence | null;
  readonly configuration: ConfigurationThen | 'erased' | null;
  readonly memory: readonly ConversationTurn[] | null;
  readonly texts: readonly FoundText[];
}

function promptThen({ question, evidence, configuration, memory, texts }: PromptParts): Explanation['prompt'] {
  const version = evidence?.promptVersion;
  const sent = evidence?.promptHash ?? null;
  if (evidence === null || version === undefined || sent === null) return null;
  const asked = question?.event.sealed?.content;
  if (configuration === 'erased' || question?.event.sealed === null) return ERASED;
  if (texts.some(({ kind }) => kind === 'erased')) return ERASED;
  if (configuration === null || asked === undefined || memory === null) return null;
  const rebuilt = rebuildPrompt({
    evidence,
    passages: texts.map((text) => (text.kind === 'found' ? text.passage : null)),
    request: { question: asked, memory, chatbot: answeringChatbot(configuration.settings) },
  });
  if (rebuilt.kind !== 'rebuilt') return null;
  return { version, hash: sent, exact: rebuilt.exact, messages: [...rebuilt.messages] };
}
