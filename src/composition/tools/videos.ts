import { SafeWeb } from '../../adapters/web/safe-web.ts';
import { YouTube } from '../../adapters/youtube/youtube.ts';
import { type Config, YOUTUBE_URL } from '../../config.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Videos } from '../../ports/content/videos.ts';

const RETRY_DELAY_MS = 1_000;

export interface OpenVideos {
  readonly videos: Videos;
  close(): Promise<void>;
}

/** The operator's YOUTUBE_BASE_URL may be a private address, unlike the URLs of owners. */
export function openVideos({ youTubeUrl: baseUrl, crawl }: Config, userAgent: string, clock: Clock): OpenVideos {
  const { hostname, port, protocol } = new URL(baseUrl);
  const own = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  const allowHosts = baseUrl === YOUTUBE_URL ? crawl.allowHosts : [...crawl.allowHosts, own];
  const web = new SafeWeb({ userAgent, allowHosts, now: () => clock.now() });
  const videos = new YouTube({ web, baseUrl, delayMs: crawl.delayMs, retryDelayMs: RETRY_DELAY_MS });
  return { videos, close: () => web.close() };
}
