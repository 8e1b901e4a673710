import { describe, expect, onTestFinished, test } from 'vitest';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { newInstallation } from '../../support/engines/engines.ts';
import { RealEventStore } from '../../support/engines/eventstoredb/real-server.ts';
import { TestService } from '../../support/http/service.ts';
import { becomesReady } from '../away/support.ts';
import { expectNothingLostOver, logAt } from './support.ts';

const DURABLE = { durable: true };

describe.skipIf(engineUrl('EVENTSTOREDB_PROGRAM') === null)('An EventStoreDB that is killed', () => {
  test('loses no append that it answered, and makes none twice', { timeout: 120_000 }, async () => {
    const server = await RealEventStore.start(DURABLE);
    onTestFinished(() => server.remove());
    await expectNothingLostOver(await logAt(server.url()), async () => {
      await server.kill();
      await server.startAgain();
    });
  });

  test('keeps what visitors were answered, and is found again by itself', { timeout: 120_000 }, async () => {
    const server = await RealEventStore.start(DURABLE);
    onTestFinished(() => server.remove());
    const installation = await newInstallation(server.url());
    onTestFinished(() => installation.remove());
    const service = await TestService.start({}, { installation });
    onTestFinished(() => service.stop());
    const owner = await service.owner();
    const { id } = await owner.chatbot();
    const widget = await owner.widget(id);
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    const answered: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const ask = async (visitor: number) => {
        const { messageId } = await widget.ask(`visitor-${visitor}`, 'When are you open?');
        if (messageId !== '') answered.push(messageId);
      };
      const asking = Promise.all(Array.from({ length: 6 }, (_, visitor) => ask(visitor)));
      if (round === 1) {
        await server.kill();
        await server.startAgain();
      }
      await asking;
      await becomesReady(service);
    }
    expect(answered.length).toBeGreaterThanOrEqual(12);
    const { data } = await owner.call<{ messages: { messageId: string }[] }>('GET', `/chatbots/${id}/history`);
    expect(data.messages.map(({ messageId }) => messageId)).toEqual(expect.arrayContaining(answered));
  });
});
