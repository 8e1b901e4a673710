import type { Moment } from '../../audit/moment.ts';
import { chatbotState } from '../../audit/state/chatbot-state.ts';
import { StateFold } from '../../audit/state/state-fold.ts';
import { accounts } from '../../projections/accounts/projection.ts';
import { ChatbotEventQueries } from '../../projections/chatbot-events/queries.ts';
import { chatbots } from '../../projections/chatbots/projection.ts';
import { ConversationQueries } from '../../projections/conversations/queries.ts';
import { RatingQueries } from '../../projections/ratings/queries.ts';
import { type AuditCommand, type AuditContext, countOption, OK, parseOptions, UsageError } from './command.ts';
import { foldLog, momentOption, requireMoment } from './fold-log.ts';
import { JsonLines, writeOut } from './output.ts';
import { deletionBy, requireChatbot } from './validate-options.ts';

const MAX_CONVERSATIONS = 1_000;
const CONVERSATIONS_SHOWN = 20;

export const stateCommand: AuditCommand = {
  usage: `npm run audit -- state [--chatbot ID] [--at TIME or POSITION] [--limit COUNT] [--after CONVERSATION]

  --chatbot ID           a chatbot whole: configuration, sources, keys, satisfaction, conversations. Without it, one line for each
                         account and each chatbot that there was
  --at TIME or POSITION  2026-11-22 (its first moment in UTC), 2026-11-22T10:00:00Z, or a position in the log, up to which
                         everything counts; default: now
  --limit COUNT          at most so many conversations, in the order in which they began; default ${CONVERSATIONS_SHOWN}, at most ${MAX_CONVERSATIONS}
  --after CONVERSATION   conversations after this one: "nextAfter" of the previous page

It is folded from the log by the code behind the live read models. What was erased since has "erased": true. A chatbot that was
deleted by then has "deleted", with position and time, and nothing else.`,
  parse(args) {
    const { at, chatbot, limit, after } = parseOptions(args, {
      at: { type: 'string' },
      chatbot: { type: 'string' },
      limit: { type: 'string' },
      after: { type: 'string' },
    });
    const moment = momentOption(at);
    const conversations = countOption('limit', limit) ?? CONVERSATIONS_SHOWN;
    if (conversations > MAX_CONVERSATIONS) throw new UsageError(`--limit is at most ${MAX_CONVERSATIONS}`);
    if (chatbot === undefined && (limit !== undefined || after !== undefined)) {
      throw new UsageError('--limit and --after are for the conversations of one --chatbot');
    }
    return async (context) => {
      await requireMoment(moment, context.log);
      if (chatbot !== undefined) await requireChatbot(chatbot, context.log);
      if (chatbot === undefined) await printAll(moment, context);
      else await printChatbot(chatbot, { moment, limit: conversations, after: after ?? null }, context);
      return OK;
    };
  },
};

interface Wanted {
  readonly moment: Moment | null;
  readonly limit: number;
  readonly after: string | null;
}

async function printChatbot(chatbotId: string, wanted: Wanted, context: AuditContext): Promise<void> {
  const { log, codec } = context;
  const documents = context.openDocuments();
  const index = new ChatbotEventQueries(documents, new ConversationQueries(documents));
  const state = await chatbotState(chatbotId, wanted, { log, codec, index, ratings: new RatingQueries(documents) });
  if (state === null) throw new Error(`No conversation ${wanted.after} had begun by then`);
  const deleted = await deletionBy(wanted.moment, chatbotId, log);
  await writeOut(`${JSON.stringify(deleted === null ? state : { deleted, ...state }, null, 2)}\n`);
}

async function printAll(moment: Moment | null, context: AuditContext): Promise<void> {
  const fold = new StateFold([accounts, chatbots], context.codec);
  await foldLog(moment, [...accounts.handles, ...chatbots.handles], fold, context);
  const lines = new JsonLines();
  for (const [kind, { collection }] of [
    ['account', accounts],
    ['chatbot', chatbots],
  ] as const) {
    const all = await fold.documents.find(collection, { where: {}, limit: Number.MAX_SAFE_INTEGER });
    for (const { document } of all) await lines.write({ [kind]: document });
  }
  for (const missing of fold.missing) await lines.write({ missing });
  await lines.flush();
}
