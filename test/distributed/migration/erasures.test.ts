/** Erasures before, between and during migrations: nothing that was erased at the source is readable in the target. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { EventLogReader } from '../../../src/adapters/eventstoredb/reader.ts';
import type { Profile } from '../../../src/composition/migration/sides.ts';
import { leadSubject } from '../../../src/domain/key-subjects.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import type { Installation } from '../../support/engines/engines.ts';
import { emptyEnd, migrateEnds, withService } from '../../support/http/migrated-installation.ts';
import { TestService } from '../../support/http/service.ts';
import { newWorld, type World } from '../../support/http/world.ts';
import { sharesStores } from '../nodes/support.ts';

const LEAVING = 'leaving@example.com';
const LOGIN = { email: LEAVING, password: 'correct horse' };
const CHANGED = /^The source has changed since this migration began\. Empty .+, then begin again\.$/;
const WRITTEN_TO =
  /Something wrote to (?:the source|one of them) during the migration\. Stop it, empty the target, .+ again\.$/;

interface Ends {
  readonly source: Installation;
  readonly target: Installation;
  readonly world: World;
}

/** A source with an owner whose visitor has left contact details, and an empty target. */
async function endsOf(to: Profile): Promise<Ends> {
  const source = await emptyEnd(to === 'embedded' ? 'distributed' : 'embedded');
  return { source, target: await emptyEnd(to), world: await withService(source, newWorld) };
}

const deleteLead = ({ owner, ids }: World, service: TestService) =>
  owner.at(service).call('DELETE', `/chatbots/${ids.chatbot}/leads/${ids.conversation}`);

/** The owner's view of it, and whether its key exists. */
async function contactsAt(service: TestService, { owner, ids }: World) {
  const { text } = await owner.at(service).call('GET', `/chatbots/${ids.chatbot}/leads`);
  const subject = leadSubject(ids.chatbot, ids.lead);
  const key = (await service.running.stores.keys.find([subject])).get(subject);
  return { leads: (JSON.parse(text) as { data: { leads: unknown[] } }).data.leads, hasKey: key !== null };
}

describe.runIf(sharesStores).each<Profile>(['distributed', 'embedded'])(
  'A migration (to %s)',
  { timeout: 120_000 },
  (to) => {
    test('carries out in the target the erasures that the source had recorded and not carried out', async () => {
      const { source, target, world } = await endsOf(to);
      await withService(source, async (service) => {
        const leaving = await service.owner(LEAVING);
        await leaving.chatbot();
        const away = new StoreUnavailable('keys', 'the disk fails');
        vi.spyOn(service.running.stores.keys, 'erase').mockRejectedValue(away);
        expect((await deleteLead(world, service)).status).toBe(503);
        expect((await leaving.call('DELETE', '/auth/me', { body: { password: LOGIN.password } })).status).toBe(503);
      });
      await migrateEnds({ ...source.environment, ...target.environment }, to);
      await withService(target, async (service) => {
        const contacts = () => contactsAt(service, world);
        await expect.poll(contacts, { timeout: 30_000 }).toEqual({ leads: [], hasKey: false });
        expect((await service.call('POST', '/api/auth/login', { body: LOGIN })).status).toBe(401);
        const register = () => service.call('POST', '/api/auth/register', { body: { ...LOGIN, name: 'Back' } });
        // The address is free once the deletion is finished.
        await expect.poll(async () => (await register()).status, { timeout: 30_000 }).toBe(201);
      });
    });

    test('an erasure after an interruption refuses the rest, and an emptied target has nothing of it', async () => {
      const { source, target, world } = await endsOf(to);
      const ends = { ...source.environment, ...target.environment };
      await expect(migrateEnds(ends, to, stopAt('comparing'))).rejects.toThrow('stopped at comparing');
      await withService(source, async (service) => expect((await deleteLead(world, service)).status).toBe(200));
      await expect(migrateEnds(ends, to)).rejects.toThrow(CHANGED);
      const emptied = await emptyEnd(to);
      await migrateEnds({ ...source.environment, ...emptied.environment }, to);
      await withService(emptied, async (service) => {
        expect(await contactsAt(service, world)).toEqual({ leads: [], hasKey: false });
      });
    });
  },
);

/** Ends the migration as a failure of its process would, when it has reached that step. */
const stopAt = (step: string) => (reached: string) => {
  if (reached === step) throw new Error(`stopped at ${step}`);
};

describe.runIf(sharesStores)('While an installation migrates', { timeout: 120_000 }, () => {
  // A node without workers is not seen among the consumers of the log.
  test.each(['log', 'read models'])(
    'from the engines, an erasure by a node that still runs (at the step %s) refuses the migration',
    async (step) => {
      const { source, target, world } = await endsOf('embedded');
      const node = await TestService.start({ ROLES: 'http,projector' }, { installation: source });
      onTestFinished(() => node.stop());
      let erased: Promise<unknown> | null = null;
      const erase = (reached: string) => {
        if (reached === step) erased ??= deleteLead(world, node);
      };
      // However busy the machine is, the migration looks for what was written only after the erasure.
      const { latest } = EventLogReader.prototype;
      const looking = vi.spyOn(EventLogReader.prototype, 'latest').mockImplementation(async function (
        this: EventLogReader,
        limit,
      ) {
        await erased;
        return latest.call(this, limit);
      });
      onTestFinished(() => looking.mockRestore());
      const ends = { ...source.environment, ...target.environment };
      await expect(migrateEnds(ends, 'embedded', erase)).rejects.toThrow(WRITTEN_TO);
      expect(await erased).toMatchObject({ status: 200 });
      await expect(TestService.start({}, { installation: target })).rejects.toThrow('unfinished copy');
    },
  );

  test('from a data folder, no service starts there that could erase anything', async () => {
    const { source, target } = await endsOf('distributed');
    const ends = { ...source.environment, ...target.environment };
    let refusal: Promise<string> | null = null;
    const start = () =>
      TestService.start({}, { installation: source }).then(
        () => 'it started',
        (error: Error) => error.message,
      );
    await migrateEnds(ends, 'distributed', (reached) => {
      if (reached === 'read models') refusal ??= start();
    });
    expect(await refusal).toContain('is in use by another running Chatledger');
  });
});
