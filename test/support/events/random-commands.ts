/** Random commands of owners, visitors and workers, executed by several nodes at the same time. */
import fc from 'fast-check';
import { uuidV7Ids } from '../../../src/adapters/system/ids.ts';
import type { CommandResult } from '../../../src/commands/command-result.ts';
import { SubjectErased } from '../../../src/event-log/subject-erased.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { idOf, NOON, sha256Of } from '../fixtures.ts';

import { type Node, newCommand } from '../inside.ts';
import { EVIDENCE } from './evidence.ts';

/** Known so far to the visitors and owners of a run; later commands refer to it. */
export interface World {
  readonly run: number;
  readonly accounts: string[];
  readonly chatbots: { readonly chatbotId: string; readonly ownerId: string }[];
  readonly sources: { readonly sourceId: string; readonly chatbotId: string }[];
  readonly keys: { readonly keyId: string; readonly chatbotId: string }[];
  readonly sessions: { readonly sessionId: string; readonly accountId: string; readonly rotation: number }[];
  readonly questions: { readonly sessionId: string; readonly chatbotId: string; readonly questionId: string }[];
  readonly answers: { readonly sessionId: string; readonly chatbotId: string; readonly messageId: string }[];
}

/** A world without accounts. @param run distinguishes its ids from those of other worlds on the same log */
export const newWorld = (run: number): World => ({
  run,
  accounts: [],
  chatbots: [],
  sources: [],
  keys: [],
  sessions: [],
  questions: [],
  answers: [],
});

/** A random command: which of the known things it is about, and a second number for whatever else it needs. */
type RandomCommand = (node: Node, world: World, about: number, other: number) => Promise<unknown>;

const oneOf = <Known>(known: readonly Known[], n: number): Known | undefined => known[n % Math.max(known.length, 1)];
const gained = <Value>(outcome: CommandResult<Value, string>): Value | null => (outcome.ok ? outcome.value : null);
const failure = { reason: 'gone', crawl: null, siteType: null, sitemapUrl: null, skippedUrls: [] };
const report = {
  pageCount: 1,
  chunkCount: 1,
  siteType: null,
  sparseContent: true,
  crawl: null,
  manifestHash: sha256Of('m'),
  sitemapUrl: null,
  skippedUrls: [],
};

