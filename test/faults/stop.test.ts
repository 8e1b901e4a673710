/** Graceful shutdown of the real program in the middle of its work: running requests finish, new ones are refused. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ProcessClient } from '../support/processes/process-client.ts';
import { openModelEndpoint, tokensOf } from '../support/servers/model-endpoint.ts';
import { startTestSite } from '../support/servers/test-site.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { ask } from './support/acts.ts';
import { eventually } from './support/asking.ts';
import { checkWorld } from './support/checks.ts';
import { Random } from './support/random.ts';
import { end, environmentFor, start } from './support/service.ts';
import { mainOf, newSession, newWorld, type World } from './support/world.ts';
import { setUp, writeUntilItEnds } from './support/writers.ts';

const PLAN_LIMIT = 7;
const TOKEN_MS = 20;
/** A question about it is answered for two seconds. */
const LONG_STORY = 'longstory';
const STORY = tokensOf('And so it went on, in the vault as elsewhere. '.repeat(7));
/** Running answers may take 30 s; these take two. */
const STOPPED_WITHIN_MS = 10_000;

test('On SIGTERM the service finishes running answers, refuses new requests, exits with 0 and loses nothing', async () => {
  const model = await openModelEndpoint();
  onTestFinished(() => model.close());
  model.tokenDelayMs = TOKEN_MS;
  model.reply = replyFrom;
  const site = await startTestSite();
  onTestFinished(() => site.close());
  const environment = {
    ...environmentFor(temporaryDirectory(), site, PLAN_LIMIT),
    OPENAI_BASE_URL: model.url,
    EMBEDDING_MODEL: 'test-embedding',
    EMBEDDING_DIMENSIONS: String(model.dimensions),
  };
  const world = newWorld(new ProcessClient(''), site, new Random(7));
  const service = await start(environment, world);
  await setUp(world, 2);
  const [owner] = world.owners;
  if (owner === undefined) throw new Error('Nobody was set up');
  const main = mainOf(owner);

  const ended = writeUntilItEnds(world);
  await eventually('visitors are being answered', async () => (begunIn(world).length > 3 ? true : null));
  const session = newSession('Patient visitor');
  main.sessions.push(session);
  const secret = main.keys[0]?.secret ?? '';
  const story = ask(world, { secret, session, word: LONG_STORY, lead: false });
  await eventually('the long answer has begun', async () => (session.exchanges[0]?.begun === true ? true : null));
  const stoppedAt = performance.now();
  const exited = end(service, world, 'SIGTERM');
  await eventually('new callers are refused', async () => ((await isAccepted(service.address)) ? null : true));
  // Refused while the answer was still on its way.
  expect(session.exchanges[0]?.messageId).toBeNull();
  expect((await story).content).toBe(STORY.join('').trimEnd());
  await ended;
  expect(await exited).toMatchObject({ code: 0, signal: null, stderr: '' });
  expect(performance.now() - stoppedAt).toBeLessThan(STOPPED_WITHIN_MS);
  expect(begunIn(world).filter(({ messageId }) => messageId === null)).toEqual([]);

  const again = await start(environment, world);
  await checkWorld(world, { planLimit: PLAN_LIMIT, plansOf: world.owners, thorough: true });
  expect(await end(again, world, 'SIGTERM')).toMatchObject({ code: 0, stderr: '' });
}, 60_000);

/** Exchanges of which the visitor has received something. */
const begunIn = (world: World) =>
  world.owners.flatMap((owner) =>
    mainOf(owner).sessions.flatMap(({ exchanges }) => exchanges.filter(({ begun }) => begun)),
  );

/** A model that says what the passages say of the vault asked about, and nothing else. */
function replyFrom(messages: readonly { readonly role: string; readonly content: string }[]): readonly string[] {
  const [, word = ''] = /passphrase of the (\w+) vault\?/.exec(messages.at(-1)?.content ?? '') ?? [];
  if (word === LONG_STORY) return STORY;
  const told = messages.map(({ content }) => content).join('\n');
  const passphrase = new RegExp(`${word}\\d{4}`).exec(told)?.[0];
  return tokensOf(passphrase === undefined ? 'I do not know.' : `It is ${passphrase} [1].`);
}

/** True when a new connection is accepted. */
async function isAccepted(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
