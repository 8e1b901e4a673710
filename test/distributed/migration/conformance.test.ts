/**
 * What people were told before a migration, they are told after it, on the engines and in the data folder to which it returns. There, the tests
 * of the interface pass too; on the engines they do in every distributed run, whose shared service has migrated there.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Profile } from '../../../src/composition/migration/sides.ts';
import type { Message } from '../../../src/projections/messages/queries.ts';
import { type Installation, newInstallation } from '../../support/engines/engines.ts';
import { EventStream, type ReceivedEvent } from '../../support/http/event-stream.ts';
import { migrateEnds, releasedFolder, withService } from '../../support/http/migrated-installation.ts';
import { cookiesOf, Owner, TestService } from '../../support/http/service.ts';
import { readForService } from '../../support/http/shared-service.ts';
import { atService, newUsedWorld, toldTo, type UsedWorld } from '../../support/http/used-world.ts';
import { sharesStores } from '../nodes/support.ts';

const ROOT = join(import.meta.dirname, '../..');
const RECORDED = JSON.parse(readFileSync(join(ROOT, 'releases/fixtures/0.1.0/answers.json'), 'utf8')) as Readonly<
  Record<string, unknown>
>;

/** Tests of HTTP itself, whatever the stores hold. */
const WITHOUT_STORES =
  /^http\/(?:openapi\/(?:client|validity)|plugins\/.+|pages\/console|every-route\/(?:fuzz|methods)|sources\/unreadable-files|widget\/script|protocol\/wire)\.test\.ts$/;

let world: UsedWorld;
let released: Installation;
let engines: Installation;
let home: Installation;
beforeAll(async () => {
  if (!sharesStores) return;
  released = releasedFolder();
  const { MASTER_KEY = '' } = released.environment;
  const created = await newInstallation();
  engines = { ...created, environment: { ...created.environment, MASTER_KEY } };
  const directory = mkdtempSync(join(tmpdir(), 'chatledger-home-'));
  home = {
    environment: { DATA_DIR: directory, MASTER_KEY },
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
  world = await withService(released, newUsedWorld);
});
afterAll(async () => {
  for (const each of sharesStores ? [released, engines, home] : []) await each.remove();
});

describe.runIf(sharesStores).each<Profile>(['distributed', 'embedded'])('An installation that migrated (%s)', (to) => {
  let service: TestService;
  let here: UsedWorld;
  let seen: ReceivedEvent;
  let missed: ReceivedEvent;
  afterAll(() => service.stop());

  test('tells owners and visitors the same as before, and refuses what was erased', async () => {
    const [source, target] = to === 'distributed' ? [released, engines] : [engines, home];
    const told = await withService(source, async (before) => {
      const there = atService(world, before);
      const stream = await EventStream.ofVisitor(there.widget, world.takenOver, '0');
      [seen, missed] = [await stream.next('takeover'), await stream.next('agent_message')];
      await stream.close();
      return toldTo(there);
    });
    await migrateEnds({ ...source.environment, ...target.environment }, to);
    service = await TestService.start({}, { installation: target });
    here = atService(world, service);
    expect(await toldTo(here)).toEqual(told);
  });

  test('tells the owner of an earlier release what that release told', async () => {
    const body = { email: 'olivia@example.com', password: 'correct horse battery' };
    const owner = new Owner(service, cookiesOf(await service.call('POST', '/api/auth/login', { body })));
    for (const [path, told] of Object.entries(RECORDED)) {
      expect((await owner.call('GET', path.replace('/api', ''))).data).toMatchObject(told as object);
    }
  });

  test('gives a client that comes back what it missed, and what comes next', async () => {
    const path = `/chatbots/${world.ids.chatbot}/sessions/${world.takenOver}/messages`;
    const write = (message: string) => here.owner.call('POST', path, { body: { message } });
    const stream = await EventStream.ofVisitor(here.widget, world.takenOver, seen.id);
    await write('Still here.');
    // A position of EventStoreDB is beyond those of a data folder.
    if (to === 'distributed') expect((await stream.next('agent_message')).data).toEqual(missed.data);
    const next = await stream.next('agent_message');
    expect(next.data.content).toBe('Still here.');
    const resumed = await EventStream.ofVisitor(here.widget, world.takenOver, next.id);
    await write('And here.');
    expect((await resumed.next('agent_message')).data.content).toBe('And here.');
  });

  test('goes on: sessions are refreshed, conversations continue, sources are read, and erasures erase', async () => {
    const { owner, widget, ids } = here;
    const used = async () => {
      const { data } = await owner.call<{ usage: { messages: { used: number } } }>('GET', '/auth/me/usage');
      return data.usage.messages.used;
    };
    const before = await used();
    await widget.ask(ids.session, 'And when are you open?');
    expect(await used()).toBe(before + 1);
    const { data } = await widget.call<{ messages: Message[] }>('GET', `/history?sessionId=${ids.session}`);
    expect(data.messages.map(({ content }) => content)).toEqual(
      expect.arrayContaining(['Hello', 'And when are you open?']),
    );
    await owner.text(ids.chatbot, 'Colours', `Jackets come in orange and in ${to}.`);
    const chat = { body: { message: 'Which colours do jackets come in?' } };
    const answer = await owner.call<{ response: string }>('POST', `/chatbots/${ids.chatbot}/chat`, chat);
    expect(answer.data.response).toContain('orange');
    const session = crypto.randomUUID();
    const erased = { leadData: { name: 'Erased', email: `${to}@example.com` } };
    await widget.ask(session, 'Forget me too', erased);
    const leads = async () => (await owner.call('GET', `/chatbots/${ids.chatbot}/leads`)).text;
    const found = JSON.parse(await leads()) as { data: { leads: { conversationId: string; email: string }[] } };
    const lead = found.data.leads.find(({ email }) => email === `${to}@example.com`);
    await owner.call('DELETE', `/chatbots/${ids.chatbot}/leads/${lead?.conversationId}`);
    expect(await leads()).not.toContain(`${to}@example.com`);
    const login = { body: { email: world.email, password: 'correct horse' } };
    const cookie = cookiesOf(await service.call('POST', '/api/auth/login', login));
    const refreshed = await service.call('POST', '/api/auth/refresh', { headers: { cookie } });
    expect(refreshed.status).toBe(200);
  });
});

describe.runIf(sharesStores)('In a data folder to which an installation returned', () => {
  let starting: Promise<TestService> | undefined;
  const start = () => {
    starting ??= TestService.start({}, { installation: home });
    return starting;
  };
  afterAll(async () => (await starting)?.stop());

  const shares = (file: string) => readFileSync(join(ROOT, file), 'utf8').includes('= sharedService()');
  const files = globSync('http/**/*.test.ts', { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'));
  for (const file of files.filter((each) => !WITHOUT_STORES.test(each) && shares(each)).toSorted()) {
    describe(`the interface passes ${file}`, () => readForService(start, join(ROOT, file)));
  }
});
