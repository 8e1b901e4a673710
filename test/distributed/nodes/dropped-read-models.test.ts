/** Answers of nodes from the moment at which somebody drops collections of MongoDB until everything is rebuilt. */
import { expect, test } from 'vitest';
import { withDatabase } from '../../support/engines/mongodb.ts';
import type { ApiResponse, Owner, TestService, Widget } from '../../support/http/service.ts';
import { becomesReady } from '../away/support.ts';
import { nodeOf, ownInstallation, sharesStores } from './support.ts';

const EMAIL = 'ada@example.com';
/** Longer than a node takes until it looks for lost collections. */
const ASKED_FOR_MS = 6_000;

interface Asked {
  readonly owner: Owner;
  readonly widget: Widget;
  readonly chatbotId: string;
}

function asksOf(node: TestService, { owner, widget, chatbotId }: Asked) {
  const [here, page] = [owner.at(node), widget.at(node)];
  const chatbot = `/chatbots/${chatbotId}`;
  const paths = [
    '/auth/me',
    '/chatbots',
    chatbot,
    `${chatbot}/datasources`,
    `${chatbot}/history`,
    `${chatbot}/widget-keys`,
  ];
  const body = { email: EMAIL, password: 'correct horse' };
  return {
    ...Object.fromEntries(paths.map((path) => [path, () => here.call('GET', path)])),
    'signing in': () => node.call('POST', '/api/auth/login', { body }),
    config: () => page.call('GET', '/config'),
    "a visitor's history": () => page.call('GET', '/history?sessionId=talk'),
    asking: () => page.call('POST', '/message', { body: { sessionId: 'other', message: 'When are you open?' } }),
  };
}

const isRefused = ({ status, code, headers }: ApiResponse) =>
  status === 503 && code === 'SERVICE_UNAVAILABLE' && Number(headers.get('retry-after')) > 0;

/** Asks everything at once. Returns what was answered with another status than 200, and not refused for now. */
async function untruths(node: TestService, asked: Asked): Promise<readonly string[]> {
  const answers = Object.entries(asksOf(node, asked)).map(async ([what, ask]) => {
    const answer = await ask();
    return answer.status === 200 || isRefused(answer) ? [] : [`${what}: ${answer.status} ${answer.text}`];
  });
  return (await Promise.all(answers)).flat();
}

test.skipIf(!sharesStores)(
  'Nodes of any roles whose collections somebody drops answer as before or ask to come back, and are whole soon',
  async () => {
    const installation = await ownInstallation();
    const nodes = await Promise.all([nodeOf(installation), nodeOf(installation, { ROLES: 'http' })]);
    const [whole] = nodes;
    const owner = await whole.owner(EMAIL);
    const { id: chatbotId } = await owner.chatbot();
    await owner.text(chatbotId, 'Hours', 'We are open from nine to five.');
    const widget = await owner.widget(chatbotId);
    await widget.ask('talk', 'When are you open?');
    const asked = { owner, widget, chatbotId };
    const drop = (names: RegExp) =>
      withDatabase(installation.environment.MONGODB_URL ?? '', async (db) => {
        const collections = await db.listCollections().toArray();
        const dropped = collections.filter(({ name }) => names.test(name));
        for (const { name } of dropped) await db.collection(name).drop();
        return dropped.length;
      });

    for (const names of [
      /^(?:accounts|sessions|widget_keys)\./,
      /^(?:chatbots|data_sources|messages)\./,
      /^active_versions$/,
      /^(?:poison_events|reading_progress|skipped_urls)\./,
      /\.v\d+$|^(?:checkpoints|collections|active_versions)$/,
    ]) {
      expect(await drop(names)).toBeGreaterThan(0);
      for (const endsAt = Date.now() + ASKED_FOR_MS; Date.now() < endsAt; ) {
        for (const node of nodes) expect([names, await untruths(node, asked)]).toEqual([names, []]);
      }
      for (const node of nodes) await becomesReady(node);
      for (const node of nodes) {
        const { data } = await owner.at(node).call<{ messages: unknown[] }>('GET', `/chatbots/${chatbotId}/history`);
        expect(data.messages.length, String(names)).toBeGreaterThanOrEqual(2);
      }
    }
  },
  300_000,
);
