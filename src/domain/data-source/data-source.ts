import { match, P } from 'ts-pattern';
import { type Aggregate, accept, type Decision, reject } from '../aggregate.ts';
import type { DataSourceEvent, IngestionFailure, IngestionReport, SourceType } from './events.ts';

export type DataSourceState =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'live';
      readonly sourceId: string;
      readonly chatbotId: string;
      readonly sourceType: SourceType;
      /** Number of the newest run, from 1. Only this run may report. */
      readonly generation: number;
      readonly status: 'pending' | 'processing' | 'done' | 'error';
      /** Starts of the newest run since it last made progress. */
      readonly starts: number;
      /** All starts of the newest run. Only the last may report, so that a suspended node changes nothing. */
      readonly attempt: number;
      /** Most steps that earlier attempts had left to a start of the newest run. More are progress. */
      readonly stepsKept: number;
      /** Newest successful run, whose content answers use. */
      readonly activeGeneration: number | null;
    }
  | { readonly kind: 'deleted' };

type LiveSource = Extract<DataSourceState, { kind: 'live' }>;

/** Fields that the source's type does not use are null. */
export interface SourceDescription {
  readonly sourceId: string;
  readonly sourceType: SourceType;
  readonly isRecursive: boolean;
  readonly sourceUrl: string | null;
  readonly title: string | null;
  readonly fileName: string | null;
  /** Blob of a text or file in the source's scope. */
  readonly contentHash: string | null;
  readonly contentType: string | null;
}

/**
 * `refresh`: one source, by its owner. `recrawl`: all sources of a chatbot, of any type. `schedule`: websites and videos, at a
 * due time.
 */
export type IngestionCause = 'refresh' | 'recrawl' | 'schedule';

export interface RunAttemptRef {
  readonly generation: number;
  /** From 1, as the run's starts are counted. */
  readonly attempt: number;
}

export type DataSourceCommand =
  | ({ readonly type: 'AddDataSource'; readonly chatbotId: string; readonly ownerId: string } & SourceDescription)
  | { readonly type: 'RequestIngestion'; readonly cause: IngestionCause }
  | { readonly type: 'StartIngestion'; readonly generation: number; readonly stepsKept: number }
  | ({ readonly type: 'CompleteIngestion'; readonly report: IngestionReport } & RunAttemptRef)
  | ({ readonly type: 'FailIngestion'; readonly failure: IngestionFailure } & RunAttemptRef)
  | { readonly type: 'DeleteDataSource' };

export type DataSourceRejection =
  | 'DataSourceExists'
  | 'DataSourceNotFound'
  | 'SourceCannotBeRefreshed'
  /** A newer run was requested, a later attempt has started, or this run has reported already. */
  | 'RunSuperseded';

function evolve(state: DataSourceState, event: DataSourceEvent): DataSourceState {
  switch (event.type) {
    case 'DataSourceAdded': {
      const { sourceId, chatbotId, sourceType } = event.data;
      return {
        kind: 'live',
        sourceId,
        chatbotId,
        sourceType,
        generation: 1,
        status: 'pending',
        starts: 0,
        attempt: 0,
        stepsKept: 0,
        activeGeneration: null,
      };
    }
    case 'IngestionRequested':
      if (state.kind !== 'live') return state;
      return {
        ...state,
        generation: event.data.generation,
        status: 'pending',
        starts: 0,
        attempt: 0,
        stepsKept: 0,
      };
    case 'IngestionStarted':
      return state.kind === 'live' ? started(state, event.data.stepsKept ?? 0) : state;
    case 'IngestionCompleted':
      if (state.kind !== 'live') return state;
      return { ...state, status: 'done', activeGeneration: event.data.generation };
    case 'IngestionFailed':
      return state.kind === 'live' ? { ...state, status: 'error' } : state;
    case 'DataSourceDeleted':
      return { kind: 'deleted' };
    default:
      event satisfies never;
      return state;
  }
}

/** An attempt with progress resets the count of starts. */
function started(source: LiveSource, stepsKept: number): LiveSource {
  const hasProgressed = stepsKept > source.stepsKept;
  const starts = hasProgressed ? 1 : source.starts + 1;
  return {
    ...source,
    status: 'processing',
    starts,
    attempt: source.attempt + 1,
    stepsKept: Math.max(stepsKept, source.stepsKept),
  };
}

