import { describe, expect, it } from 'vitest';
import { CommandExecutor } from '../../src/commands/execute.ts';
import { emailClaim } from '../../src/domain/account/email-claim.ts';
import { conversation } from '../../src/domain/conversation/conversation.ts';
import { chatbotSubject } from '../../src/domain/key-subjects.ts';
import { EventStore } from '../../src/event-log/event-store.ts';
import { SubjectErased } from '../../src/event-log/subject-erased.ts';
import { UnreadableEvent } from '../../src/event-log/unreadable-event.ts';
import type { AppendResult, EventLog } from '../../src/ports/event-log.ts';
import { StoreUnavailable } from '../../src/ports/store-unavailable.ts';
import { idOf, NOON } from '../support/fixtures.ts';
import { newCommand, nodeOn, noonClock, recordedIn, type Stores, storesOfFile, withAppend } from '../support/inside.ts';

const stores = storesOfFile();

const executorOn = ({ log, codec }: Stores, append?: EventLog['append']) =>
  new CommandExecutor(new EventStore(append === undefined ? log : withAppend(log, append), codec, noonClock));
const claimFor = (who: string) => ({ type: 'ClaimEmail', accountId: idOf(who) }) as const;
const ask = (question: string) =>
  ({
    type: 'AskQuestion',
    conversationId: idOf('conversation'),
    chatbotId: idOf('execute bot'),
    keyId: idOf('key'),
    sessionId: 'visitor',
    messageId: idOf(question),
    content: question,
    lead: null,
  }) as const;

