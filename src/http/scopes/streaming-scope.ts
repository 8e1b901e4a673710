import type { AnswerInterrupts } from '../channels/answer-interrupts.ts';
import type { Channels } from '../channels/channels.ts';
import type { HttpDeps } from '../deps.ts';
import type { AnswerStreams } from '../routes/answers/answer-streams.ts';

export interface StreamingScopeOptions {
  readonly deps: HttpDeps;
  readonly channels: Channels;
  readonly streams: AnswerStreams;
  readonly interrupts: AnswerInterrupts;
}
