import { findAnswerEvent, isAnswer } from '../../audit/explain/answer-record.ts';
import { explainAnswer } from '../../audit/explain/explain-answer.ts';
import type { AuditSearch } from '../../composition/stores/audit-search.ts';
import { logPages } from '../../event-log/log-pages.ts';
import { errorMessage } from '../../lib/thrown.ts';
import type { ReadableDocuments } from '../../ports/documents.ts';
import type { StoredEvent } from '../../ports/event-log.ts';
import { ChatbotEventQueries } from '../../projections/chatbot-events/queries.ts';
import { ConversationQueries } from '../../projections/conversations/queries.ts';
import { type AuditCommand, type AuditContext, FOUND, OK, parseWordAndOptions } from './command.ts';
import { Progress, writeNote, writeOut } from './output.ts';

const PAGE = 500;

export const explainCommand: AuditCommand = {
  usage: `npm run audit -- explain MESSAGE_ID [--no-today]

  --no-today   do not search again in today's content

Prints one JSON object: question, answer, configuration, memory, prompt, passages, model, tokens, timing, citations, filtered, ratings,
today. docs/audit.md explains each. What was erased is {"erased": true}; what an early release did not record is null.
Exit status: 0 explained, 1 the rebuilt prompt is not the one that was sent, 2 there is no such answer.`,
  parse(args) {
    const { word, values } = parseWordAndOptions(args, 'MESSAGE_ID', { 'no-today': { type: 'boolean' } });
    const searchesToday = values['no-today'] !== true;
    return (context) => printExplanation(word, searchesToday, context);
  },
};

interface ExplainDeps extends AuditContext {
  readonly documents: ReadableDocuments;
}

/** Returns the exit status. */
async function printExplanation(messageId: string, searchesToday: boolean, context: AuditContext): Promise<number> {
  const deps = { ...context, documents: context.openDocuments() };
  const stored = (await findAnswerEvent(messageId, deps)) ?? (await searchLog(messageId, deps));
  if (stored === null) throw new Error(`There is no answer with the id ${messageId}`);
  const search = searchesToday ? await openSearch(deps) : null;
  try {
    const explanation = await explainAnswer(stored, { ...deps, retrieval: search?.retrieval ?? null });
    await writeOut(`${JSON.stringify(explanation, null, 2)}\n`);
    const { prompt } = explanation;
    return prompt !== null && 'exact' in prompt && !prompt.exact ? FOUND : OK;
  } finally {
    await search?.close();
  }
}

/**
 * Finds an answer without a message: it failed, or its conversation or chatbot was erased. Searches the index, then the part of
 * the log that the index lacks.
 */
async function searchLog(messageId: string, { log, documents }: ExplainDeps): Promise<StoredEvent | null> {
  const index = new ChatbotEventQueries(documents, new ConversationQueries(documents));
  const indexedTo = await index.indexedTo();
  const place = await index.answerPlace(messageId);
  const [indexed = null] = place === null ? [] : await log.readEvents([place]);
  if (indexed !== null) return indexed;
  const progress = new Progress();
  const filter = { types: ['AnswerGiven', 'AnswerFailed'] };
  try {
    for await (const { events, readTo } of logPages(log, { after: indexedTo, limit: PAGE, filter })) {
      const found = events.find((event) => isAnswer(event, messageId));
      if (found !== undefined) return found;
      progress.report(() => `searching the log, at position ${readTo}`);
    }
    return null;
  } finally {
    progress.end();
  }
}

/** Returns null when there is no index to read: the rest of the explanation does not need it. */
async function openSearch({ config, documents }: ExplainDeps): Promise<AuditSearch | null> {
  const { openAuditSearch } = await import('../../composition/stores/audit-search.ts');
  try {
    return await openAuditSearch(config, documents);
  } catch (error) {
    writeNote(`Not compared with today: ${errorMessage(error)}`);
    return null;
  }
}
