/** A server on loopback that speaks as YouTube does: the player's endpoint, the page of a video, captions; with its faults. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestTrack {
  readonly language: string;
  readonly automatic?: boolean;
  /** As served; made of `lines` unless given. */
  readonly xml?: string;
  readonly lines?: readonly (readonly [second: number, text: string])[];
  /** Base of the track's address; this server by default. */
  readonly baseUrl?: string;
}

export interface TestVideo {
  readonly title?: string;
  readonly tracks?: readonly TestTrack[];
  /** Place in `tracks` that the player would show by itself. */
  readonly usualTrack?: number;
  readonly playability?: { readonly status: string; readonly reason?: string; readonly messages?: readonly string[] };
  /** Further fields of the player's response; `videoId` of another video, for instance. */
  readonly details?: object;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type Endpoint = 'player' | 'watch' | 'timedtext';

export class TestYouTube {
  readonly #server = createServer((request, response) => this.#answer(request, response));
  readonly #videos = new Map<string, TestVideo>();
  readonly #faults = new Map<Endpoint, Handler[]>();
  /** `player <id>`, `watch <id>`, `timedtext <id>`, in order. */
  readonly requests: string[] = [];
  /** Body of the last request to the player's endpoint. */
  lastBody = '';

  static async start(): Promise<TestYouTube> {
    const youTube = new TestYouTube();
    youTube.#server.listen(0, '127.0.0.1');
    await once(youTube.#server, 'listening');
    return youTube;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  set(videoId: string, video: TestVideo): void {
    this.#videos.set(videoId, video);
  }

  /** Each fault answers one request of the endpoint; the last one all that follow. None: it is well again. */
  breaks(endpoint: Endpoint, ...faults: readonly Handler[]): void {
    this.#faults.set(endpoint, [...faults]);
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (url.pathname === '/youtubei/v1/player' && request.method === 'POST') {
      this.lastBody = body;
      const { videoId } = JSON.parse(body) as { videoId: string };
      this.#as('player', videoId, request, response, () => json(response, this.#playerResponse(videoId)));
    } else if (url.pathname === '/watch') {
      const videoId = url.searchParams.get('v') ?? '';
      this.#as('watch', videoId, request, response, () => html(response, this.#watchPage(videoId)));
    } else if (url.pathname === '/api/timedtext') {
      const videoId = url.searchParams.get('v') ?? '';
      const track = this.#videos.get(videoId)?.tracks?.[Number(url.searchParams.get('track'))];
      this.#as('timedtext', videoId, request, response, () => {
        response.writeHead(track === undefined ? 404 : 200, { 'content-type': 'text/xml; charset=UTF-8' });
        response.end(track?.xml ?? transcriptOf(track?.lines ?? []));
      });
    } else response.writeHead(404).end();
  }

  #as(endpoint: Endpoint, videoId: string, request: IncomingMessage, response: ServerResponse, well: () => void): void {
    this.requests.push(`${endpoint} ${videoId}`);
    const faults = this.#faults.get(endpoint) ?? [];
    const fault = faults.length > 1 ? faults.shift() : faults[0];
    if (fault === undefined) well();
    else fault(request, response);
  }

  #watchPage(videoId: string): string {
    const data = JSON.stringify(this.#playerResponse(videoId)).replaceAll('</', '<\\/');
    return `<!doctype html><html><head><title>x</title></head><body><script>var ytInitialPlayerResponse = ${data};var meta = {"a":"}"};</script></body></html>`;
  }

  #playerResponse(videoId: string): object {
    const video = this.#videos.get(videoId);
    if (video === undefined) {
      return { playabilityStatus: { status: 'ERROR', reason: 'This video is unavailable' }, responseContext: {} };
    }
    const { title = 'A video', tracks = [], usualTrack = 0 } = video;
    const captionTracks = tracks.map(({ language, automatic = false, baseUrl }, place) => ({
      baseUrl: baseUrl ?? `${this.url}/api/timedtext?v=${videoId}&track=${place}&fmt=srv3&lang=${language}`,
      name: { runs: [{ text: language }] },
      vssId: `${automatic ? 'a' : ''}.${language}`,
      languageCode: language,
      isTranslatable: true,
      ...(automatic ? { kind: 'asr' } : {}),
    }));
    const audioTracks = [
      { captionTrackIndices: tracks.map((_, place) => place), defaultCaptionTrackIndex: usualTrack },
    ];
    const list = { captionTracks, audioTracks, translationLanguages: [], defaultAudioTrackIndex: 0 };
    return {
      responseContext: { visitorData: 'x' },
      playabilityStatus: video.playability ?? { status: 'OK', playableInEmbed: true },
      videoDetails: { videoId, title, lengthSeconds: '212', isLiveContent: false, ...video.details },
      ...(tracks.length === 0 ? {} : { captions: { playerCaptionsTracklistRenderer: list } }),
    };
  }
}

/** Escaped twice, as YouTube does. */
const transcriptOf = (lines: readonly (readonly [number, string])[]): string => {
  const texts = lines.map(
    ([second, text]) =>
      `<text start="${second}" dur="2.5">${text.replaceAll('&', '&amp;amp;').replaceAll("'", '&amp;#39;')}</text>`,
  );
  return `<?xml version="1.0" encoding="utf-8" ?><transcript>${texts.join('')}</transcript>`;
};

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(JSON.stringify(body));
}

function html(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(body);
}

export const answers =
  (status: number, body = '', headers: Readonly<Record<string, string>> = {}): Handler =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(body);
  };

export const hangsUp: Handler = (request) => void request.socket.destroy();
