/**
 * Visitors, an owner and an agent of three nodes while nodes and engines are killed, frozen, cut off and emptied at random: everything that was
 * answered is there once, and what was deleted is gone.
 * Only by hand, since ten minutes say more than one: `CHAOS_MINUTES=10 npm run test:distributed -- test/distributed/nodes/chaos`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Random } from '../../faults/support/random.ts';
import { questionAbout, saysOf, wordOf } from '../../faults/support/world.ts';
import { Chaos } from './chaos/chaos.ts';
import { Agent, createAndDelete, startSite, Website } from './chaos/owners-work.ts';
import { Owner, Visitor } from './chaos/people.ts';
import { sharesStores } from './support.ts';

const MINUTES = Number(process.env.CHAOS_MINUTES ?? 0);
const VISITORS = 6;

test.skipIf(!sharesStores || MINUTES === 0)(
  `In ${MINUTES} minutes of failing nodes and engines nothing that was answered is lost, and nothing is done twice`,
  async () => {
    const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
    console.log(`FAULT_SEED=${seed}`);
    const random = new Random(seed);
    const site = await startSite();
    onTestFinished(() => site.close());
    const chaos = await Chaos.start(random, new URL(site.url).host);
    onTestFinished(() => chaos.end());
    const owner = await Owner.register(chaos);
    const visitors = Array.from({ length: VISITORS }, (_, n) => new Visitor(`visitor-${n}`, owner));
    const startedAt = Date.now();
    const endsAt = startedAt + MINUTES * 60_000;
    const isOver = () => Date.now() > endsAt;
    const teaching = (async () => {
      for (let n = 0; !isOver(); n += 1) {
        await owner.teach(wordOf(n), saysOf(wordOf(n), `open${n}`));
        await pause(random.between(5_000, 15_000));
      }
    })();
    const asking = visitors.map(async (visitor) => {
      for (let n = 0; !isOver(); n += 1) await visitor.ask(`${questionAbout(wordOf(n % 5))} ${visitor.sessionId} ${n}`);
    });
    const agent = new Agent(owner);
    const helping = (async () => {
      while (!isOver()) {
        await pause(random.between(1_000, 6_000));
        await agent.helpOnce(`visitor-${random.between(0, VISITORS - 1)}`);
      }
    })();
    const website = await Website.add(owner, site);
    const reading = (async () => {
      while (!isOver()) {
        await pause(random.between(5_000, 20_000));
        await website.refresh();
      }
    })();
    const deleted: { readonly id: string; readonly secret: string }[] = [];
    const deleting = (async () => {
      for (let n = 0; !isOver(); n += 1) {
        await pause(random.between(5_000, 15_000));
        deleted.push(await createAndDelete(owner, n));
      }
    })();
    const people = Promise.all([teaching, helping, reading, deleting, ...asking]);
    // A request that meets a defect ends the run.
    const failing = chaos.untilOver(isOver);
    await Promise.race([failing, people.then(() => failing)]).catch(async (error: unknown) => {
      console.log(`${Date.now() - startedAt} ms: ${error}\n${await chaos.explain()}`);
      throw error;
    });
    await chaos.calm();
    await people;

    const rows = Map.groupBy(await owner.history(), ({ sessionId }) => sessionId);
    for (const visitor of visitors) visitor.compare(rows.get(visitor.sessionId) ?? []);
    agent.compare([...rows.values()].flat());
    await owner.compareSources();
    await website.compare();
    for (const { id, secret } of deleted) await owner.expectGone(id, secret);
    expect(await chaos.audit()).toEqual({ verify: 0, replay: 0 });
    const answered = visitors.reduce((total, { answered }) => total + answered, 0);
    console.log(
      `${answered} answers, ${owner.taught} sources, ${agent.sent} messages of the agent, ${deleted.length} chatbots deleted; ${chaos.summary}`,
    );
    expect(answered).toBeGreaterThan(MINUTES * 10);
  },
  (MINUTES + 15) * 60_000,
);
