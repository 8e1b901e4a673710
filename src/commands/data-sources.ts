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

/** One of the attempts at a run, counted from 1. */
interface AttemptRef extends RunRef {
  readonly attempt: number;
}

interface RunStart {
  /** Names one delivery of the work item to one node. Repeated with the same name, nothing starts twice. */
  readonly name: string;
  /** Steps of earlier attempts that this one need not repeat: visits of a crawl, or passages. */
  readonly stepsKept: number;
}

export type RunStatus =
  /** `starts` since the run last made progress, this one included. */
  | { readonly kind: 'running'; readonly starts: number; readonly attempt: number }
  | { readonly kind: 'reported'; readonly hasFailed: boolean }
  /** A newer run was requested, or the source is deleted. */
  | { readonly kind: 'superseded' };

/**
 * `current`: it may write and report. `reported`: the run has ended. `taken over`: a later attempt runs, as when this node was
 * suspended or cut off. `superseded`: a newer run was requested, or the source or its chatbot was deleted.
 */
export type AttemptStanding = 'current' | 'reported' | 'taken over' | 'superseded';

/** Its queries read the log, not a read model. */
export class DataSourceCommands {
  readonly #executor: CommandExecutor;
  readonly #keys: Keys;

  constructor(deps: { executor: CommandExecutor; keys: Keys }) {
    this.#executor = deps.executor;
    this.#keys = deps.keys;
  }

  /**
   * Idempotent: an existing source was added by the same command.
   * @param source its id follows from the command id; the bytes of a text or file are in its blob scope already
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
    { name, stepsKept }: RunStart,
    context: CommandContext,
  ): Promise<RunStatus> {
    const command = { type: 'StartIngestion', generation, stepsKept } as const;
    await this.#executor.execute(dataSource, sourceId, command, stepOf(context, `start/${name}`));
    const state = await this.#executor.stateOf(dataSource, sourceId);
    if (state.kind !== 'live' || state.generation !== generation) return { kind: 'superseded' };
    const { status, starts, attempt } = state;
    return status === 'processing'
      ? { kind: 'running', starts, attempt }
      : { kind: 'reported', hasFailed: status === 'error' };
  }

  /** False when the run is not the newest of its source, has reported already, or was started again since. */
  async completeRun(
    { sourceId, generation, attempt }: AttemptRef,
    report: IngestionReport,
    context: CommandContext,
  ): Promise<boolean> {
    const command = { type: 'CompleteIngestion', generation, attempt, report } as const;
    return (await this.#executor.execute(dataSource, sourceId, command, stepOf(context, `complete/${attempt}`))).ok;
  }

  /** Returns false as `completeRun` does. */
  async failRun(
    { sourceId, generation, attempt }: AttemptRef,
    failure: IngestionFailure,
    context: CommandContext,
  ): Promise<boolean> {
    const command = { type: 'FailIngestion', generation, attempt, failure } as const;
    return (await this.#executor.execute(dataSource, sourceId, command, stepOf(context, `fail/${attempt}`))).ok;
  }

  async standingOf({ sourceId, generation, attempt }: AttemptRef): Promise<AttemptStanding> {
    const source = await this.#liveSource(sourceId);
    if (source === null || source.generation !== generation) return 'superseded';
    if (source.status !== 'processing') return 'reported';
    return source.attempt === attempt ? 'current' : 'taken over';
  }

  /** Tells whether answers use the content of this run. */
  async isActiveRun({ sourceId, generation }: RunRef): Promise<boolean> {
    return (await this.#liveSource(sourceId))?.activeGeneration === generation;
  }

  async isLive(sourceId: string): Promise<boolean> {
    return (await this.#liveSource(sourceId)) !== null;
  }

  /** True also for a deleted source. */
  async isKnown(sourceId: string): Promise<boolean> {
    return (await this.#executor.stateOf(dataSource, sourceId)).kind !== 'absent';
  }

  /** Returns null for a deleted source. Loads the chatbot too, because its deletion is no event of the source. */
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
