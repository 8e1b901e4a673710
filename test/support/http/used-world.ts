/** An installation with at least one of everything, and all responses that its owners and visitors get. */
import type { LeadPage } from '../../../src/projections/leads/queries.ts';
import { png } from '../files/images.ts';
import { comparable as withoutPositions } from '../processes/migration.ts';
import { operationsOf } from './operations.ts';
import type { ApiResponse, Owner, TestService } from './service.ts';
import { callAs, newWorld, type World } from './world.ts';

const PASSWORD = 'correct horse';
const QUESTION = 'How long can I return a jacket?';
const RETURNS = 'Jackets can be returned within 30 days. Bring the receipt. The refund arrives within five days.';

export interface UsedWorld extends World {
  readonly email: string;
  /** Sent with an idempotency key, and their answers. */
  readonly repeatable: readonly { readonly request: Repeatable; readonly text: string }[];
  /** A session that a human has taken over. */
  readonly takenOver: string;
  /** Secret of a key that was revoked. */
  readonly revoked: string;
  /** Address of an uploaded picture. */
  readonly imagePath: string;
  readonly deletedAccount: string;
}

interface Repeatable {
  readonly by: 'owner' | 'visitor';
  readonly path: string;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sources, sessions, leads, ratings, takeovers, images and stored responses, and erasures of each kind. */
export async function newUsedWorld(service: TestService): Promise<UsedWorld> {
  const world = await newWorld(service);
  const { owner, widget, ids } = world;
  const root = `/chatbots/${ids.chatbot}`;
  await owner.text(ids.chatbot, 'Returns', RETURNS);
  const deleted = await owner.text(ids.chatbot, 'Old', 'The shop closes on Sundays.');
  await owner.call('DELETE', `${root}/datasources/${deleted}`);
  const parcels = new Blob(['Parcels leave on the day of the order.'], { type: 'text/plain' });
  await upload(owner, `${root}/datasources/file`, parcels, 'parcels.txt');
  const picture = new Blob([await png()], { type: 'image/png' });
  const image = await upload<{ url: string }>(owner, `/uploads/${ids.chatbot}/image`, picture, 'face.png');
  await owner.trained(ids.chatbot);
  await widget.call('POST', '/feedback', {
    body: { sessionId: ids.session, messageId: ids.message, feedback: 'positive' },
  });
  const takenOver = crypto.randomUUID();
  await widget.ask(takenOver, QUESTION);
  await widget.call('POST', '/handoff', { body: { sessionId: takenOver } });
  await owner.call('POST', `${root}/sessions/${takenOver}/takeover`);
  await owner.call('POST', `${root}/sessions/${takenOver}/messages`, { body: { message: 'A human is here.' } });
  await eraseSomething(world);
  const revoked = await owner.widget(ids.chatbot);
  await owner.call('DELETE', `${root}/widget-keys/${revoked.record.id}`);
  const repeatable: UsedWorld['repeatable'][number][] = [];
  for (const request of [
    { by: 'owner', path: '/chatbots', body: { name: 'Only once' } },
    { by: 'visitor', path: '/message', body: { sessionId: crypto.randomUUID(), message: QUESTION } },
  ] as const) {
    const keyed = { ...request, headers: { 'idempotency-key': crypto.randomUUID() } };
    repeatable.push({ request: keyed, text: (await repeat(world, keyed)).text });
  }
  const { data } = await owner.call<{ user: { email: string } }>('GET', '/auth/me');
  const deletedAccount = await deleteAccount(service);
  const names = { email: data.user.email, takenOver, revoked: revoked.key, imagePath: image.url, deletedAccount };
  return { ...world, ...names, repeatable };
}

async function upload<Data>(owner: Owner, path: string, file: Blob, name: string): Promise<Data> {
  const body = new FormData();
  body.append('file', file, name);
  return (await owner.call<Data>('POST', path, { body })).data;
}

async function eraseSomething({ owner, widget, ids }: World): Promise<void> {
  const root = `/chatbots/${ids.chatbot}`;
  const sessionId = crypto.randomUUID();
  await widget.ask(sessionId, 'Forget me', { leadData: { name: 'Erased', email: 'erased@example.com' } });
  const { leads } = (await owner.call<LeadPage>('GET', `${root}/leads`)).data;
  const erased = leads.find(({ name }) => name === 'Erased');
  await owner.call('DELETE', `${root}/leads/${erased?.conversationId}`);
  const gone = await owner.chatbot();
  await owner.text(gone.id, 'Gone', 'This goes with its chatbot.');
  await (await owner.widget(gone.id)).ask(sessionId, 'Hello');
  await owner.call('DELETE', `/chatbots/${gone.id}`);
}

async function deleteAccount(service: TestService): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  const leaving = await service.owner(email);
  await (await leaving.widget((await leaving.chatbot()).id)).ask('a', 'Hello');
  await leaving.call('DELETE', '/auth/me', { body: { password: PASSWORD } });
  return email;
}

