import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../../src/domain/session/events.ts';
import { REFRESH_GRACE_MS, session } from '../../../src/domain/session/session.ts';
import { given } from '../../support/events/decider-spec.ts';
import { idOf, NOON } from '../../support/fixtures.ts';

const ids = { sessionId: idOf('session'), accountId: idOf('ada') };
const lifetimeMs = 30 * 24 * 3_600_000;
const expiresAt = NOON + lifetimeMs;

const started: SessionEvent = { type: 'SessionStarted', data: { ...ids, startedAt: NOON, expiresAt } };
const refreshed = (rotation: number, refreshedAt: number): SessionEvent => ({
  type: 'SessionRefreshed',
  data: { ...ids, rotation, refreshedAt, expiresAt: refreshedAt + lifetimeMs },
});
const ended = (reason: 'logout' | 'token-reuse' | 'password-change'): SessionEvent => ({
  type: 'SessionEnded',
  data: { ...ids, reason },
});

const start = { type: 'StartSession', ...ids, now: NOON, lifetimeMs } as const;
const refresh = (rotation: number, now: number) => ({ type: 'RefreshSession', rotation, now, lifetimeMs }) as const;

describe('a session', () => {
  it('starts with a sign-in and is good for its lifetime', () => {
    given(session).when(start).thenEvents(started);
  });

  it('starts once', () => {
    given(session, started).when(start).thenRejected('SessionExists');
    given(session, started, ended('logout')).when(start).thenRejected('SessionExists');
  });

  it('is prolonged by its refresh token, which rotates', () => {
    given(session, started)
      .when(refresh(0, NOON + 60_000))
      .thenEvents(refreshed(1, NOON + 60_000));
    given(session, started, refreshed(1, NOON + 60_000))
      .when(refresh(1, NOON + 120_000))
      .thenEvents(refreshed(2, NOON + 120_000));
  });

  it('is over at the very millisecond its lifetime ends, counted from the last refresh', () => {
    given(session, started)
      .when(refresh(0, expiresAt - 1))
      .thenEvents(refreshed(1, expiresAt - 1));
    given(session, started).when(refresh(0, expiresAt)).thenRejected('InvalidRefreshToken');
    given(session, started, refreshed(1, NOON + 5000))
      .when(refresh(1, expiresAt))
      .thenEvents(refreshed(2, expiresAt));
  });

  it('gives two tabs that refresh within ten seconds the same successor', () => {
    const raced = given(session, started, refreshed(1, NOON));
    raced.when(refresh(0, NOON)).thenNothing();
    raced.when(refresh(0, NOON + REFRESH_GRACE_MS)).thenNothing();
    expect(REFRESH_GRACE_MS).toBe(10_000);
    expect(raced.state).toMatchObject({ kind: 'active', rotation: 1 });
  });

  it('ends when a rotated token is reused after ten seconds: somebody else holds a copy', () => {
    given(session, started, refreshed(1, NOON))
      .when(refresh(0, NOON + REFRESH_GRACE_MS + 1))
      .thenEvents(ended('token-reuse'));
  });

  it('ends when a token older than the last rotated one comes back, however soon', () => {
    given(session, started, refreshed(1, NOON), refreshed(2, NOON))
      .when(refresh(0, NOON))
      .thenEvents(ended('token-reuse'));
  });

  it('is left alone by a token that was never given out', () => {
    given(session, started).when(refresh(1, NOON)).thenRejected('InvalidRefreshToken');
  });

  it('that has run out is not ended by an old token: there is nothing left to protect', () => {
    given(session, started, refreshed(1, NOON))
      .when(refresh(0, NOON + lifetimeMs))
      .thenRejected('InvalidRefreshToken');
  });

  it('ends with a logout, and a second logout changes nothing', () => {
    given(session, started)
      .when({ type: 'EndSession', reason: 'password-change' })
      .thenEvents(ended('password-change'));
    given(session, started).when({ type: 'EndSession', reason: 'logout' }).thenEvents(ended('logout'));
    given(session, started, ended('logout')).when({ type: 'EndSession', reason: 'logout' }).thenNothing();
    given(session).when({ type: 'EndSession', reason: 'logout' }).thenNothing();
  });

  it('cannot be refreshed once it has ended, nor before it has started', () => {
    given(session, started, ended('logout')).when(refresh(0, NOON)).thenRejected('InvalidRefreshToken');
    given(session, started, ended('token-reuse')).when(refresh(0, NOON)).thenRejected('InvalidRefreshToken');
    given(session).when(refresh(0, NOON)).thenRejected('InvalidRefreshToken');
  });

  it('that has ended is not brought back by a refresh recorded late', () => {
    expect(given(session, started, ended('logout'), refreshed(1, NOON)).state).toEqual({ kind: 'ended' });
  });
});
