import { describe, expect, it } from 'vitest';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { answersInTime, becomesReady, expectUnavailable, readiness, serviceBehind } from './support.ts';

describe.skipIf(engineUrl('MONGODB_URL') === null)('While MongoDB is away, the service', () => {
  it.for(['refused', 'silent'] as const)(
    'says so in time, and is whole again by itself when it is back (connections: %s)',
    { timeout: 120_000 },
    async (absence) => {
      const { service, way } = await serviceBehind('MONGODB_URL');
      const owner = await service.owner();
      const { id } = await owner.chatbot({ name: 'Before' });
      const widget = await owner.widget(id);
      await widget.ask('before', 'Are you there?');
      const path = `/chatbots/${id}/datasources`;
      const body = { type: 'text', title: 'Hours', content: 'We are open from nine to five.' };
      const added = await owner.call<{ dataSource: { id: string } }>('POST', path, { body });
      expect(added.status).toBe(201);

      await way.cut(absence);
      const email = 'late@example.com';
      const registering = { body: { email, password: 'correct horse', name: 'Late' } };
      const answers = await answersInTime({
        chatbots: owner.call('GET', '/chatbots'),
        sources: owner.call('GET', path),
        creating: owner.call('POST', '/chatbots', { body: { name: 'Meanwhile' } }),
        registering: service.call('POST', '/api/auth/register', registering),
        config: widget.call('GET', '/config'),
        asking: widget.call('POST', '/message', { body: { sessionId: 'away', message: 'And now?' } }),
      });
      expectUnavailable(answers);
      const { status, checks } = await readiness(service);
      expect(status).toBe(503);
      expect(checks).toMatchObject({ eventLog: 'ok', documents: 'away', keys: 'away', blobs: 'away' });
      if (engineUrl('ELASTICSEARCH_URL') !== null) expect(checks).toMatchObject({ searchIndex: 'ok' });
      expect((await service.call('GET', '/healthz')).status).toBe(200);

      await way.restore();
      await becomesReady(service);
      // Earlier responses hold, and interrupted work is completed.
      await owner.trained(id);
      const listed = await owner.call<{ dataSources: { id: string; status: string }[] }>('GET', path);
      expect(listed.data.dataSources).toMatchObject([{ id: added.data.dataSource.id, status: 'done' }]);
      const history = await widget.call<{ messages: unknown[] }>('GET', '/history?sessionId=before');
      expect(history.data.messages).toHaveLength(2);
      expect((await widget.ask('after', 'When are you open?')).text).toContain('nine to five');
      // A client that was told to retry is served.
      expect((await owner.call('POST', '/chatbots', { body: { name: 'Meanwhile' } })).status).toBe(201);
      expect([201, 409]).toContain((await service.call('POST', '/api/auth/register', registering)).status);
      const signingIn = { body: { email, password: 'correct horse' } };
      expect((await service.call('POST', '/api/auth/login', signingIn)).status).toBe(200);
    },
  );
});
