/** Appends over one stream: the server writes them in the order of their arrival, and answers each. */
import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import type { Appended, Expected, ProposedEvent, ServerLog } from './server-log.ts';
import { decodedName, textId } from './server-messages.ts';

type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

export function batchAppend(log: ServerLog, call: Call): void {
  let options: BatchAppendReq.Options | undefined;
  let proposed: BatchAppendReq.ProposedMessage[] = [];
  call.on('data', (request: BatchAppendReq) => {
    options = request.getOptions() ?? options;
    proposed.push(...request.getProposedMessagesList());
    if (!request.getIsFinal() || options === undefined) return;
    const stream = decodedName(options.getStreamIdentifier());
    const expected: Expected = options.hasNoStream() ? 'no-stream' : Number(options.getStreamPosition());
    const answer = response(log.append(stream, expected, proposed.map(toEvent)));
    answer.setCorrelationId(request.getCorrelationId()).setStreamIdentifier(options.getStreamIdentifier());
    proposed = [];
    call.write(answer);
  });
  call.on('end', () => call.end());
  call.on('error', () => undefined);
}

function toEvent(message: BatchAppendReq.ProposedMessage): ProposedEvent {
  return {
    id: textId(message.getId()),
    type: message.getMetadataMap().get('type') ?? '',
    isJson: message.getMetadataMap().get('content-type') === 'application/json',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

function response(result: Appended): BatchAppendResp {
  if (!result.ok) {
    const conflict = new shared.WrongExpectedVersion();
    if (result.actual !== 'no-stream') conflict.setCurrentStreamRevision(String(result.actual));
    return new streams.BatchAppendResp().setError(errorStatus(conflict.serializeBinary()));
  }
  const position = String(result.last.position);
  const success = new streams.BatchAppendResp.Success().setCurrentRevision(String(result.last.revision));
  success.setPosition(new shared.AllStreamPosition().setCommitPosition(position).setPreparePosition(position));
  return new streams.BatchAppendResp().setSuccess(success);
}

/** A `google.rpc.Status` whose details are an `Any`, field by field: the client's package exports no `Any`. */
function errorStatus(conflict: Uint8Array) {
  const type = Buffer.from('type.googleapis.com/event_store.client.WrongExpectedVersion');
  const any = Buffer.concat([field(1, type), field(2, conflict)]);
  return status.Status.deserializeBinary(field(3, any));
}

/** Shorter than 128 bytes, so that its length is one byte. */
function field(number: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
}
