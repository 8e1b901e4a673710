import { describe, expect, it } from 'vitest';
import { idOf, MINUTE_MS, NOON } from '../support/fixtures.ts';
import { newCommand, nodeOn, recordedIn, SESSION_LIFETIME_MS, storesOfFile, valueOrThrow } from '../support/inside.ts';

const stores = storesOfFile();
const accountId = idOf('ada');
const REFUSED = { ok: false, rejection: 'InvalidRefreshToken' };

async function signedIn() {
  const { sessions } = nodeOn(stores());
  return { sessions, open: valueOrThrow(await sessions.start(accountId, newCommand())) };
}

describe('a session', () => {
  it('starts at rotation 0, and its token is exchanged for the next', async () => {
    const { sessions, open } = await signedIn();
    expect(open).toMatchObject({ accountId, rotation: 0 });
    const next = valueOrThrow(await sessions.refresh(open, newCommand(NOON + MINUTE_MS)));
    expect(next).toEqual({ ...open, rotation: 1 });
    expect(valueOrThrow(await sessions.refresh(next, newCommand(NOON + 2 * MINUTE_MS))).rotation).toBe(2);
  });

  it('that is started again by the same command is the same one', async () => {
    const command = newCommand();
    const start = () => nodeOn(stores()).sessions.start(accountId, command);
    const [first, second] = [valueOrThrow(await start()), valueOrThrow(await start())];
    expect(second).toEqual(first);
    expect(await recordedIn(stores(), `session-${first.sessionId}`)).toHaveLength(1);
  });

  it('gives two refreshes that race on two nodes the same successor', async () => {
    const { open } = await signedIn();
    const refreshed = await Promise.all(
      [nodeOn(stores()), nodeOn(stores()), nodeOn(stores())].map(({ sessions }) =>
        sessions.refresh(open, newCommand(NOON + MINUTE_MS)),
      ),
    );
    expect(refreshed.map(valueOrThrow)).toEqual([1, 1, 1].map((rotation) => ({ ...open, rotation })));
    expect(await recordedIn(stores(), `session-${open.sessionId}`)).toHaveLength(2);
  });

  it('ends for everybody when a rotated token comes back', async () => {
    const { sessions, open } = await signedIn();
    const next = valueOrThrow(await sessions.refresh(open, newCommand(NOON)));
    const theft = await sessions.refresh(open, newCommand(NOON + MINUTE_MS));
    expect(theft).toMatchObject(REFUSED);
    const facts = await recordedIn(stores(), `session-${open.sessionId}`);
    expect(facts.at(-1)?.event).toMatchObject({ type: 'SessionEnded', data: { reason: 'token-reuse' } });
    // The caller gets the position to wait for until the end of the session shows everywhere.
    expect(theft.position).toBe(facts.at(-1)?.position);
    expect(await sessions.refresh(next, newCommand(NOON + MINUTE_MS))).toMatchObject(REFUSED);
  });

  it('cannot be refreshed when it has run out, ended, or never was', async () => {
    const { sessions, open } = await signedIn();
    expect(await sessions.refresh(open, newCommand(NOON + SESSION_LIFETIME_MS))).toMatchObject(REFUSED);
    await sessions.end(open.sessionId, newCommand());
    expect(await sessions.refresh(open, newCommand())).toMatchObject(REFUSED);
    expect(await sessions.refresh({ sessionId: idOf('no session'), rotation: 0 }, newCommand())).toMatchObject(REFUSED);
  });

  it('ends once, and ending what has ended or never was is no error', async () => {
    const { sessions, open } = await signedIn();
    for (let times = 0; times < 2; times += 1) {
      expect(await sessions.end(open.sessionId, newCommand())).toMatchObject({ ok: true });
    }
    expect(await recordedIn(stores(), `session-${open.sessionId}`)).toHaveLength(2);
    expect(await sessions.end(idOf('never'), newCommand())).toEqual({ ok: true, value: null, position: null });
  });
});
