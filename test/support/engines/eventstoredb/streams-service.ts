/** The streams service: appends, reads and subscriptions. */
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendReq, AppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerReadableStream, ServerWritableStream, sendUnaryData } from '@grpc/grpc-js';
import { batchAppend } from './batch-append.ts';
import { type Faults, failures } from './faults.ts';
import type { Expected, ProposedEvent, ServerLog, StoredRecord } from './server-log.ts';
import { decodedName, readEvent, textId } from './server-messages.ts';
import { subscribe } from './server-subscription.ts';

const maxAppendBytes = 1_048_576;

export function streamsService(
  log: ServerLog,
  faults: Faults,
  stopping: AbortSignal,
): Pick<IStreamsServer, 'append' | 'batchAppend' | 'read'> {
  return {
    batchAppend: (call) => batchAppend(log, call),
    append(call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>): void {
      const requests: AppendReq[] = [];
      faults.lastAuthorization = String(call.metadata.get('authorization')[0] ?? '');
      call.on('data', (request: AppendReq) => requests.push(request));
      call.on('end', () => {
        // A client that is killed leaves an append half said: the end comes first, then that it was none.
        setImmediate(() => {
          if (!call.cancelled && requests.length > 1) void append(log, faults, requests, answer);
        });
      });
    },
    read(call: ServerWritableStream<ReadReq, ReadResp>): void {
      const options = call.request.getOptions();
      if (options === undefined) throw new Error('A read without options');
      if (options.hasSubscription()) void subscribe(log, faults, call, options, stopping);
      else void read(log, faults, call, options);
    },
  };
}

async function append(
  log: ServerLog,
  faults: Faults,
  [header, ...proposed]: readonly AppendReq[],
  answer: sendUnaryData<AppendResp>,
): Promise<void> {
  const failure = await faults.before('append');
  if (failure !== null) return answer(failure);
  const options = header?.getOptions();
  const stream = decodedName(options?.getStreamIdentifier());
  const expected: Expected = options?.hasNoStream() ? 'no-stream' : Number(options?.getRevision());
  const events = proposed.map((request): ProposedEvent => {
    const message = request.getProposedMessage();
    if (message === undefined) throw new Error('An append without a message');
    return {
      id: textId(message.getId()),
      type: message.getMetadataMap().get('type') ?? '',
      isJson: message.getMetadataMap().get('content-type') === 'application/json',
      data: message.getData_asU8(),
      metadata: message.getCustomMetadata_asU8(),
    };
  });
  const bytes = events.reduce(
    (sum, { data, metadata, type }) => sum + data.length + metadata.length + 2 * type.length,
    0,
  );
  if (bytes > maxAppendBytes) return answer(failures.tooLarge);

  const before = log.records.length;
  const result = log.append(stream, expected, events);
  const isRepeated = result.ok && log.records.length === before;
  if (faults.takes('lostAppends')) return answer(failures.broken);
  const response = new streams.AppendResp();
  if (result.ok && !(isRepeated && faults.takes('forgottenAppends'))) {
    response.setSuccess(success(result.last, faults.takes('positionless')));
  } else {
    const actual = result.ok ? log.stream(stream).length - 1 : result.actual;
    response.setWrongExpectedVersion(wrongVersion(expected, actual));
  }
  answer(null, response);
}

function success(last: StoredRecord, positionless: boolean): AppendResp.Success {
  const answer = new streams.AppendResp.Success();
  answer.setCurrentRevision(String(last.revision));
  if (positionless) return answer.setNoPosition(new shared.Empty());
  const position = new streams.AppendResp.Position();
  position.setCommitPosition(String(last.position)).setPreparePosition(String(last.position));
  return answer.setPosition(position);
}

function wrongVersion(expected: Expected, actual: number | 'no-stream'): AppendResp.WrongExpectedVersion {
  const answer = new streams.AppendResp.WrongExpectedVersion();
  if (expected === 'no-stream') answer.setExpectedNoStream(new shared.Empty());
  else answer.setExpectedRevision(String(expected));
  if (actual === 'no-stream') answer.setCurrentNoStream(new shared.Empty());
  else answer.setCurrentRevision(String(actual));
  return answer;
}

async function read(
  log: ServerLog,
  faults: Faults,
  call: ServerWritableStream<ReadReq, ReadResp>,
  options: ReadReq.Options,
): Promise<void> {
  const failure = await faults.before('read');
  if (failure !== null) return void call.emit('error', failure);
  const stream = options.getStream();
  const name = decodedName(stream?.getStreamIdentifier());
  if (stream !== undefined && !log.exists(name)) {
    const notFound = new streams.ReadResp.StreamNotFound().setStreamIdentifier(stream.getStreamIdentifier());
    call.write(new streams.ReadResp().setStreamNotFound(notFound));
    return void call.end();
  }
  const found = stream === undefined ? allOf(log, options) : streamOf(log, name, stream);
  for (const record of found.slice(0, Number(options.getCount()))) {
    call.write(
      new streams.ReadResp().setEvent(readEvent(streams.ReadResp.ReadEvent, log, record, options.getResolveLinks())),
    );
  }
  call.end();
}

/** Forwards only, which is all that is asked for. */
function streamOf(log: ServerLog, name: string, stream: ReadReq.Options.StreamOptions): readonly StoredRecord[] {
  const from = stream.hasRevision() ? Number(stream.getRevision()) : 0;
  return log.stream(name).filter((record) => record.revision >= from);
}

/** Forwards from the position itself on, backwards from what is before it. */
function allOf(log: ServerLog, options: ReadReq.Options): readonly StoredRecord[] {
  const at = options.getAll()?.getPosition();
  const count = Number(options.getCount());
  if (options.getReadDirection() === streams.ReadReq.Options.ReadDirection.FORWARDS) {
    const from = at === undefined ? 0 : log.indexFrom(BigInt(at.getCommitPosition()));
    return log.records.slice(from, from + count);
  }
  const to = at === undefined ? log.records.length : log.indexFrom(BigInt(at.getCommitPosition()));
  return log.records.slice(Math.max(0, to - count), to).reverse();
}