describe('a command', () => {
  it('returns the state that follows, and the position for read-your-writes', async () => {
    const executor = executorOn(stores());
    const first = await executor.execute(emailClaim, 'answers', claimFor('ada'), newCommand());
    const [recorded] = await recordedIn(stores(), 'email-answers');
    expect(first).toEqual({ ok: true, value: { accountId: idOf('ada') }, position: recorded?.position });
    expect(await executor.execute(emailClaim, 'answers', claimFor('ada'), newCommand())).toEqual(first);
  });

  it('that is rejected returns the reason, and the position that it was rejected at', async () => {
    const executor = executorOn(stores());
    const first = await executor.execute(emailClaim, 'refused', claimFor('ada'), newCommand());
    expect(await executor.execute(emailClaim, 'refused', claimFor('bob'), newCommand())).toEqual({
      ok: false,
      rejection: 'EmailAlreadyClaimed',
      position: first.position,
    });
    expect(await recordedIn(stores(), 'email-refused')).toHaveLength(1);
  });

  it('records its actor, its request, and the time of the decision', async () => {
    const context = {
      ...newCommand(NOON - 5_000),
      actor: { kind: 'account', id: idOf('ada') },
      requestId: 'req-1',
    } as const;
    await executorOn(stores()).execute(emailClaim, 'records', claimFor('ada'), context);
    const [recorded] = await recordedIn(stores(), 'email-records');
    const { commandId, actor } = context;
    expect(recorded?.metadata).toEqual({
      at: NOON,
      version: 1,
      commandId,
      actor,
      requestId: 'req-1',
      previous: null,
      keys: 0,
    });
  });

  it('with the same id is executed once', async () => {
    const command = newCommand();
    const [here, there] = [executorOn(stores()), executorOn(stores())];
    const first = await here.execute(conversation, 'again', ask('q1'), command);
    for (const executor of [here, there]) {
      expect(await executor.execute(conversation, 'again', ask('q1'), command)).toEqual(first);
    }
    expect(await recordedIn(stores(), 'conversation-again')).toHaveLength(2);
  });

  it('whose append was done but never answered is recognised when it is retried', async () => {
    const { log } = stores();
    let losses = 0;
    const losing = executorOn(stores(), async (...append) => {
      const result = await log.append(...append);
      if (losses++ === 0) throw new StoreUnavailable('event log', 'the answer was lost');
      return result;
    });
    const command = newCommand();
    await expect(losing.execute(conversation, 'lost', ask('q1'), command)).rejects.toThrow(StoreUnavailable);
    expect(await losing.execute(conversation, 'lost', ask('q1'), command)).toMatchObject({ ok: true });
    expect(await recordedIn(stores(), 'conversation-lost')).toHaveLength(2);
  });

  it('decides again on the current state after a conflict', async () => {
    const { log } = stores();
    const other = executorOn(stores());
    let intruded = false;
    const late = executorOn(stores(), async (...append) => {
      if (!intruded) {
        intruded = true;
        await other.execute(emailClaim, 'late', claimFor('bob'), newCommand());
      }
      return log.append(...append);
    });
    expect(await late.execute(emailClaim, 'late', claimFor('ada'), newCommand())).toMatchObject({
      ok: false,
      rejection: 'EmailAlreadyClaimed',
    });
  });

  it('is recognised after a conflict too: another node had carried it out', async () => {
    const { log } = stores();
    const other = executorOn(stores());
    const command = newCommand();
    let raced = false;
    const slow = executorOn(stores(), async (...append) => {
      if (!raced) {
        raced = true;
        await other.execute(conversation, 'same', ask('q1'), command);
        await other.execute(conversation, 'same', ask('q2'), newCommand());
      }
      return log.append(...append);
    });
    expect(await slow.execute(conversation, 'same', ask('q1'), command)).toMatchObject({ ok: true });
    expect((await recordedIn(stores(), 'conversation-same')).map(({ event }) => event.type)).toEqual([
      'ConversationStarted',
      'QuestionAsked',
      'QuestionAsked',
    ]);
  });

  it('gives up after sixty conflicts: the stream is contended', async () => {
    let tries = 0;
    const contended = executorOn(stores(), async (): Promise<AppendResult> => {
      tries += 1;
      return { ok: false, actual: 7 };
    });
    const command = contended.execute(emailClaim, 'contended', claimFor('ada'), newCommand());
    await expect(command).rejects.toThrow(StoreUnavailable);
    expect(tries).toBe(60);
  });

  it('fails without a trace when the log is unavailable, and the next one succeeds', async () => {
    const { log } = stores();
    let away = true;
    const executor = executorOn(stores(), async (...append) => {
      if (away) throw new StoreUnavailable('event log', 'away');
      return log.append(...append);
    });
    const failing = executor.execute(emailClaim, 'away', claimFor('ada'), newCommand());
    const queued = executor.execute(emailClaim, 'away', claimFor('bob'), newCommand());
    await expect(failing).rejects.toThrow('away');
    await expect(queued).rejects.toThrow('away');
    away = false;
    expect(await executor.execute(emailClaim, 'away', claimFor('eve'), newCommand())).toMatchObject({ ok: true });
  });

  it('is refused on a history that cannot be read', async () => {
    const { log } = stores();
    await log.append('email-broken', 'no-stream', [{ id: idOf('x'), type: 'Unheard', data: {}, metadata: {} }]);
    const command = executorOn(stores()).execute(emailClaim, 'broken', claimFor('ada'), newCommand());
    await expect(command).rejects.toThrow(UnreadableEvent);
  });

  it('about an erased subject records nothing', async () => {
    const { keys } = stores();
    const command = { ...ask('q'), chatbotId: idOf('erased bot') };
    await keys.erase(chatbotSubject(command.chatbotId));
    const asking = executorOn(stores()).execute(conversation, 'erased', command, newCommand());
    await expect(asking).rejects.toThrow(SubjectErased);
    expect(await recordedIn(stores(), 'conversation-erased')).toEqual([]);
  });
});

describe('commands to one stream, all at once', () => {
  it('are executed one after another within a node, without a conflict', async () => {
    const { log } = stores();
    let conflicts = 0;
    const executor = executorOn(stores(), async (...append) => {
      const result = await log.append(...append);
      if (!result.ok) conflicts += 1;
      return result;
    });
    const asking = Array.from({ length: 50 }, (_, n) =>
      executor.execute(conversation, 'busy', ask(`q${n}`), newCommand()),
    );
    await Promise.all(asking);
    const events = await recordedIn(stores(), 'conversation-busy');
    expect(events.map(({ event }) => (event.type === 'QuestionAsked' ? event.sealed?.content : 'start'))).toEqual([
      'start',
      ...Array.from({ length: 50 }, (_, n) => `q${n}`),
    ]);
    expect(conflicts).toBe(0);
  });

  it('of two nodes: exactly one claims an address', async () => {
    const nodes = [nodeOn(stores()), nodeOn(stores())];
    const claims = await Promise.all(
      ['ada', 'bob'].map((who, n) => nodes[n]?.executor.execute(emailClaim, 'raced', claimFor(who), newCommand())),
    );
    expect(claims.map((claim) => claim?.ok).sort()).toEqual([false, true]);
    expect(await recordedIn(stores(), 'email-raced')).toHaveLength(1);
  });
});
