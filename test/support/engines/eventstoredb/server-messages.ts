/** Records as messages of the protocol. */
import type { ReadResp as WorkResp } from '@eventstore/db-client/generated/persistent_pb.js';
import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerLog, StoredRecord } from './server-log.ts';

const ticksInMillisecond = 10_000n;

export function decodedName(identifier: StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName() ?? '').toString('utf8');
}

export function textId(id: UUID | undefined): string {
  return id?.getString() ?? '';
}

type ReadEvent = ReadResp.ReadEvent | WorkResp.ReadEvent;
interface ReadEventClass<Event extends ReadEvent> {
  new (): Event;
  readonly RecordedEvent: new () => NonNullable<ReturnType<Event['getEvent']>>;
}

/** The record that a link's data name: `revision@stream`. */
export function linked(log: ServerLog, link: StoredRecord): StoredRecord | undefined {
  const [revision, ...stream] = Buffer.from(link.data).toString('utf8').split('@');
  return log.find(stream.join('@'), Number(revision));
}

/** Each with its own position, as the streams service has it. */
export function readEvent(
  Message: ReadEventClass<ReadResp.ReadEvent>,
  log: ServerLog,
  record: StoredRecord,
  resolveLinks: boolean,
): ReadResp.ReadEvent {
  const event = new Message().setCommitPosition(String(record.position));
  if (!resolveLinks || record.type !== '$>') return event.setEvent(recorded(Message, record, record.position));
  const target = linked(log, record);
  if (target !== undefined) event.setEvent(recorded(Message, target, target.position));
  return event.setLink(recorded(Message, record, record.position));
}

export function recorded<Event extends ReadEvent>(
  { RecordedEvent }: ReadEventClass<Event>,
  record: StoredRecord,
  position: bigint,
): NonNullable<ReturnType<Event['getEvent']>> {
  const message = new RecordedEvent();
  message.setId(new shared.UUID().setString(record.id));
  message.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(record.stream)));
  message.setStreamRevision(String(record.revision));
  message.setCommitPosition(String(position));
  message.setPreparePosition(String(position));
  message.setData(record.data);
  message.setCustomMetadata(record.metadata);
  const metadata = message.getMetadataMap();
  metadata.set('type', record.type);
  metadata.set('content-type', record.isJson ? 'application/json' : 'application/octet-stream');
  metadata.set('created', String(BigInt(record.createdMs) * ticksInMillisecond));
  return message;
}
