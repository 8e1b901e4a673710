/** An audit of a chatbot at a time shows its read models of that time: the same projections, run to that point. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedPages } from '../../../src/audit/chatbot-feed.ts';
import { chatbotState, STATE_PROJECTIONS } from '../../../src/audit/state/chatbot-state.ts';
import { StateFold } from '../../../src/audit/state/state-fold.ts';
import type { DomainEvent } from '../../../src/domain/events.ts';
import { chatbotSubject, leadSubject } from '../../../src/domain/key-subjects.ts';
import { SubjectErased } from '../../../src/event-log/subject-erased.ts';
import type { ReadableDocuments } from '../../../src/ports/documents.ts';
import type { JsonObject, Position } from '../../../src/ports/event-log.ts';
import { allProjections } from '../../../src/projections/all.ts';
import { ChatbotEventQueries } from '../../../src/projections/chatbot-events/queries.ts';
import { listConversations } from '../../../src/projections/conversation-list/list.ts';
import { ConversationQueries } from '../../../src/projections/conversations/queries.ts';
import { RatingQueries } from '../../../src/projections/ratings/queries.ts';
import { refreshSchedules } from '../../../src/projections/refresh-schedules/projection.ts';
import { anyHistory, type Happening } from '../../support/events/histories.ts';
import { idOf } from '../../support/fixtures.ts';
import { openReadSide, type ReadSide, record, startEngine } from '../../support/projections/read-models.ts';

const PROJECTIONS = [...STATE_PROJECTIONS, refreshSchedules];
const ALL = 10_000;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The same history with ids of its own, so that many of them fit one log. */
const inRun = <Value>(value: Value, run: number): Value =>
  JSON.parse(JSON.stringify(value).replace(UUID, (id) => idOf(`${id} of run ${run}`)));

/** All documents of a chatbot, to the byte. */
async function documentsOf(documents: ReadableDocuments, chatbotId: string): Promise<string> {
  const all: Record<string, unknown> = {};
  for (const { collection } of PROJECTIONS) {
    const isById = collection === refreshSchedules.collection || collection.name === 'chatbots';
    all[collection.name] = isById
      ? await documents.get(collection, chatbotId)
      : await documents.find<JsonObject>(collection, { where: { chatbotId }, limit: ALL });
  }
  return JSON.stringify(all);
}

/** Documents that live read models held of a chatbot. */
interface HeldState {
  readonly chatbotId: string;
  readonly position: Position;
  readonly documents: string;
}

/** A log that its read models follow. */
class FollowedLog {
  readonly side: ReadSide;
  readonly #waitFor: (position: Position | null) => Promise<void>;

  private constructor(side: ReadSide, waitFor: (position: Position | null) => Promise<void>) {
    this.side = side;
    this.#waitFor = waitFor;
  }

  static async open(): Promise<FollowedLog> {
    const side = await openReadSide();
    const { engine } = await startEngine(side, allProjections);
    return new FollowedLog(side, async (position) => void (await engine.waitFor(position)));
  }

  async add(event: DomainEvent): Promise<void> {
    try {
      await record(this.side, `test-${event.type.toLowerCase()}`, event);
    } catch (error) {
      // The service records nothing for subjects that are erased.
      if (!(error instanceof SubjectErased)) throw error;
    }
  }

  async live(chatbotId: string): Promise<{ position: Position | null; documents: string }> {
    const position = await this.side.log.head();
    await this.#waitFor(position);
    return { position, documents: await documentsOf(this.side.documents, chatbotId) };
  }

