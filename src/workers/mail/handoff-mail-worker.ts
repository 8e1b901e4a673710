/** Mails the owner when a visitor asks for a human, once for all nodes and restarts. */
import { isEmailAddress } from '../../domain/account/email-address.ts';
import type { DomainEvent } from '../../domain/events.ts';
import { errorMessage } from '../../lib/thrown.ts';
import type { Position, WorkConsumer, WorkResult } from '../../ports/event-log.ts';
import { type Mailer, MailRefused } from '../../ports/mailer.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';
import type { ReadProgress } from '../../ports/read-progress.ts';
import type { Queries } from '../../projections/queries.ts';
import { consumeEvents, type EventConsumerDeps } from '../consume-events.ts';
import type { WorkGroup } from '../work-groups.ts';
import { handoffMail } from './handoff-mail.ts';
import { mayMail } from './handoff-mail-limits.ts';
import { recordMailed, wasMailed } from './mailed-handoffs.ts';

/** Pauses double up to a minute, so all attempts take about an hour. */
const MAX_ATTEMPTS = 65;
const MESSAGES_A_MAIL = 20;

export interface HandoffMailDeps extends EventConsumerDeps {
  /** Without one, requests are acknowledged without a mail, so that none goes out late once there is a mail server. */
  readonly mailer: Mailer | null;
  readonly queries: Pick<Queries, 'accounts' | 'chatbots' | 'conversationList' | 'messages'>;
  readonly progress: ReadProgress;
  readonly rateLimits: RateLimits;
  readonly publicUrl: string;
  /** Before the second attempt. Default 1000. */
  readonly retryDelayMs?: number;
  readonly maxAttempts?: number;
}

const GROUP: WorkGroup = 'handoff-mail';
const DONE: WorkResult = { kind: 'ack' };

export function startHandoffMailWorker(deps: HandoffMailDeps): WorkConsumer {
  const { log, mailer } = deps;
  const options = {
    group: GROUP,
    filter: { types: ['HandoffRequested'] },
    concurrency: 4,
    maxAttempts: deps.maxAttempts ?? MAX_ATTEMPTS,
    ...(deps.retryDelayMs === undefined ? {} : { retryDelayMs: deps.retryDelayMs }),
  };
  if (mailer === null) return log.consume({ ...options, handle: async () => DONE });
  return consumeEvents(deps, {
    ...options,
    handle: (event, { position }, { attempt }) => mailOwner(event, { position, attempt }, mailer, deps),
  });
}

async function mailOwner(
  event: DomainEvent,
  { position, attempt }: { readonly position: Position; readonly attempt: number },
  mailer: Mailer,
  deps: HandoffMailDeps,
): Promise<WorkResult> {
  // The chatbot was deleted.
  if (event.type !== 'HandoffRequested' || event.sealed === null) return DONE;
  const { chatbotId, conversationId, handoffId } = event.data;
  if (await wasMailed(handoffId, deps.rateLimits)) return DONE;
  await deps.progress.waitFor(position);
  const configuration = await deps.queries.chatbots.configuration(chatbotId);
  if (configuration === null) return DONE;
  const to = configuration.humanHandoffEmail.trim();
  if (!isEmailAddress(to)) {
    // The owner is told nothing, so operators must be able to find the chatbot.
    if (to !== '')
      deps.report({
        message: `Handoff mail not sent: humanHandoffEmail of chatbot ${chatbotId} is not an e-mail address`,
      });
    return DONE;
  }
  if (attempt === 1 && !(await mayMail(to, chatbotId, deps))) {
    deps.report({
      message: `Handoff mail not sent: chatbot ${chatbotId}, its receiver or its owner has had too many within the hour`,
    });
    return DONE;
  }
  const messages = await deps.queries.messages.newest(conversationId, MESSAGES_A_MAIL);
  const contact = await contactOf(chatbotId, conversationId, deps);
  const link = `${deps.publicUrl}/console/chatbots/${chatbotId}/conversations/${conversationId}`;
  const mail = handoffMail({ chatbotName: configuration.name, link, contact, messages });
  try {
    await mailer.send({ id: handoffId, to, ...mail });
    await recordMailed(handoffId, deps.rateLimits);
    return DONE;
  } catch (error) {
    if (error instanceof MailRefused) {
      deps.report({ message: 'Mail server refused a handoff mail; parked', error });
      return { kind: 'park', reason: error.message };
    }
    deps.report({ message: 'Failed to send a handoff mail; will retry', error });
    return { kind: 'retry', reason: errorMessage(error) };
  }
}

async function contactOf(chatbotId: string, conversationId: string, { queries }: HandoffMailDeps): Promise<string[]> {
  const { conversations } = await queries.conversationList.listOne(chatbotId, conversationId);
  const lead = conversations[0]?.lead;
  return [lead?.name, lead?.email, lead?.phone].filter((detail) => typeof detail === 'string');
}
