/**
 * Several nodes execute random commands at the same time. The result must be a legal history: each command's facts are
 * what deciding it on the facts before gives, no revision is missing, and the chains hold.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommandExecutor } from '../../src/commands/execute.ts';
import type { Aggregate } from '../../src/domain/aggregate.ts';
import type { DomainEvent } from '../../src/domain/events.ts';
import { chainHash } from '../../src/event-log/chain.ts';
import type { CommandContext } from '../../src/event-log/event-store.ts';
import type { RecordedEvent } from '../../src/event-log/recorded-event.ts';
import { anyWaves, carryOut, newWorld } from '../support/events/random-commands.ts';
import { idOf, NOON } from '../support/fixtures.ts';
import { MESSAGE_LIMIT, newCommand, nodeOn, PLAN_LIMIT, recordedIn, storesOfFile } from '../support/inside.ts';

const stores = storesOfFile();

type AnyAggregate = Aggregate<unknown, unknown, DomainEvent, string>;

interface Given {
  readonly aggregate: AnyAggregate;
  readonly stream: string;
  readonly command: unknown;
}

/** Every command that any node was given, by stream and command id. */
const given = new Map<string, Given>();
const keyOf = (stream: string, commandId: string) => `${stream} ${commandId}`;

class WitnessedExecutor extends CommandExecutor {
  override execute<State, Command, Event extends DomainEvent, Rejection extends string>(
    aggregate: Aggregate<State, Command, Event, Rejection>,
    id: string,
    command: Command,
    context: CommandContext,
  ) {
    const stream = `${aggregate.category}-${id}`;
    given.set(keyOf(stream, context.commandId), { aggregate: aggregate as unknown as AnyAggregate, stream, command });
    return super.execute(aggregate, id, command, context);
  }
}

/** The facts of a stream, command by command, as they were appended. */
function byCommand(events: readonly RecordedEvent[]): readonly (readonly RecordedEvent[])[] {
  const groups: RecordedEvent[][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last?.[0]?.metadata.commandId === event.metadata.commandId) last.push(event);
    else groups.push([event]);
  }
  return groups;
}

/** An erased part is not there to be compared. */
const asFarAsReadable = (decided: DomainEvent, recorded: DomainEvent) =>
  'sealed' in recorded && recorded.sealed === null ? { ...decided, sealed: null } : decided;

async function expectLegal(stream: string): Promise<readonly RecordedEvent[]> {
  const events = await recordedIn(stores(), stream);
  const stored = await stores().log.readStream(stream, { limit: 100_000 });
  let previous: string | null = null;
  for (const [revision, event] of stored.entries()) {
    expect(event.revision).toBe(revision);
    expect(event.metadata.previous).toBe(previous);
    previous = chainHash(stream, revision, event);
  }
  let state: unknown;
  for (const group of byCommand(events)) {
    const command = given.get(keyOf(stream, group[0]?.metadata.commandId ?? ''));
    if (command === undefined) throw new Error(`Nobody gave a command for ${stream}@${group[0]?.revision}`);
    const { aggregate } = command;
    state ??= aggregate.initial;
    const decision = aggregate.decide(command.command, state);
    if (!decision.ok) throw new Error(`${stream}@${group[0]?.revision} was refused: ${decision.rejection}`);
    const readable = decision.value.map((event, n) => asFarAsReadable(event, group[n]?.event ?? event));
    expect(group.map(({ event }) => event)).toEqual(readable);
    state = decision.value.reduce((folded, event) => aggregate.evolve(folded, event), state);
  }
  return events;
}

let runs = 0;

describe('whatever several nodes do at the same time', () => {
  it('is a legal history', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(anyWaves, async (waves) => {
        const world = newWorld(runs++);
        const before = new Set([...given.values()].map(({ stream }) => stream));
        const nodes = [0, 1, 2].map(() => nodeOn(stores(), WitnessedExecutor));
        await carryOut(waves, nodes, world);

        const streams = new Set([...given.values()].map(({ stream }) => stream).filter((one) => !before.has(one)));
        const all: RecordedEvent[] = [];
        for (const stream of streams) all.push(...(await expectLegal(stream)));
        for (const { event } of all) seen.add(event.type);
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
        expect(new Set(all.map(({ position }) => position)).size).toBe(all.length);
        for (const accountId of world.accounts) await expectWithinPlan(accountId);
        for (const accountId of world.accounts) await expectExactMonth(accountId, all);
      }),
      { numRuns: 12, endOnFailure: true },
    );
    // Fails when too few commands succeeded for the comparison to prove anything.
    expect(seen.size).toBeGreaterThan(15);
  });
});

async function expectWithinPlan(accountId: string): Promise<void> {
  let taken = 0;
  for (const { event } of await recordedIn(stores(), `account-${accountId}`)) {
    if (event.type === 'ChatbotSlotTaken') taken += 1;
    if (event.type === 'ChatbotSlotReleased') taken -= 1;
    expect(taken).toBeGreaterThanOrEqual(0);
    expect(taken).toBeLessThanOrEqual(PLAN_LIMIT);
  }
}

/** The month's limit is never exceeded, and when all nodes have ended, exactly the rest of it can still be asked. */
async function expectExactMonth(accountId: string, all: readonly RecordedEvent[]): Promise<void> {
  const chatbots = new Set<string>();
  for (const { event } of all) {
    if (event.type === 'ChatbotSlotTaken' && event.data.accountId === accountId) chatbots.add(event.data.chatbotId);
  }
  const asked = all.filter(({ event }) => event.type === 'QuestionAsked' && chatbots.has(event.data.chatbotId)).length;
  expect(asked).toBeLessThanOrEqual(MESSAGE_LIMIT);
  const { messageQuota, conversations } = nodeOn(stores());
  const ask = async (_: unknown, number: number) => {
    const session = { chatbotId: idOf('afterwards'), sessionId: `${accountId} ${number}` };
    const command = newCommand(NOON + 24 * 3_600_000);
    const taken = await messageQuota.reserve(accountId, session, command);
    if (!taken.ok) return false;
    const question = { keyId: idOf('key'), content: 'Anything left?', lead: null };
    const outcome = await messageQuota.withReservation(taken.value, (messageId) =>
      conversations.askQuestion(session, { messageId, ...question }, command),
    );
    return outcome.ok;
  };
  const afterwards = await Promise.all(Array.from({ length: MESSAGE_LIMIT + 1 }, ask));
  expect(asked + afterwards.filter((wasAsked) => wasAsked).length).toBe(MESSAGE_LIMIT);
}
