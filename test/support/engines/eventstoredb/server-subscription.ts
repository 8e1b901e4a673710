import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { type Faults, failures } from './faults.ts';
import { serverFilter } from './server-filter.ts';
import type { ServerLog, StoredRecord } from './server-log.ts';
import { readEvent } from './server-messages.ts';

/** Reads from after this position what the filter allows, with a checkpoint after each `interval` events looked at. */
function wantedBy(options: ReadReq.Options) {
  const at = options.getAll()?.getPosition();
  const filter = options.getFilter();
  return {
    after: at === undefined ? -1n : BigInt(at.getCommitPosition()),
    allows: serverFilter(filter),
    interval: (filter?.getMax() || 32) * (filter?.getCheckpointintervalmultiplier() || 1),
  };
}

/**
 * A subscription to `$all`: what follows the position given, as far as the filter lets it through, and a checkpoint after each
 * `window * multiplier` events looked at and when it has caught up.
 */
export async function subscribe(
  log: ServerLog,
  faults: Faults,
  call: ServerWritableStream<ReadReq, ReadResp>,
  options: ReadReq.Options,
  stopping: AbortSignal,
): Promise<void> {
  const failure = await faults.before('subscribe');
  if (failure !== null) return void call.emit('error', failure);
  const over = new AbortController();
  call.on('cancelled', () => over.abort());
  const signal = AbortSignal.any([over.signal, stopping]);
  stopping.addEventListener('abort', () => call.emit('error', failures.broken), { signal: over.signal });

  const send = async (response: ReadResp) => {
    if (signal.aborted) return;
    if (!call.write(response)) await once(call, 'drain', { signal }).catch(() => undefined);
  };
  const sendEvent = async (record: StoredRecord) => {
    if (faults.feedGapMs > 0) await pause(faults.feedGapMs);
    const event = readEvent(streams.ReadResp.ReadEvent, log, record, false);
    for (let times = faults.repeating ? 2 : 1; times > 0; times -= 1) {
      await send(new streams.ReadResp().setEvent(event));
      faults.eventsFed += 1;
    }
  };
  const { after, allows, interval } = wantedBy(options);
  let position = after;
  let considered = 0;
  let isLive = false;
  const sendCheckpoint = () => {
    considered = 0;
    const checkpoint = new streams.ReadResp.Checkpoint();
    checkpoint.setCommitPosition(String(position)).setPreparePosition(String(position));
    return send(new streams.ReadResp().setCheckpoint(checkpoint));
  };

  const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId('subscription');
  await send(new streams.ReadResp().setConfirmation(confirmation));
  let next = log.indexFrom(position + 1n);
  while (!signal.aborted) {
    const record = log.records[next];
    if (record === undefined) {
      if (!isLive && position >= 0n) await sendCheckpoint();
      isLive = true;
      // More may have been appended while the checkpoint was sent.
      if (next === log.records.length) await log.grown(signal);
      continue;
    }
    next += 1;
    position = record.position;
    considered += 1;
    if (allows(record)) await sendEvent(record);
    if (considered >= interval) await sendCheckpoint();
  }
}