const commands: Readonly<Record<string, RandomCommand>> = {
  async register({ accounts }, world, about) {
    const person = { email: `visitor-${world.run}-${about % 4}@example.com`, name: 'V', password: `p${about}` };
    const registered = gained(await accounts.register(person, newCommand()));
    if (registered !== null) world.accounts.push(registered.accountId);
  },
  async createChatbot({ chatbots }, world, about) {
    const ownerId = oneOf(world.accounts, about);
    if (ownerId === undefined) return;
    const created = gained(await chatbots.create(ownerId, `Bot ${about}`, newCommand()));
    if (created !== null) world.chatbots.push({ ...created, ownerId });
  },
  async configure({ chatbots }, world, about, other) {
    const bot = oneOf(world.chatbots, about);
    if (bot === undefined) return;
    const insisting = other % 3 === 0 ? other % 4 : undefined;
    await chatbots.configure(
      bot.ownerId,
      bot.chatbotId,
      { changes: { tone: `tone ${other % 3}` }, expectedRevision: insisting },
      newCommand(),
    );
  },
  async deleteChatbot({ chatbots }, world, about, other) {
    const bot = oneOf(world.chatbots, about);
    if (bot !== undefined && other % 3 === 0) await chatbots.delete(bot.ownerId, bot.chatbotId, newCommand());
  },
  async addSource({ dataSources }, world, about, other) {
    const bot = oneOf(world.chatbots, about);
    if (bot === undefined) return;
    const source = {
      sourceId: uuidV7Ids.next(),
      sourceType: other % 2 === 0 ? ('url' as const) : ('text' as const),
      isRecursive: false,
      sourceUrl: null,
      title: 'T',
      fileName: null,
      contentHash: null,
      contentType: null,
    };
    const added = await dataSources.add(bot.ownerId, bot.chatbotId, source, newCommand());
    if (added.ok) world.sources.push({ sourceId: source.sourceId, chatbotId: bot.chatbotId });
  },
  async refresh({ dataSources }, world, about) {
    const source = oneOf(world.sources, about);
    if (source !== undefined) await dataSources.refresh(source.chatbotId, source.sourceId, newCommand());
  },
  async recrawl({ dataSources }, world, about) {
    const bot = oneOf(world.chatbots, about);
    if (bot === undefined) return;
    const own = world.sources.filter(({ chatbotId }) => chatbotId === bot.chatbotId);
    await dataSources.recrawl(
      bot.chatbotId,
      own.map(({ sourceId }) => sourceId),
      newCommand(),
    );
  },
  async workOn({ dataSources }, world, about, other) {
    const source = oneOf(world.sources, about);
    if (source === undefined) return;
    const generation = 1 + (other % 2);
    const context = newCommand();
    await dataSources.startRun({ sourceId: source.sourceId, generation }, { name: '1', stepsKept: 0 }, context);
    if (other % 3 === 0)
      await dataSources.failRun({ sourceId: source.sourceId, generation, attempt: 1 }, failure, context);
    else await dataSources.completeRun({ sourceId: source.sourceId, generation, attempt: 1 }, report, context);
  },
  async deleteSource({ dataSources }, world, about, other) {
    const source = oneOf(world.sources, about);
    if (source === undefined || other % 4 !== 0) return;
    await dataSources.delete(source.chatbotId, source.sourceId, newCommand());
  },
  async generateKey({ widgetKeys }, world, about) {
    const bot = oneOf(world.chatbots, about);
    if (bot === undefined) return;
    const label = { label: 'L', allowedDomains: ['*'] };
    const made = gained(await widgetKeys.generate(bot.ownerId, bot.chatbotId, label, newCommand()));
    if (made !== null) world.keys.push({ keyId: made.keyId, chatbotId: bot.chatbotId });
  },
  async revokeKey({ widgetKeys }, world, about) {
    const key = oneOf(world.keys, about);
    if (key !== undefined) await widgetKeys.revoke(key.chatbotId, key.keyId, newCommand());
  },
  async signIn({ sessions }, world, about) {
    const accountId = oneOf(world.accounts, about);
    if (accountId === undefined) return;
    const open = gained(await sessions.start(accountId, newCommand(NOON)));
    if (open !== null) world.sessions.push(open);
  },
  async refreshSession({ sessions }, world, about, other) {
    const session = oneOf(world.sessions, about);
    if (session === undefined) return;
    const next = gained(await sessions.refresh(session, newCommand(NOON + (other % 20) * 1000)));
    if (next !== null) world.sessions.push(next);
  },
  async changeAccount({ accounts }, world, about, other) {
    const session = oneOf(world.sessions, about);
    if (session === undefined) return;
    const password = other % 2 === 0 ? { current: `p${other % 5}`, next: `p${about % 5}` } : undefined;
    await accounts.change(session.accountId, session.sessionId, { name: `V${other % 3}`, password }, newCommand());
  },
  async signOut({ sessions }, world, about, other) {
    const session = oneOf(world.sessions, about);
    if (session !== undefined && other % 4 === 0) await sessions.end(session.sessionId, newCommand());
  },
  /** Clocks that are minutes apart, so that a reservation that is still in use looks overdue to a later node. */
  async ask({ messageQuota, conversations }, world, about, other) {
    const bot = oneOf(world.chatbots, about);
    if (bot === undefined) return;
    const session = { chatbotId: bot.chatbotId, sessionId: `visitor ${other % 2}` };
    const lead = other % 3 === 0 ? { email: `v${other % 5}@example.com` } : null;
    const command = newCommand(NOON + other * 60_000);
    const taken = gained(await messageQuota.reserve(bot.ownerId, session, command));
    // The process ends here.
    if (taken === null || other % 5 === 4) return;
    const asked = await messageQuota.withReservation(taken, (messageId) =>
      conversations.askQuestion(
        session,
        { messageId, keyId: idOf('key'), content: `question ${other}`, lead },
        command,
      ),
    );
    if (asked.ok) world.questions.push({ ...session, questionId: asked.value.questionId });
  },
  async storeResponse({ conversations }, world, about, other) {
    const question = oneOf(world.questions, about);
    if (question === undefined) return;
    const { questionId, ...session } = question;
    const messageId = idOf(`answer ${world.run} ${questionId} ${other}`);
    const said = {
      content: 'Yes',
      sources: [],
      suggestions: [],
      condensedQuestion: 'q',
      partial: false,
      evidence: EVIDENCE,
    };
    const answered = await conversations.recordAnswer(session, { messageId, questionId, ...said }, newCommand());
    if (answered.ok) world.answers.push({ ...session, messageId });
  },
  async rate({ conversations }, world, about, other) {
    const answer = oneOf(world.answers, about);
    if (answer === undefined) return;
    const feedback = other % 2 === 0 ? 'positive' : 'negative';
    await conversations.rateMessage(answer, { messageId: answer.messageId, feedback }, newCommand());
  },
  async deleteLead({ conversations }, world, about) {
    const question = oneOf(world.questions, about);
    if (question !== undefined) await conversations.deleteLead(question, newCommand());
  },
};

/** Expected under contention, or for a chatbot that is being deleted at that moment. */
const isExpected = (error: unknown) => error instanceof StoreUnavailable || error instanceof SubjectErased;

export interface Step {
  readonly act: string;
  readonly node: number;
  readonly about: number;
  readonly other: number;
}

/** Executes waves in sequence, and the steps of one wave concurrently. */
export async function carryOut(
  waves: readonly (readonly Step[])[],
  nodes: readonly Node[],
  world: World,
): Promise<void> {
  for (const wave of waves) {
    const results = await Promise.allSettled(
      wave.map(({ act, node, about, other }) => {
        const by = nodes[node % nodes.length];
        return by === undefined ? null : commands[act]?.(by, world, about, other);
      }),
    );
    for (const result of results) {
      if (result.status === 'rejected' && !isExpected(result.reason)) throw result.reason;
    }
  }
}

const step = fc.record({
  act: fc.constantFrom(...Object.keys(commands)),
  node: fc.nat({ max: 2 }),
  about: fc.nat({ max: 30 }),
  other: fc.nat({ max: 30 }),
});
/** Everybody begins by registering and creating, or nothing would ever happen. */
const opening = (act: string): Step[] => [0, 1, 2].map((n) => ({ act, node: n, about: n, other: n }));

/** A history that begins with accounts, chatbots and questions, and goes on as chance has it. */
export const anyWaves: fc.Arbitrary<readonly (readonly Step[])[]> = fc
  .array(fc.array(step, { minLength: 5, maxLength: 25 }), { minLength: 3, maxLength: 5 })
  .map((random) => [opening('register'), opening('createChatbot'), opening('ask'), ...random]);
