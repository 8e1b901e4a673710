/** `DELETE /api/auth/me`: everything of the account goes, nothing of another. */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { imageScope } from '../../../src/domain/blob-scopes.ts';
import { chatbotSubject } from '../../../src/domain/key-subjects.ts';
import { chatbots } from '../../../src/projections/chatbots/projection.ts';
import { png } from '../../support/files/images.ts';
import { EventStream } from '../../support/http/event-stream.ts';
import { ScriptedModel, untilAborted } from '../../support/http/scripted-models.ts';
import { cookiesOf, type Owner } from '../../support/http/service.ts';
import { sharedServiceWith } from '../../support/http/shared-service.ts';
import { streamed } from '../../support/http/streamed-answer.ts';
import { allThatIsThere, newWorld } from '../../support/http/world.ts';

const model = new ScriptedModel();
const service = sharedServiceWith(model);
const PASSWORD = 'correct horse';
const FAILED = { event: 'error', data: { message: 'Something went wrong. Please try again.' } };

afterEach(() => {
  model.script = new ScriptedModel().script;
});

const remove = (owner: Owner, password = PASSWORD, headers: Record<string, string> = {}) =>
  owner.call('DELETE', '/auth/me', { body: { password }, headers });
const said = ({ status, data, message }: { status: number; data: unknown; message?: string }) =>
  status < 300 ? [status, data] : [status, message];
const DELETED = [200, { message: 'Account deleted' }];
const newEmail = () => `${randomUUID()}@example.com`;
const login = (email: string) => service().call('POST', '/api/auth/login', { body: { email, password: PASSWORD } });

async function upload(owner: Owner, chatbotId: string): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([await png()], { type: 'image/png' }), 'face.png');
  return (await owner.call<{ url: string }>('POST', `/uploads/${chatbotId}/image`, { body })).data.url;
}

describe('Deleting the account', () => {
  it('erases chatbots, keys, conversations, images and sessions before it answers, and leaves other accounts alone', async () => {
    const other = await newWorld(service());
    const before = await allThatIsThere(other);
    const email = newEmail();
    const owner = await service().owner(email);
    const { id } = await owner.chatbot();
    const unused = await owner.chatbot();
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    const widget = await owner.widget(id);
    await widget.ask('visitor', 'When are you open?');
    const image = await upload(owner, id);
    const hash = ((await service().fetch('GET', image)).headers.get('etag') ?? '').replaceAll('"', '');
    const elsewhere = cookiesOf(await login(email));

    const answer = await remove(owner);
    expect(said(answer)).toEqual(DELETED);
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])).toEqual([
      ...['access_token=', 'refresh_token='],
    ]);
    for (const cookie of [owner.cookie, elsewhere]) {
      for (const path of ['/auth/me', '/chatbots', `/chatbots/${id}`]) {
        const refused = await service().call('GET', `/api${path}`, { headers: { cookie } });
        expect([path, ...said(refused)]).toEqual([path, 401, 'Authentication required']);
      }
      const refreshed = await service().call('POST', '/api/auth/refresh', { headers: { cookie } });
      expect(said(refreshed)).toEqual([401, 'Invalid refresh token']);
    }
    expect(said(await widget.call('GET', '/config'))).toEqual([401, 'Invalid or revoked API key']);
    expect((await service().fetch('GET', image)).status).toBe(404);
    expect(said(await login(email))).toEqual([401, 'Invalid email or password']);
    const { keys, blobs } = service().running.stores;
    const subjects = [id, unused.id].map(chatbotSubject);
    expect([...(await keys.find(subjects)).values()]).toEqual([null, null]);
    const scope = imageScope(id, /[^/]+(?=\.webp)/.exec(image)?.[0] ?? '');
    await expect.poll(() => blobs.has(scope, hash), { timeout: 20_000 }).toBe(false);
    expect(await allThatIsThere(other)).toEqual(before);
  });

  it('frees the email address for another account, which has nothing of the first', async () => {
    const email = newEmail();
    const first = await service().owner(email);
    await first.chatbot();
    await remove(first);
    const second = await service().owner(email);
    expect((await second.call<{ chatbots: unknown[] }>('GET', '/chatbots')).data.chatbots).toEqual([]);
    expect((await login(email)).status).toBe(200);
    expect(said(await first.call('GET', '/auth/me'))).toEqual([401, 'Authentication required']);
  });

  it.each([
    ['a wrong one', 'a guess'],
    ['an empty one', ''],
    ['one too long to be any', `${PASSWORD}${'e'.repeat(100)}`],
  ])('needs the password: with %s nothing changes', async (_what, password) => {
    const email = newEmail();
    const owner = await service().owner(email);
    const { id } = await owner.chatbot();
    expect(said(await remove(owner, password))).toEqual([403, 'Current password is wrong']);
    expect((await owner.call('GET', `/chatbots/${id}`)).status).toBe(200);
    expect((await login(email)).status).toBe(200);
  });

  it.each([[{}], [{ password: 7 }], [{ password: null }], ['{']])('refuses the body %j', async (body) => {
    const owner = await service().owner();
    const headers = { 'content-type': 'application/json' };
    expect((await owner.call('DELETE', '/auth/me', { body, headers })).status).toBe(400);
    expect((await owner.call('GET', '/auth/me')).status).toBe(200);
  });

  it('is refused without a session, and from the pages of other sites', async () => {
    const owner = await service().owner();
    const body = { password: PASSWORD };
    expect((await service().call('DELETE', '/api/auth/me', { body })).status).toBe(401);
    const foreign = await remove(owner, PASSWORD, { origin: 'https://evil.example' });
    expect(said(foreign)).toEqual([403, 'Cross-site request refused']);
    expect((await owner.call('GET', '/auth/me')).status).toBe(200);
  });

  it('is done once when it is asked for twice at the same time', async () => {
    const owner = await service().owner();
    await owner.chatbot();
    const answers = await Promise.all([remove(owner), remove(owner)]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect([200, 401]).toContain(statuses[1]);
  });

  it('leaves no chatbot that was created meanwhile', async () => {
    const owner = await service().owner();
    const { data } = await owner.call<{ user: { id: string } }>('GET', '/auth/me');
    const creations = Array.from({ length: 4 }, () => owner.call('POST', '/chatbots', { body: { name: 'Late' } }));
    const [deleted] = await Promise.all([remove(owner), ...creations]);
    expect(said(deleted)).toEqual(DELETED);
    const { log, documents } = service().running.stores;
    await service().running.application.readSide.waitFor(await log.head());
    expect(await documents.find(chatbots.collection, { where: { ownerId: data.user.id }, limit: 10 })).toEqual([]);
  });

  it('ends answers that stream and the event streams of its chatbots', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot();
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    const widget = await owner.widget(id);
    const shown = await EventStream.ofOwner(owner, id);
    const heard = await EventStream.ofVisitor(widget, 'visitor');
    const begun = Promise.withResolvers<void>();
    model.script = async function* (signal) {
      yield 'We are open ';
      begun.resolve();
      await untilAborted(signal);
    };
    const answering = widget.call('POST', '/message', { body: { sessionId: 'visitor', message: 'When?' } });
    await begun.promise;
    expect(said(await remove(owner))).toEqual(DELETED);
    expect(streamed((await answering).text).events.at(-1)).toEqual(FAILED);
    await Promise.all([shown.ended, heard.ended]);
  });
});