function add(command: Extract<DataSourceCommand, { type: 'AddDataSource' }>): DataSourceEvent {
  const { sourceId, chatbotId, ownerId, sourceType, isRecursive, contentHash, contentType } = command;
  const { sourceUrl, title, fileName } = command;
  return {
    type: 'DataSourceAdded',
    data: { sourceId, chatbotId, ownerId, sourceType, isRecursive, contentHash, contentType },
    sealed: { sourceUrl, title, fileName },
  };
}

function requestIngestion(cause: IngestionCause, source: LiveSource): Decision<DataSourceEvent, DataSourceRejection> {
  const isRefreshable = source.sourceType === 'url' || source.sourceType === 'youtube';
  if (cause !== 'recrawl' && !isRefreshable) return reject('SourceCannotBeRefreshed');
  // A pending or processing run is not repeated.
  if (source.status === 'pending' || source.status === 'processing') return accept<DataSourceEvent>();
  const { sourceId, chatbotId, generation } = source;
  return accept<DataSourceEvent>({
    type: 'IngestionRequested',
    data: { sourceId, chatbotId, generation: generation + 1, cause },
  });
}

function startIngestion(
  generation: number,
  stepsKept: number,
  source: LiveSource,
): Decision<DataSourceEvent, DataSourceRejection> {
  if (generation !== source.generation) return reject('RunSuperseded');
  // A run that was interrupted continues as the same run.
  if (source.status !== 'pending' && source.status !== 'processing') return reject('RunSuperseded');
  const { sourceId, chatbotId } = source;
  return accept<DataSourceEvent>({
    type: 'IngestionStarted',
    data: { sourceId, chatbotId, generation, stepsKept },
  });
}

/** A run reports once, by its last attempt, and only while it is the newest. */
function report(
  { generation, attempt }: RunAttemptRef,
  source: LiveSource,
  event: DataSourceEvent,
): Decision<DataSourceEvent, DataSourceRejection> {
  const isNewest = generation === source.generation && attempt === source.attempt;
  return isNewest && source.status === 'processing' ? accept(event) : reject('RunSuperseded');
}

function completed(generation: number, source: LiveSource, run: IngestionReport): DataSourceEvent {
  const { sitemapUrl, skippedUrls, ...counts } = run;
  const { sourceId, chatbotId, activeGeneration: replaces } = source;
  return {
    type: 'IngestionCompleted',
    data: { sourceId, chatbotId, generation, replaces, ...counts },
    sealed: { sitemapUrl, skippedUrls },
  };
}

function failed(generation: number, source: LiveSource, run: IngestionFailure): DataSourceEvent {
  const { reason, sitemapUrl, skippedUrls, ...counts } = run;
  const { sourceId, chatbotId } = source;
  return {
    type: 'IngestionFailed',
    data: { sourceId, chatbotId, generation, ...counts },
    sealed: { reason, sitemapUrl, skippedUrls },
  };
}

function decide(command: DataSourceCommand, state: DataSourceState): Decision<DataSourceEvent, DataSourceRejection> {
  return match([command, state] as const)
    .with([{ type: 'AddDataSource' }, { kind: 'absent' }], ([addSource]) => accept(add(addSource)))
    .with([{ type: 'AddDataSource' }, { kind: P.union('live', 'deleted') }], () => reject('DataSourceExists'))
    .with([{ type: 'RequestIngestion' }, { kind: 'live' }], ([{ cause }, source]) => requestIngestion(cause, source))
    .with([{ type: 'StartIngestion' }, { kind: 'live' }], ([{ generation, stepsKept }, source]) =>
      startIngestion(generation, stepsKept, source),
    )
    .with([{ type: 'CompleteIngestion' }, { kind: 'live' }], ([command, source]) =>
      report(command, source, completed(command.generation, source, command.report)),
    )
    .with([{ type: 'FailIngestion' }, { kind: 'live' }], ([command, source]) =>
      report(command, source, failed(command.generation, source, command.failure)),
    )
    .with([{ type: 'DeleteDataSource' }, { kind: 'live' }], ([, { sourceId, chatbotId }]) =>
      accept<DataSourceEvent>({ type: 'DataSourceDeleted', data: { sourceId, chatbotId } }),
    )
    .with(
      [
        {
          type: P.union('RequestIngestion', 'StartIngestion', 'CompleteIngestion', 'FailIngestion', 'DeleteDataSource'),
        },
        { kind: P.union('absent', 'deleted') },
      ],
      () => reject('DataSourceNotFound'),
    )
    .exhaustive();
}

export const dataSource: Aggregate<DataSourceState, DataSourceCommand, DataSourceEvent, DataSourceRejection> = {
  category: 'source',
  initial: { kind: 'absent' },
  evolve,
  decide,
};