  /** Lets it happen, and returns what the chatbots' read models held whenever they were read. */
  async statesRead(history: readonly Happening[], chatbotIds: readonly string[]): Promise<readonly HeldState[]> {
    let states: HeldState[] = [];
    for (const happening of history) {
      await this.happen(happening);
      if (happening.kind === 'read') states.push(...(await this.#heldStates(chatbotIds)));
      // Data that was erased since is missing from the past too.
      if ('chatbotId' in happening) states = states.filter(({ chatbotId }) => chatbotId !== happening.chatbotId);
    }
    return states;
  }

  /** None for an empty log: it has no position, and null stands for the present. */
  async #heldStates(chatbotIds: readonly string[]): Promise<readonly HeldState[]> {
    const states: HeldState[] = [];
    for (const chatbotId of chatbotIds) {
      const { position, documents } = await this.live(chatbotId);
      if (position !== null) states.push({ chatbotId, position, documents });
    }
    return states;
  }

  async folded(chatbotId: string, position: Position | null): Promise<string> {
    const { log, codec, documents } = this.side;
    const index = new ChatbotEventQueries(documents, new ConversationQueries(documents));
    const fold = new StateFold(PROJECTIONS, codec);
    const upTo = position ?? (await log.head());
    if (upTo !== null) {
      for await (const { events } of feedPages({ chatbotId }, { after: null, upTo }, { log, index }))
        await fold.add(events);
    }
    expect(fold.missing).toEqual([]);
    await this.#expectSameState(chatbotId, position, fold.documents);
    return documentsOf(fold.documents, chatbotId);
  }

  /** The state that is served, folded from the events that the index names, and the fold of all events to compare it with. */
  async #expectSameState(chatbotId: string, position: Position | null, whole: ReadableDocuments): Promise<void> {
    const { log, codec, documents } = this.side;
    const index = new ChatbotEventQueries(documents, new ConversationQueries(documents));
    const deps = { log, codec, index, ratings: new RatingQueries(documents) };
    const moment = position === null ? null : ({ kind: 'position', position } as const);
    const state = await chatbotState(chatbotId, { moment, after: null, limit: ALL }, deps);
    expect(state?.satisfaction).toEqual(await new RatingQueries(whole).total(chatbotId));
    // In such a history a conversation may begin twice.
    const shown = new Set(state?.conversations.map(({ id }) => id));
    const { conversations } = await listConversations(whole, chatbotId, { limit: ALL });
    expect([...shown].toSorted()).toEqual(conversations.map(({ id }) => id).toSorted());
  }

  async happen(happening: Happening): Promise<void> {
    switch (happening.kind) {
      case 'fact':
        return this.add(happening.event);
      case 'chatbot deleted': {
        const { chatbotId, racing } = happening;
        await this.add({ type: 'ChatbotDeleted', data: { chatbotId, ownerId: idOf('ada') } });
        for (const event of racing) await this.add(event);
        await this.side.keys.erase(chatbotSubject(chatbotId));
        return this.add({ type: 'ChatbotSlotReleased', data: { chatbotId, accountId: idOf('ada') } });
      }
      case 'lead deleted': {
        const { chatbotId, leadId } = happening;
        await this.add({ type: 'LeadDeleted', data: { chatbotId, leadId, conversationId: idOf('conversation') } });
        return this.side.keys.erase(leadSubject(chatbotId, leadId));
      }
      case 'read':
      case 'restart':
        return;
    }
  }
}

describe('the state of a chatbot', () => {
  it('is for the present, byte for byte, what its live read models hold; and for the past what they held', async () => {
    const log = await FollowedLog.open();
    let run = 0;
    let [presents, pasts] = [0, 0];
    await fc.assert(
      fc.asyncProperty(anyHistory, async (history) => {
        run += 1;
        const chatbots = ['a', 'b', 'c', 'd'].map((name) => inRun(idOf(name), run));
        const past = await log.statesRead(inRun(history, run), chatbots);
        for (const chatbotId of chatbots) {
          const { documents } = await log.live(chatbotId);
          expect(await log.folded(chatbotId, null)).toBe(documents);
          if (documents.includes(chatbotId)) presents += 1;
        }
        for (const { chatbotId, position, documents } of past) {
          expect(await log.folded(chatbotId, position)).toBe(documents);
        }
        pasts += past.length;
      }),
      { numRuns: 12, endOnFailure: true },
    );
    expect(presents).toBeGreaterThan(10);
    expect(pasts).toBeGreaterThan(50);
  });
});
