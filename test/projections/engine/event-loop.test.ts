import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../src/domain/events.ts';
import { conversations } from '../../../src/projections/conversations/projection.ts';
import { messages } from '../../../src/projections/messages/projection.ts';
import { idOf } from '../../support/fixtures.ts';
import { openReadSide, record, startEngine } from '../../support/projections/read-models.ts';

const CONVERSATIONS = 40;
const QUESTIONS = 250;
const MS = 1e6;

function questionsIn(conversation: number): DomainEvent[] {
  const where = { conversationId: idOf(`c${conversation}`), chatbotId: idOf(`bot ${conversation % 5}`) };
  const started: DomainEvent = {
    type: 'ConversationStarted',
    data: { ...where, keyId: idOf('key') },
    sealed: { sessionId: 'visitor' },
  };
  const asked = (n: number): DomainEvent => ({
    type: 'QuestionAsked',
    data: { ...where, messageId: idOf(`${conversation}/${n}`) },
    sealed: { content: `What about number ${n}? ${'Tell me more about it, please. '.repeat(5)}` },
  });
  return [started, ...Array.from({ length: QUESTIONS }, (_, n) => asked(n))];
}

describe('a rebuild', () => {
  // Observed, not asserted: a busy machine holds any event loop. The benches hold it to a limit.
  it('of ten thousand sealed messages lets the event loop go on meanwhile', async () => {
    const side = await openReadSide();
    for (let n = 0; n < CONVERSATIONS; n += 1) await record(side, `conversation-${n}`, ...questionsIn(n));
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const before = performance.now();
    const { engine } = await startEngine(side, [conversations, messages]);
    await engine.caughtUp();
    const tookMs = performance.now() - before;
    delay.disable();
    const [p99, max] = [delay.percentile(99) / MS, delay.max / MS];
    console.log(
      `${CONVERSATIONS * (QUESTIONS + 1)} events in ${tookMs.toFixed(0)} ms; event loop delay p99 ${p99.toFixed(1)} ms, max ${max.toFixed(1)} ms`,
    );
    expect(await side.documents.count(messages.collection, {})).toBe(CONVERSATIONS * QUESTIONS);
    expect(await side.documents.count(conversations.collection, {})).toBe(CONVERSATIONS);
  });
});