function repeat({ owner, widget }: World, { by, path, body, headers }: Repeatable): Promise<ApiResponse> {
  return (by === 'owner' ? owner : widget).call('POST', path, { body, headers });
}

/** The same people at another service. */
export const atService = (world: UsedWorld, service: TestService): UsedWorld => ({
  ...world,
  owner: world.owner.at(service),
  widget: world.widget.at(service),
});

/**
 * Every answer to a GET of the OpenAPI document, answers from the content, and refusals of what was erased. Changes nothing but the number
 * of sign-ins.
 */
export async function toldTo(world: UsedWorld): Promise<Readonly<Record<string, unknown>>> {
  const told: Record<string, unknown> = {};
  const tell = (name: string, { status, text }: ApiResponse) => {
    told[name] = { status, ...contentOf(text) };
  };
  const { owner, widget, ids } = world;
  const { service } = owner;
  for (const operation of operationsOf(await service.document()).filter(({ method }) => method === 'GET')) {
    // From the end, so that a page is all there is. A visitor's page names its session.
    const places = operation.places.filter(({ in: where, name }) => where === 'path' || name === 'sessionId');
    const whole = { ...operation, places };
    tell(operation.route, await callAs(world, whole, ({ kind }) => ids[kind]));
    const isOfSession = places.some(({ kind }) => kind === 'session');
    const sessions = isOfSession ? [world.takenOver, world.neighbour.session] : [];
    for (const session of sessions) {
      const idOf = ({ kind }: { kind: string }) => (kind === 'session' ? session : ids[kind as keyof typeof ids]);
      tell(`${operation.route} of ${session}`, await callAs(world, whole, idOf));
    }
  }
  const { chatbot: id } = ids;
  const ask = (message: string) => owner.call('POST', `/chatbots/${id}/chat`, { body: { message } });
  for (const question of [QUESTION, 'When do parcels leave?', 'Is the shop open on Sundays?']) {
    tell(question, await ask(question));
  }
  for (const { request } of world.repeatable) tell(`again: ${request.path}`, await repeat(world, request));
  const refused = await widget.call('GET', '/config', { headers: { 'x-widget-key': world.revoked } });
  tell('a revoked key', refused);
  const login = (email: string) => service.call('POST', '/api/auth/login', { body: { email, password: PASSWORD } });
  told['sign in'] = (await login(world.email)).status;
  told['a deleted account signs in'] = (await login(world.deletedAccount)).status;
  tell('image', await service.call('GET', world.imagePath));
  return told;
}

/** Without what belongs to the moment, or to the search engine: scores of a question that is searched for again. */
function contentOf(text: string): object {
  const plain = withoutPositions(text)
    .replaceAll(/"requestId":"[^"]+"/g, '"requestId":"-"')
    .replaceAll(/"(usageCount|lastUsedAt)":[^,}]+/g, '"$1":0');
  if (!plain.startsWith('{')) return { text: plain };
  const { data, ...envelope } = JSON.parse(plain) as { data?: Readonly<Record<string, unknown>> };
  const { today: _today, ...lasting } = data ?? {};
  return { ...envelope, data: lasting };
}
