import { describe, expect, it } from 'vitest';
import { ScriptedModel } from '../../support/http/scripted-models.ts';
import { TestService } from '../../support/http/service.ts';

/** A service that counts how often answering was loaded and warmed up. */
async function countingService(load: () => Promise<void> = async () => undefined) {
  const counts = { loaded: 0, warmed: 0 };
  const { models } = new ScriptedModel();
  const service = await TestService.start(
    {},
    {
      models: {
        ...models,
        loadAnswerGenerator: async () => {
          counts.loaded++;
          await load();
          const warmUp = async () => {
            counts.warmed++;
          };
          return Object.assign(await models.loadAnswerGenerator(), { warmUp });
        },
      },
    },
  );
  return { service, counts };
}

describe('Answering', () => {
  it('is loaded and warmed up once a page asks for the widget’s configuration, and not before', async () => {
    const { service, counts } = await countingService();
    const owner = await service.owner();
    const { id } = await owner.chatbot();
    const widget = await owner.widget(id);
    expect(counts).toEqual({ loaded: 0, warmed: 0 });
    await Promise.all(Array.from({ length: 5 }, () => widget.call('GET', '/config')));
    await expect.poll(() => counts).toEqual({ loaded: 1, warmed: 1 });
    expect((await widget.ask('one', 'When are you open?')).text).toContain('from nine to five');
    expect(counts.loaded).toBe(1);
  });

  it('is loaded when a data source is added', async () => {
    const { service, counts } = await countingService();
    const owner = await service.owner();
    const { id } = await owner.chatbot();
    await owner.text(id, 'Opening hours', 'We are open from nine to five on all days.');
    await expect.poll(() => counts).toEqual({ loaded: 1, warmed: 1 });
  });

  it('answers a question that comes before anything was loaded', async () => {
    const { service, counts } = await countingService();
    const owner = await service.owner();
    const { id } = await owner.chatbot();
    const widget = await owner.widget(id);
    const answers = await Promise.all(['one', 'two'].map((session) => widget.ask(session, 'When are you open?')));
    for (const { text } of answers) expect(text).toContain('from nine to five');
    expect(counts.loaded).toBe(1);
  });

  it('that cannot be loaded fails the question, not the configuration', async () => {
    const { service } = await countingService(() => Promise.reject(new Error('A module is missing')));
    const owner = await service.owner();
    const { id } = await owner.chatbot();
    const widget = await owner.widget(id);
    expect((await widget.call('GET', '/config')).status).toBe(200);
    expect((await widget.call('POST', '/message', { body: { sessionId: 's', message: 'Hello?' } })).status).toBe(500);
    expect((await service.call('GET', '/healthz')).status).toBe(200);
  });

  it('is loaded again after it could not be loaded', async () => {
    let attempts = 0;
    const { service } = await countingService(async () => {
      if (++attempts < 3) throw new Error('EMFILE: too many open files');
    });
    const owner = await service.owner();
    const { id } = await owner.chatbot();
    const widget = await owner.widget(id);
    await widget.call('GET', '/config');
    await expect.poll(() => attempts).toBe(1);
    expect((await widget.call('POST', '/message', { body: { sessionId: 's', message: 'Hello?' } })).status).toBe(500);
    expect((await widget.ask('one', 'When are you open?')).text).toContain('from nine to five');
  });
});
