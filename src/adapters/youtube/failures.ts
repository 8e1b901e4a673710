import type { VideoFailure } from '../../ports/content/videos.ts';
import type { FetchFailure } from '../../ports/content/web.ts';

export const videoFailure = (kind: VideoFailure['kind'], reason: string): VideoFailure => ({ ok: false, kind, reason });
export const blocked = (reason: string): VideoFailure => videoFailure('blocked', reason);

export const CONSENT_WANTED = 'YouTube asks this server for consent to cookies before it shows the video';
export const PROVE_NO_ROBOT = 'YouTube asks this server to prove that it is not a bot';
const TOO_MANY_REQUESTS = 'YouTube refuses this server for now: too many requests';
export const CAPTIONS_WITHHELD = 'YouTube withholds the captions from this server';
export const NOT_UNDERSTOOD = 'The answer of YouTube cannot be understood';

export function refusedRedirect(target: URL): string {
  if (/^consent\./.test(target.hostname)) return CONSENT_WANTED;
  if (/^\/sorry\b/.test(target.pathname)) return PROVE_NO_ROBOT;
  return 'YouTube sends this server elsewhere';
}

export function videoFailureOf({ kind, status, reason }: FetchFailure): VideoFailure {
  if (kind === 'redirect-refused') return blocked(reason);
  if (status === 429) return blocked(TOO_MANY_REQUESTS);
  if (status === 401 || status === 403) return blocked('YouTube refuses this server');
  if (kind === 'http') return videoFailure('failed', `YouTube answered with status ${status}`);
  if (kind === 'timeout') return videoFailure('failed', 'YouTube did not answer in time');
  return videoFailure(
    'failed',
    kind === 'network' || kind === 'not-allowed' ? 'YouTube cannot be reached' : NOT_UNDERSTOOD,
  );
}