describe('Deleting the account with an Idempotency-Key', () => {
  it('answers a repeat as it answered first, although the session is gone', async () => {
    const owner = await service().owner();
    const headers = { 'idempotency-key': 'goodbye' };
    const [first, again] = [await remove(owner, PASSWORD, headers), await remove(owner, PASSWORD, headers)];
    expect([said(first), said(again)]).toEqual([DELETED, DELETED]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await remove(owner, 'another', headers)).status).toBe(422);
    expect(said(await remove(owner, PASSWORD, { 'idempotency-key': 'another' }))).toEqual([
      ...[401, 'Authentication required'],
    ]);
    expect((await remove(owner)).status).toBe(401);
  });

  it.each([1, 5])('lets the registration be repeated with its key, %i at once', async (count) => {
    const body = { email: newEmail(), password: PASSWORD, name: 'Ada' };
    const headers = { 'idempotency-key': randomUUID() };
    const register = () => service().call('POST', '/api/auth/register', { body, headers });
    const first = await register();
    const deleted = await service().call('DELETE', '/api/auth/me', {
      body: { password: PASSWORD },
      headers: { cookie: cookiesOf(first) },
    });
    expect(said(deleted)).toEqual(DELETED);
    const repeats = await Promise.all(Array.from({ length: count }, register));
    expect(repeats.filter(({ status }) => status === 201)).not.toEqual([]);
    expect(repeats.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const again = await register();
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const me = await service().call('GET', '/api/auth/me', { headers: { cookie: cookiesOf(again) } });
    expect(me.status).toBe(200);
    expect(me.text).not.toContain((first.data as { user: { id: string } }).user.id);
  });

  it('answers a repeated sign-in as any with a wrong password', async () => {
    const email = newEmail();
    const owner = await service().owner(email);
    const headers = { 'idempotency-key': randomUUID() };
    const signIn = () => service().call('POST', '/api/auth/login', { body: { email, password: PASSWORD }, headers });
    expect((await signIn()).status).toBe(200);
    await remove(owner);
    expect(said(await signIn())).toEqual([401, 'Invalid email or password']);
  });

  it('is of no use to whoever signed out', async () => {
    const owner = await service().owner();
    await owner.call('POST', '/auth/logout');
    expect((await remove(owner, PASSWORD, { 'idempotency-key': 'goodbye' })).status).toBe(401);
  });
});
