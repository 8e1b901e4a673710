import { describe, expect, it } from 'vitest';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { answersInTime, becomesReady, expectUnavailable, readiness, serviceBehind } from './support.ts';

describe.skipIf(engineUrl('EVENTSTOREDB_PROGRAM') === null)('While EventStoreDB is away, the service', () => {
  it.for(['refused', 'silent'] as const)(
    'goes on reading, says in time what it cannot write, and is whole again by itself (connections: %s)',
    { timeout: 120_000 },
    async (absence) => {
      const { service, way } = await serviceBehind('EVENTSTORE_URL');
      const owner = await service.owner();
      const { id } = await owner.chatbot({ name: 'Before' });
      const widget = await owner.widget(id);
      await owner.text(id, 'Hours', 'We are open from nine to five.');
      await widget.ask('before', 'When are you open?');

      await way.cut(absence);
      const sources = `/chatbots/${id}/datasources`;
      const body = { type: 'text', title: 'Parking', content: 'You may park behind the mill.' };
      const registering = { body: { email: 'late@example.com', password: 'correct horse', name: 'Late' } };
      const { chatbots, config, history, trying, ...writes } = await answersInTime({
        chatbots: owner.call('GET', '/chatbots'),
        config: widget.call('GET', '/config'),
        history: widget.call('GET', '/history?sessionId=before'),
        trying: owner.call('POST', `/chatbots/${id}/chat`, { body: { message: 'When are you open?' } }),
        changing: owner.call('PATCH', `/chatbots/${id}`, { body: { name: 'Meanwhile' } }),
        adding: owner.call('POST', sources, { body }),
        registering: service.call('POST', '/api/auth/register', registering),
        asking: widget.call('POST', '/message', { body: { sessionId: 'away', message: 'When are you open?' } }),
      });
      expect([chatbots, config, history, trying].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expectUnavailable(writes);
      const { status, checks } = await readiness(service);
      expect([status, checks]).toMatchObject([503, { eventLog: 'away', documents: 'ok', searchIndex: 'ok' }]);

      await way.restore();
      await becomesReady(service);
      expect((await owner.call('PATCH', `/chatbots/${id}`, { body: { name: 'After' } })).status).toBe(200);
      const read = await owner.call<{ chatbot: { name: string } }>('GET', `/chatbots/${id}`);
      expect(read.data.chatbot.name).toBe('After');
      // Both the read models and the workers have found their way back.
      await owner.text(id, 'Parking', 'You may park behind the mill.');
      expect((await widget.ask('after', 'Where may I park?')).text).toContain('behind the mill');
    },
  );
});
