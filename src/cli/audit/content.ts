import type { Moment } from '../../audit/moment.ts';
import { contentThen } from '../../audit/state/content-then.ts';
import { StateFold } from '../../audit/state/state-fold.ts';
import { type DataSourceDocument, dataSources } from '../../projections/data-sources/projection.ts';
import { type AuditCommand, type AuditContext, OK, parseOptions, UsageError } from './command.ts';
import { foldLog, momentOption, requireMoment } from './fold-log.ts';
import { JsonLines, writeNote } from './output.ts';
import { deletionBy, requireChatbot } from './validate-options.ts';

export const contentCommand: AuditCommand = {
  usage: `npm run audit -- content --chatbot ID [--at TIME or POSITION]

  --chatbot ID           the chatbot
  --at TIME or POSITION  as for state; default: now

Each line is a passage: sourceId, title, url, headings, text, contentHash. A source that was deleted since is one line, with {"erased": true}
in place of its content.`,
  parse(args) {
    const { at, chatbot } = parseOptions(args, { at: { type: 'string' }, chatbot: { type: 'string' } });
    if (chatbot === undefined) throw new UsageError('--chatbot ID is needed');
    const moment = momentOption(at);
    return async (context) => {
      await requireMoment(moment, context.log);
      await requireChatbot(chatbot, context.log);
      await printContent(chatbot, moment, context);
      const deleted = await deletionBy(moment, chatbot, context.log);
      if (deleted !== null) {
        writeNote(
          `The chatbot was deleted at ${deleted.recordedAt} (position ${deleted.position}) and had no content then`,
        );
      }
      return OK;
    };
  },
};

async function printContent(chatbotId: string, moment: Moment | null, context: AuditContext): Promise<void> {
  const fold = new StateFold([dataSources], context.codec);
  await foldLog(moment, dataSources.handles, fold, context);
  const { blobs } = context;
  const lines = new JsonLines();
  const wanted = { where: { chatbotId }, limit: Number.MAX_SAFE_INTEGER };
  for (const { document } of await fold.documents.find<DataSourceDocument>(dataSources.collection, wanted)) {
    for await (const passage of contentThen(document, blobs)) await lines.write(passage);
  }
  await lines.flush();
}
