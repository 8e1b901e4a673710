import { chatbot } from '../domain/chatbot/chatbot.ts';
import { dataSource, type IngestionCause, type SourceDescription } from '../domain/data-source/data-source.ts';
import type { IngestionFailure, IngestionReport } from '../domain/data-source/events.ts';
import { derivedId } from '../log/event-id.ts';
import type { CommandContext } from '../log/event-store.ts';
import { later } from '../ports/event-log.ts';
import type { CommandExecutor } from './execute.ts';
import { done, type Outcome, rejected } from './outcome.ts';

export type RunStanding =
  /** It is to be carried out. `starts`: how often it has begun, this time included. */
  | { readonly standing: 'running'; readonly starts: number }
  /** It was. */
  | { readonly standing: 'reported' }
  /** A newer one was asked for, or the source is gone. */
  | { readonly standing: 'superseded' };

export class DataSourceCommands {
  readonly #executor: CommandExecutor;

  constructor(deps: { executor: CommandExecutor }) {
    this.#executor = deps.executor;
  }

  /**
   * @param source under an id of the command's own, which names the blob scope that holds the bytes of a text or a file already: a
   *   source that is there has been added by the command before
   */
  async add(
    ownerId: string,
    chatbotId: string,
    source: SourceDescription,
    context: CommandContext,
  ): Promise<Outcome<null, 'ChatbotNotFound'>> {
    const parent = await this.#executor.stateOf(chatbot, chatbotId);
    if (parent.kind !== 'live' || parent.ownerId !== ownerId) return rejected('ChatbotNotFound');
    const command = { type: 'AddDataSource', chatbotId, ownerId, ...source } as const;
    const result = await this.#executor.execute(dataSource, source.sourceId, command, context);
    if (!result.accepted && result.rejection !== 'DataSourceExists') {
      throw new Error(`A new source was refused: ${result.rejection}`);
    }
    return done(null, result.position);
  }

  async refresh(
    chatbotId: string,
    sourceId: string,
    context: CommandContext,
  ): Promise<Outcome<null, 'DataSourceNotFound' | 'SourceCannotBeRefreshed'>> {
    return this.#request(chatbotId, sourceId, 'refresh', context);
  }

  async refreshBySchedule(
    chatbotId: string,
    sourceId: string,
    context: CommandContext,
  ): Promise<Outcome<null, 'DataSourceNotFound' | 'SourceCannotBeRefreshed'>> {
    return this.#request(chatbotId, sourceId, 'schedule', context);
  }

  /** Asks for a new run of each. Answers how many wait or run now. */
  async recrawl(
    chatbotId: string,
    sourceIds: readonly string[],
    context: CommandContext,
  ): Promise<Outcome<{ sources: number }, never>> {
    const outcomes = await Promise.all(
      sourceIds.map((sourceId) => this.#request(chatbotId, sourceId, 'recrawl', context)),
    );
    const last = outcomes.map(({ position }) => position).reduce(later, null);
    return done({ sources: outcomes.filter(({ ok }) => ok).length }, last);
  }

  async delete(
    chatbotId: string,
    sourceId: string,
    context: CommandContext,
  ): Promise<Outcome<null, 'DataSourceNotFound'>> {
    if (!(await this.#belongs(chatbotId, sourceId))) return rejected('DataSourceNotFound');
    const result = await this.#executor.execute(dataSource, sourceId, { type: 'DeleteDataSource' }, context);
    return result.accepted ? done(null, result.position) : rejected('DataSourceNotFound', result.position);
  }

  /** @param delivery of the work, counted from 1: the same one again starts nothing a second time */
  async startRun(
    sourceId: string,
    generation: number,
    delivery: number,
    context: CommandContext,
  ): Promise<RunStanding> {
    const command = { type: 'StartIngestion', generation } as const;
    await this.#executor.execute(dataSource, sourceId, command, stepOf(context, `start/${delivery}`));
    const state = await this.#executor.stateOf(dataSource, sourceId);
    if (state.kind !== 'live' || state.generation !== generation) return { standing: 'superseded' };
    return state.status === 'processing' ? { standing: 'running', starts: state.starts } : { standing: 'reported' };
  }

  /** False when the run does not count: it is not the newest one of its source, or has reported. */
  async completeRun(
    sourceId: string,
    generation: number,
    report: IngestionReport,
    context: CommandContext,
  ): Promise<boolean> {
    const command = { type: 'CompleteIngestion', generation, report } as const;
    return (await this.#executor.execute(dataSource, sourceId, command, stepOf(context, 'complete'))).accepted;
  }

  async failRun(
    sourceId: string,
    generation: number,
    failure: IngestionFailure,
    context: CommandContext,
  ): Promise<boolean> {
    const command = { type: 'FailIngestion', generation, failure } as const;
    return (await this.#executor.execute(dataSource, sourceId, command, stepOf(context, 'fail'))).accepted;
  }

  /** From the log itself. */
  async isNewestRun(sourceId: string, generation: number): Promise<boolean> {
    const state = await this.#executor.stateOf(dataSource, sourceId);
    return state.kind === 'live' && state.generation === generation;
  }

  /** From the log itself. */
  async isLive(sourceId: string): Promise<boolean> {
    return (await this.#executor.stateOf(dataSource, sourceId)).kind === 'live';
  }

  async #request(
    chatbotId: string,
    sourceId: string,
    cause: IngestionCause,
    context: CommandContext,
  ): Promise<Outcome<null, 'DataSourceNotFound' | 'SourceCannotBeRefreshed'>> {
    if (!(await this.#belongs(chatbotId, sourceId))) return rejected('DataSourceNotFound');
    const result = await this.#executor.execute(dataSource, sourceId, { type: 'RequestIngestion', cause }, context);
    if (result.accepted) return done(null, result.position);
    const rejection = result.rejection === 'SourceCannotBeRefreshed' ? result.rejection : 'DataSourceNotFound';
    return rejected(rejection, result.position);
  }

  async #belongs(chatbotId: string, sourceId: string): Promise<boolean> {
    const state = await this.#executor.stateOf(dataSource, sourceId);
    return state.kind === 'live' && state.chatbotId === chatbotId;
  }
}

/** One piece of work gives several commands; each is its own. */
const stepOf = (context: CommandContext, step: string): CommandContext => ({
  ...context,
  commandId: derivedId(context.commandId, step),
});
