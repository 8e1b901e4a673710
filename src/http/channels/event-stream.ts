// Declares `reply.sse`.
import type {} from '@fastify/sse';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalid } from '../errors/api-error.ts';
import { clientAddress } from '../plugins/client-address/client-address.ts';
import { Channel, type ChannelReader } from './channel.ts';
import type { Channels } from './channels.ts';
import { type EventId, parseEventId } from './event-format.ts';

/** Channels send their own heartbeats. */
export const EVENT_STREAM = {
  sse: { kind: 'manual', heartbeat: false },
  config: { opensStream: true },
} as const;

/**
 * @param queried `lastEventId` of the query; the header is newer where both are given
 * @param isAllowed called again after the stream was registered
 */
export async function streamEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    channels,
    reader,
    queried,
    isAllowed,
  }: {
    readonly channels: Channels;
    readonly reader: Omit<ChannelReader, 'client'>;
    readonly queried: string | undefined;
    readonly isAllowed: () => Promise<boolean>;
  },
): Promise<void> {
  const lastId = lastEventId(request, queried);
  const client = clientAddress(request);
  // A HEAD request opens no stream.
  if (request.method !== 'HEAD' && !channels.makeRoomFor(client))
    throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 10 });
  reply.header('Cache-Control', 'no-cache, no-transform');
  reply.header('X-Accel-Buffering', 'no');
  reply.sse.sendHeaders();
  if (request.method === 'HEAD') return;
  const channel = new Channel({ ...reader, client }, channels.position, reply.raw, lastId);
  await channels.run(channel, async () => {
    const allowed = await isAllowed();
    request.releaseAdmission?.();
    return allowed;
  });
}

function lastEventId({ headers }: FastifyRequest, queried: string | undefined): EventId | null {
  const header = headers['last-event-id'];
  const text = typeof header === 'string' && header !== '' ? header : queried;
  if (text === undefined) return null;
  const id = parseEventId(text);
  if (id === null) throw invalid('Last-Event-ID', 'must be the id of an event');
  return id;
}
