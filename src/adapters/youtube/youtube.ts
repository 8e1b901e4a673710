/**
 * Transcripts of YouTube videos from the undocumented player endpoint, whose response lists the captions. Falls back to the
 * watch page.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { VideoFailure, Videos, VideoTranscript } from '../../ports/content/videos.ts';
import type { FetchedPage, FetchOptions, Web } from '../../ports/content/web.ts';
import { parseCaptions } from './captions.ts';
import {
  blocked,
  CAPTIONS_WITHHELD,
  NOT_UNDERSTOOD,
  refusedRedirect,
  videoFailure,
  videoFailureOf,
} from './failures.ts';
import { bestTrack, type CaptionTrack, isAutomatic, parsePlayerResponse, playbackFailure } from './player-response.ts';
import { type PlayerAnswer, readWatchPage } from './watch-page.ts';

export interface YouTubeOptions {
  readonly web: Web;
  /** `https://www.youtube.com` or a compatible server. */
  readonly baseUrl: string;
  /** Between two requests of this process. */
  readonly delayMs: number;
  /** First back-off; doubles. */
  readonly retryDelayMs: number;
}

const TIMEOUT_MS = 15_000;
const MAX_ATTEMPTS = 3;
const MB = 1024 * 1024;
/** Parsed in one step, so it is bounded to keep the event loop free. */
const MAX_PLAYER_BYTES = 1.5 * MB;
const MAX_PAGE_BYTES = 4 * MB;
const MAX_CAPTION_BYTES = 12 * MB;
const MAX_TITLE_CHARACTERS = 300;
/** The Android client receives caption URLs that need no browser token. */
const CLIENT = { clientName: 'ANDROID', clientVersion: '20.10.38', hl: 'en', gl: 'US' };

export class YouTube implements Videos {
  readonly #options: YouTubeOptions;
  readonly #base: URL;
  #nextAt = 0;

  /** @throws TypeError when `baseUrl` is no URL */
  constructor(options: YouTubeOptions) {
    this.#options = options;
    this.#base = new URL(options.baseUrl);
  }

  async transcript(videoId: string, signal: AbortSignal): Promise<VideoTranscript | VideoFailure> {
    const answer = await this.#answer(videoId, signal);
    if (!answer.ok) return answer;
    const track = bestTrack(answer.player);
    if (track === null) return videoFailure('no-captions', 'The video has no captions');
    const title = (answer.player.videoDetails?.title ?? '').trim().slice(0, MAX_TITLE_CHARACTERS).toWellFormed();
    return this.#read(track, title, signal);
  }

  /** Asks the player endpoint, then the watch page when that is inconclusive. */
  async #answer(videoId: string, signal: AbortSignal): Promise<PlayerAnswer> {
    const asked = await this.#askPlayer(videoId, signal);
    const conclusive = asked.ok ? bestTrack(asked.player) !== null : !['blocked', 'failed'].includes(asked.kind);
    if (conclusive) return asked;
    const shown = await this.#readWatchPage(videoId, signal);
    // The first result explains more than a failure of the watch page.
    return !shown.ok && (asked.ok || shown.kind === 'failed') ? asked : shown;
  }

  async #askPlayer(videoId: string, signal: AbortSignal): Promise<PlayerAnswer> {
    const body = JSON.stringify({ context: { client: CLIENT }, videoId });
    const url = new URL('/youtubei/v1/player?prettyPrint=false', this.#base);
    const fetched = await this.#fetch(url, MAX_PLAYER_BYTES, signal, {
      post: { contentType: 'application/json', body },
    });
    if (!fetched.ok) return fetched;
    const player = parsePlayerResponse(textOf(fetched));
    if (player === null) return videoFailure('failed', NOT_UNDERSTOOD);
    return playbackFailure(player, videoId) ?? { ok: true, player };
  }

  async #readWatchPage(videoId: string, signal: AbortSignal): Promise<PlayerAnswer> {
    const url = new URL(`/watch?v=${videoId}&hl=en`, this.#base);
    const fetched = await this.#fetch(url, MAX_PAGE_BYTES, signal, { truncateAtMaxBytes: true });
    if (!fetched.ok) return fetched;
    const page = readWatchPage(textOf(fetched));
    return page.ok ? (playbackFailure(page.player, videoId) ?? page) : page;
  }

  async #read(track: CaptionTrack, title: string, signal: AbortSignal): Promise<VideoTranscript | VideoFailure> {
    const url = URL.parse(track.baseUrl, this.#base);
    if (url === null || !this.#isYouTube(url)) return videoFailure('failed', NOT_UNDERSTOOD);
    url.searchParams.set('fmt', 'srv1');
    const fetched = await this.#fetch(url, MAX_CAPTION_BYTES, signal, {});
    if (!fetched.ok) return fetched;
    const text = textOf(fetched).trim();
    // YouTube sends an empty body to clients that do not prove to be a browser.
    if (text === '') return blocked(CAPTIONS_WITHHELD);
    const cues = await parseCaptions(text, signal);
    if (cues === null) return videoFailure('failed', NOT_UNDERSTOOD);
    if (cues.length === 0) return videoFailure('no-captions', 'The captions of the video hold no words');
    const captions = isAutomatic(track) ? 'automatic' : 'manual';
    return { ok: true, title, language: track.languageCode, captions, cues };
  }

  /** Retries transient failures. */
  async #fetch(
    url: URL,
    maxBytes: number,
    signal: AbortSignal,
    more: Partial<FetchOptions>,
  ): Promise<FetchedPage | VideoFailure> {
    const mayMove = (target: URL) => more.post === undefined && this.#isYouTube(target);
    const refuseRedirect = (target: URL) => (mayMove(target) ? null : refusedRedirect(target));
    for (let attempt = 1; ; attempt += 1) {
      await this.#waitForSlot(signal);
      const options = { signal, maxBytes, timeoutMs: TIMEOUT_MS, refuseRedirect, ...more };
      const result = await this.#options.web.fetchPage(url.href, options);
      if (result.ok) return result;
      const { kind, status } = result;
      const transient = kind === 'network' || kind === 'timeout' || (status !== null && status >= 500);
      if (!transient || attempt === MAX_ATTEMPTS) return videoFailureOf(result);
      await waitFor(this.#options.retryDelayMs * 2 ** (attempt - 1), signal);
    }
  }

  /** URLs in its responses may only lead to YouTube. */
  #isYouTube(url: URL): boolean {
    if (url.origin === this.#base.origin) return true;
    return url.protocol === 'https:' && url.port === '' && /(^|\.)youtube\.com$/.test(url.hostname) && !isConsent(url);
  }

  async #waitForSlot(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + this.#options.delayMs;
    if (at > now) await waitFor(at - now, signal);
  }
}

/** @throws the signal's reason */
async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}

const isConsent = ({ hostname }: URL): boolean => hostname.startsWith('consent.');

const textOf = ({ bytes }: FetchedPage): string => new TextDecoder().decode(bytes);
