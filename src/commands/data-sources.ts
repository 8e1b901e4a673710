import { chatbot } from '../domain/chatbot/chatbot.ts';
import { dataSource, type IngestionCause, type SourceDescription } from '../domain/data-source/data-source.ts';
import type { IngestionFailure, IngestionReport } from '../domain/data-source/events.ts';
import { sourceSubject } from '../domain/key-subjects.ts';
import type { CommandContext } from '../event-log/event-store.ts';
import { laterPosition } from '../ports/event-log.ts';
import type { Keys } from '../ports/keys.ts';
import { type CommandResult, type Done, done, expectRejections, rejected, withoutValue } from './command-result.ts';
import { stepOf } from './command-step.ts';
import type { CommandExecutor } from './execute.ts';

/** The run of a source that `generation` counts, from 1. */
interface RunRef {
  readonly sourceId: string;
  readonly generation: number;
}

interface RunAttempt {
  /** Delivery of the work item, counted from 1. A repeated delivery starts nothing twice. */
  readonly delivery: number;
  /** Crawl steps that earlier attempts journaled. */
  readonly journaledSteps: number;
}

export type RunStatus =
  /** `starts` since the run last made progress, this one included. */
  | { readonly kind: 'running'; readonly starts: number }
  | { readonly kind: 'reported' }
  /** A newer run was requested, or the source is deleted. */
  | { readonly kind: 'superseded' };

export class DataSourceCommands {
  readonly #executor: CommandExecutor;
  readonly #keys: Keys;

  constructor(deps: { executor: CommandExecutor; keys: Keys }) {
    this.#executor = deps.executor;
    this.#keys = deps.keys;
  }

  /**
   * Idempotent: an existing source was added by the same command.
   * @param source whose id follows from the command id; the bytes of a text or file are in its blob scope already
   */
  async add(
    ownerId: string,
    chatbotId: string,
    source: SourceDescription,
    context: CommandContext,
  ): Promise<CommandResult<null, 'ChatbotNotFound'>> {
    const parent = await this.#executor.stateOf(chatbot, chatbotId);
    if (parent.kind !== 'live' || parent.ownerId !== ownerId) return rejected('ChatbotNotFound');
    const command = { type: 'AddDataSource', chatbotId, ownerId, ...source } as const;
    const result = await this.#executor.execute(dataSource, source.sourceId, command, context);
    if (!result.ok && result.rejection !== 'DataSourceExists') {
      throw new Error(`A new source was rejected: ${result.rejection}`);
    }
    return done(null, result.position);
  }

  async refresh(
    chatbotId: string,
    sourceId: string,
    context: CommandContext,
  ): Promise<CommandResult<null, 'DataSourceNotFound' | 'SourceCannotBeRefreshed'>> {
    return this.#request(chatbotId, sourceId, 'refresh', context);
  }

  async refreshBySchedule(
    chatbotId: string,
    sourceId: string,
    context: CommandContext,
  ): Promise<CommandResult<null, 'DataSourceNotFound' | 'SourceCannotBeRefreshed'>> {
    return this.#request(chatbotId, sourceId, 'schedule', context);
  }

  /** Returns how many runs are pending or running. */
  async recrawl(
    chatbotId: string,
    sourceIds: readonly string[],
    context: CommandContext,
  ): Promise<Done<{ sources: number }>> {
    const results = await Promise.all(
      sourceIds.map((sourceId) => this.#request(chatbotId, sourceId, 'recrawl', context)),
    );
    const last = results.map(({ position }) => position).reduce(laterPosition, null);
    return done({ sources: results.filter(({ ok }) => ok).length }, last);
  }

  /** Crypto-shreds the source. The cleanup worker removes its passages and blobs. */
  async delete(
    chatbotId: string,
    sourceId: string,
    context: CommandContext,
  ): Promise<CommandResult<null, 'DataSourceNotFound'>> {
    if (!(await this.#belongs(chatbotId, sourceId))) return rejected('DataSourceNotFound');
    const result = await this.#executor.execute(dataSource, sourceId, { type: 'DeleteDataSource' }, context);
    if (!result.ok) return rejected('DataSourceNotFound', result.position);
    await this.#keys.erase(sourceSubject(chatbotId, sourceId));
    return done(null, result.position);
  }

  async startRun(
    { sourceId, generation }: RunRef,
    { delivery, journaledSteps }: RunAttempt,
    context: CommandContext,
  ): Promise<RunStatus> {
    const command = { type: 'StartIngestion', generation, journaledSteps } as const;
    await this.#executor.execute(dataSource, sourceId, command, stepOf(context, `start/${delivery}`));
    const state = await this.#executor.stateOf(dataSource, sourceId);
    if (state.kind !== 'live' || state.generation !== generation) return { kind: 'superseded' };
    return state.status === 'processing' ? { kind: 'running', starts: state.starts } : { kind: 'reported' };
  }

  /** False when the run is not the newest of its source, or has reported already. */
  async completeRun(
    { sourceId, generation }: RunRef,
    report: IngestionReport,
    context: CommandContext,
  ): Promise<boolean> {
    const command = { type: 'CompleteIngestion', generation, report } as const;
    return (await this.#executor.execute(dataSource, sourceId, command, stepOf(context, 'complete'))).ok;
  }

  /** Returns false as `completeRun` does. */
  async failRun(
    { sourceId, generation }: RunRef,
    failure: IngestionFailure,
    context: CommandContext,
  ): Promise<boolean> {
    const command = { type: 'FailIngestion', generation, failure } as const;
    return (await this.#executor.execute(dataSource, sourceId, command, stepOf(context, 'fail'))).ok;
  }

  /** Reads the log, not a read model. */
  async isNewestRun({ sourceId, generation }: RunRef): Promise<boolean> {
    return (await this.#liveSource(sourceId))?.generation === generation;
  }

  /** Reads the log, not a read model. */
  async isLive(sourceId: string): Promise<boolean> {
    return (await this.#liveSource(sourceId)) !== null;
  }

  /** Returns null for a deleted source. The deletion of its chatbot is no event of the source, so the chatbot is loaded too. */
  async #liveSource(sourceId: string) {
    const source = await this.#executor.stateOf(dataSource, sourceId);
    if (source.kind !== 'live') return null;
    const parent = await this.#executor.stateOf(chatbot, source.chatbotId);
    return parent.kind === 'live' ? source : null;
  }

  async #request(
    chatbotId: string,
    sourceId: string,
    cause: IngestionCause,
    context: CommandContext,
  ): Promise<CommandResult<null, 'DataSourceNotFound' | 'SourceCannotBeRefreshed'>> {
    if (!(await this.#belongs(chatbotId, sourceId))) return rejected('DataSourceNotFound');
    const result = await this.#executor.execute(dataSource, sourceId, { type: 'RequestIngestion', cause }, context);
    return expectRejections(withoutValue(result), 'DataSourceNotFound', 'SourceCannotBeRefreshed');
  }

  async #belongs(chatbotId: string, sourceId: string): Promise<boolean> {
    const state = await this.#executor.stateOf(dataSource, sourceId);
    return state.kind === 'live' && state.chatbotId === chatbotId;
  }
}
