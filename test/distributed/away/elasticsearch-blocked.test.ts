import { expect, onTestFinished, test } from 'vitest';
import { askEngine } from '../../support/engines/elasticsearch.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { newInstallation } from '../../support/engines/engines.ts';
import { TestService } from '../../support/http/service.ts';

interface Listed {
  readonly dataSources: readonly { readonly id: string; readonly status: string; readonly title: string }[];
}

test.skipIf(engineUrl('ELASTICSEARCH_URL') === null)(
  'While Elasticsearch blocks its index, as at the flood stage of its disk, answers go on, deletions hold, and new sources wait',
  async () => {
    const installation = await newInstallation();
    onTestFinished(() => installation.remove());
    const service = await TestService.start({}, { installation });
    onTestFinished(() => service.stop());
    const url = engineUrl('ELASTICSEARCH_URL') ?? '';
    const prefix = new URL(installation.environment.ELASTICSEARCH_URL ?? '').searchParams.get('prefix') ?? '';
    const block = (isBlocked: true | null) =>
      askEngine(url, `/${prefix}-*/_settings?expand_wildcards=all`, {
        method: 'PUT',
        body: { 'index.blocks.read_only_allow_delete': isBlocked },
      });
    const owner = await service.owner();
    const { id } = await owner.chatbot();
    const widget = await owner.widget(id);
    const hours = await owner.text(id, 'Hours', 'We are open from nine to five.');
    await owner.text(id, 'Parking', 'You may park behind the mill.');
    const sources = `/chatbots/${id}/datasources`;
    const answer = async (question: string) => (await widget.ask(crypto.randomUUID(), question)).text;

    await block(true);
    const body = { type: 'text', title: 'Dogs', content: 'Dogs must wait at the gate.' };
    expect((await owner.call('POST', sources, { body })).status).toBe(201);
    expect(await answer('Where may I park?')).toContain('behind the mill');
    expect((await owner.call('DELETE', `${sources}/${hours}`)).status).toBe(200);
    expect(await answer('When are you open?')).not.toContain('nine to five');
    const { data } = await owner.call<Listed>('GET', sources);
    const dogs = data.dataSources.find(({ title }) => title === 'Dogs');
    expect(['pending', 'processing']).toContain(dogs?.status);

    await block(null);
    await owner.trained(id);
    expect(await answer('Where must dogs wait?')).toContain('at the gate');
    expect(await answer('When are you open?')).not.toContain('nine to five');
  },
  90_000,
);
