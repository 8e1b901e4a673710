import { describe, expect, it } from 'vitest';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { streamed } from '../../support/http/streamed-answer.ts';
import { answersInTime, becomesReady, expectUnavailable, readiness, serviceBehind } from './support.ts';

describe.skipIf(engineUrl('ELASTICSEARCH_URL') === null)('While Elasticsearch is away, the service', () => {
  it.for(['refused', 'silent'] as const)(
    'does what needs no search, says in time what does, and is whole again by itself (connections: %s)',
    { timeout: 120_000 },
    async (absence) => {
      const { service, way } = await serviceBehind('ELASTICSEARCH_URL');
      const owner = await service.owner();
      const { id } = await owner.chatbot();
      const widget = await owner.widget(id);
      await owner.text(id, 'Hours', 'We are open from nine to five.');

      await way.cut(absence);
      const answers = await answersInTime({
        trying: owner.call('POST', `/chatbots/${id}/chat`, { body: { message: 'When are you open?' } }),
        asking: widget.call('POST', '/message', { body: { sessionId: 'away', message: 'When are you open?' } }),
        config: widget.call('GET', '/config'),
        chatbots: owner.call('GET', '/chatbots'),
        creating: owner.call('POST', '/chatbots', { body: { name: 'Meanwhile' } }),
      });
      const { trying, asking, ...rest } = answers;
      expectUnavailable({ trying });
      // By then the question is recorded and the stream has begun.
      expect(streamed(asking.text).events.map(({ event }) => event)).toEqual(['error']);
      expect(Object.values(rest).map(({ status }) => status)).toEqual([200, 200, 201]);
      const { status, checks } = await readiness(service);
      expect([status, checks]).toMatchObject([503, { eventLog: 'ok', documents: 'ok', searchIndex: 'away' }]);

      // The source is accepted now and read when the engine is back.
      const path = `/chatbots/${id}/datasources`;
      const body = { type: 'text', title: 'Parking', content: 'You may park behind the mill.' };
      expect((await owner.call('POST', path, { body })).status).toBe(201);
      const gone = await owner.call<{ dataSources: { id: string; title: string }[] }>('GET', path);
      const hours = gone.data.dataSources.find(({ title }) => title === 'Hours');
      expect((await owner.call('DELETE', `${path}/${hours?.id}`)).status).toBe(200);

      await way.restore();
      await becomesReady(service);
      await owner.trained(id);
      expect((await widget.ask('after', 'Where may I park?')).text).toContain('behind the mill');
      expect((await widget.ask('after', 'When are you open?')).text).not.toContain('nine to five');
    },
  );
});
