import {
  type ChatbotChanges,
  type ChatbotConfiguration,
  configure,
  DEFAULT_CONFIGURATION,
} from '../../domain/chatbot/configuration.ts';
import type { EventDecoder } from '../../event-log/event-decoder.ts';
import { streamPages } from '../../event-log/log-pages.ts';
import type { ReadableLog, StoredEvent } from '../../ports/event-log.ts';

const PAGE = 500;
const CONFIGURING: readonly string[] = ['ChatbotCreated', 'ChatbotConfigured'];

export interface ConfigurationThen {
  /** Revision of the chatbot's stream. */
  readonly revision: number;
  readonly settings: ChatbotConfiguration;
}

/** A moment in a chatbot's history: a revision of its stream or, for answers of early releases, epoch milliseconds. */
export type ConfigurationMoment = { readonly revision: number } | { readonly at: number };

interface ConfigurationDeps {
  readonly log: Pick<ReadableLog, 'readStream'>;
  readonly codec: Pick<EventDecoder, 'decode'>;
}

/** The configuration as it stood. Returns null when the log holds none. */
export async function configurationThen(
  chatbotId: string,
  moment: ConfigurationMoment,
  deps: ConfigurationDeps,
): Promise<ConfigurationThen | 'erased' | null> {
  let then = null as ConfigurationThen | null;
  for await (const { sealed, revision } of changesUntil(moment, chatbotId, deps)) {
    if (sealed === null) return 'erased';
    then = { revision, settings: configure(then?.settings ?? DEFAULT_CONFIGURATION, sealed) };
  }
  return then;
}

interface Change {
  readonly revision: number;
  /** `null` once the chatbot's key was erased. */
  readonly sealed: ChatbotChanges | null;
}

async function* changesUntil(
  moment: ConfigurationMoment,
  chatbotId: string,
  { log, codec }: ConfigurationDeps,
): AsyncGenerator<Change> {
  for await (const page of configuringPages(moment, chatbotId, log)) {
    for (const each of await codec.decode(page)) {
      if (!each.ok) throw each.error;
      const { event, revision } = each.recorded;
      if (event.type === 'ChatbotCreated' || event.type === 'ChatbotConfigured')
        yield { revision, sealed: event.sealed };
    }
  }
}

/** Events that set the configuration, in pages. */
async function* configuringPages(
  moment: ConfigurationMoment,
  chatbotId: string,
  log: ConfigurationDeps['log'],
): AsyncGenerator<readonly StoredEvent[]> {
  const isEarly = (event: StoredEvent) =>
    'revision' in moment ? event.revision <= moment.revision : event.recordedAt <= moment.at;
  for await (const page of streamPages(log, `chatbot-${chatbotId}`, PAGE)) {
    yield page.filter((event) => CONFIGURING.includes(event.type) && isEarly(event));
    const last = page.at(-1);
    if (last !== undefined && !isEarly(last)) return;
  }
}
