import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SafeWeb } from '../../../src/adapters/web/safe-web.ts';
import { parseCaptions } from '../../../src/adapters/youtube/captions.ts';
import { YouTube } from '../../../src/adapters/youtube/youtube.ts';
import { answers, hangsUp, type TestVideo, TestYouTube } from '../../support/servers/youtube.ts';

const ID = 'dQw4w9WgXcQ';
let server: TestYouTube;
let web: SafeWeb;
let youTube: YouTube;

beforeEach(async () => {
  server = await TestYouTube.start();
  web = new SafeWeb({ userAgent: 'ChatledgerBot/1.0', allowHosts: [server.host], now: () => Date.now() });
  youTube = new YouTube({ web, baseUrl: server.url, delayMs: 0, retryDelayMs: 1 });
});

afterEach(async () => {
  await web.close();
  await server.close();
});

const read = (video?: TestVideo) => {
  if (video !== undefined) server.set(ID, video);
  return youTube.transcript(ID, new AbortController().signal);
};
const lines = (text: string) => [[1.5, text]] as const;

describe('A video with captions', () => {
  it('gives its title and every line with its moment, in two requests', async () => {
    const said = [
      [12.34, 'Then we stir.'],
      [0, "Let's begin & see"],
      [3725.5, 'Goodbye'],
    ] as const;
    const transcript = await read({ title: ' How to stir ', tracks: [{ language: 'en', lines: said }] });
    expect(transcript).toEqual({
      ok: true,
      title: 'How to stir',
      language: 'en',
      captions: 'manual',
      cues: [
        { startMs: 0, text: "Let's begin & see" },
        { startMs: 12_340, text: 'Then we stir.' },
        { startMs: 3_725_500, text: 'Goodbye' },
      ],
    });
    expect(server.requests).toEqual([`player ${ID}`, `timedtext ${ID}`]);
    expect(JSON.parse(server.lastBody)).toMatchObject({ videoId: ID, context: { client: { hl: 'en' } } });
  });

  it.each<[string, TestVideo, string]>([
    [
      'written ones before those of a machine',
      {
        tracks: [
          { language: 'en', automatic: true, lines: lines('machine') },
          { language: 'en', lines: lines('written') },
        ],
      },
      'written',
    ],
    [
      'of the written ones those in the language that is spoken',
      {
        tracks: [
          { language: 'en', lines: lines('english') },
          { language: 'de-AT', lines: lines('german') },
          { language: 'de', automatic: true, lines: lines('machine') },
        ],
      },
      'german',
    ],
    [
      'those the player would show when nobody knows what is spoken',
      {
        usualTrack: 1,
        tracks: [
          { language: 'en', lines: lines('english') },
          { language: 'fr', lines: lines('french') },
        ],
      },
      'french',
    ],
    [
      'written ones in another language before those of a machine',
      {
        tracks: [
          { language: 'es', automatic: true, lines: lines('machine') },
          { language: 'en', lines: lines('written') },
        ],
      },
      'written',
    ],
    [
      'those of a machine when there are no others',
      { tracks: [{ language: 'es', automatic: true, lines: lines('machine') }] },
      'machine',
    ],
  ])('is read by %s', async (_what, video, text) => {
    expect(await read(video)).toMatchObject({
      ok: true,
      captions: text === 'machine' ? 'automatic' : 'manual',
      cues: [{ startMs: 1_500, text }],
    });
  });

  it('is understood in the other form too, without markup and sounds', async () => {
    const xml = `<?xml version="1.0"?><timedtext format="3"><head><ws id="0"/></head><body>
      <w t="0" id="1"/><p t="120" d="900" w="1"><s>two</s><s t="300"> words</s></p><p t="900" a="1">
</p><p t="1500">[Music]</p><p t="2000">♪ la &lt;i&gt;la&lt;/i&gt; ♪</p><p t="2500">&gt;&gt; one<br/>two</p></body></timedtext>`;
    const transcript = await read({ tracks: [{ language: 'en', xml }] });
    expect(transcript.ok && transcript.cues).toEqual([
      { startMs: 120, text: 'two words' },
      { startMs: 2_000, text: 'la la' },
      { startMs: 2_500, text: '>> one two' },
    ]);
  });

  it('of half a day lets everything else go on while it is read', async () => {
    const texts = Array.from(
      { length: 40_000 },
      (_, place) => `<text start="${place}">line ${place} says something</text>`,
    );
    let turns = 0;
    let reading = true;
    const others = () => {
      turns += 1;
      if (reading) setImmediate(others);
    };
    setImmediate(others);
    const cues = await parseCaptions(`<transcript>${texts.join('')}</transcript>`, new AbortController().signal);
    reading = false;
    expect(cues).toHaveLength(40_000);
    expect(turns).toBeGreaterThan(3);
  });

  it('is found on its page when the endpoint of the player is away', async () => {
    server.breaks('player', answers(404));
    const video = { title: 'Braces } in "titles" {', tracks: [{ language: 'en', lines: lines('hello') }] };
    expect(await read(video)).toMatchObject({ ok: true, title: video.title, cues: [{ text: 'hello' }] });
    expect(server.requests).toEqual([`player ${ID}`, `watch ${ID}`, `timedtext ${ID}`]);
  });

  it('is asked for again when what went wrong may pass', async () => {
    server.breaks('player', hangsUp, answers(503), (_request, response) => {
      server.breaks('player');
      response.writeHead(500).end();
    });
    server.breaks('timedtext', answers(500), answers(200, '<transcript><text start="1">late</text></transcript>'));
    const transcript = await read({ tracks: [{ language: 'en', lines: lines('x') }] });
    expect(transcript).toMatchObject({ ok: true, cues: [{ text: 'late' }] });
  });
});

describe('A video that cannot be read says why', () => {
  const login = (reason: string) => ({ playability: { status: 'LOGIN_REQUIRED', reason } });
  it.each<[string, TestVideo | undefined, string, RegExp]>([
    ['that has none', { tracks: [] }, 'no-captions', /has no captions/],
    ['that holds sounds only', { tracks: [{ language: 'en', lines: lines('[Applause]') }] }, 'no-captions', /no words/],
    ['that does not exist', undefined, 'unavailable', /does not exist or has been removed/],
    ['that is private', login('This is a private video.'), 'private', /is private/],
    ['by age', login('Sign in to confirm your age'), 'age-restricted', /age-restricted/],
    ['by age, in other words', login('This video may be inappropriate for some users.'), 'age-restricted', /age/],
    [
      'of members',
      { playability: { status: 'UNPLAYABLE', reason: 'Join this channel to get access' } },
      'unplayable',
      /does not let everybody watch the video: Join this channel/,
    ],
    [
      'to come',
      { playability: { status: 'LIVE_STREAM_OFFLINE', reason: 'Live in 2 days' } },
      'unplayable',
      /broadcast yet/,
    ],
    ['for robots', login('Sign in to confirm you’re not a bot'), 'blocked', /prove that it is not a bot/],
    ['replaced by another', { tracks: [], details: { videoId: 'aQvGIIdgFDM' } }, 'blocked', /another video/],
  ])('%s', async (_what, video, kind, reason) => {
    const failed = await read(video);
    expect(failed).toMatchObject({ ok: false, kind, reason: expect.stringMatching(reason) });
  });

  const captioned: TestVideo = { tracks: [{ language: 'en', lines: lines('hello') }] };
  it.each<[string, () => void, string, RegExp]>([
    ['too many requests', () => server.breaks('player', answers(429)), 'blocked', /too many requests/],
    ['too many requests for captions', () => server.breaks('timedtext', answers(429)), 'blocked', /too many/],
    ['withheld captions', () => server.breaks('timedtext', answers(200, '')), 'blocked', /withholds the captions/],
    ['captions that are none', () => server.breaks('timedtext', answers(200, '<html>')), 'failed', /understood/],
    ['captions of another form', () => server.breaks('timedtext', answers(200, '<a/>')), 'failed', /understood/],
    ['an answer that is none', () => server.breaks('player', answers(200, '{"ok":true}')), 'failed', /understood/],
    ['no answer', () => server.breaks('player', hangsUp), 'failed', /cannot be reached/],
    ['a faulty server', () => server.breaks('player', answers(500)), 'failed', /status 500/],
  ])('%s', async (_what, breakIt, kind, reason) => {
    breakIt();
    server.breaks('watch', answers(200, '<html>nothing</html>'));
    const failed = await read(captioned);
    expect(failed).toMatchObject({ ok: false, kind, reason: expect.stringMatching(reason) });
  });

  it.each([
    [
      'a page',
      answers(200, '<form action="https://consent.youtube.com/s" method="POST"></form>'),
      /consent to cookies/,
    ],
    ['a redirect', answers(302, '', { location: 'https://consent.youtube.com/m?continue=x' }), /consent to cookies/],
    ['a question', answers(200, '<div class="g-recaptcha"></div>'), /not a bot/],
    ['a redirect to a question', answers(302, '', { location: 'https://www.google.com/sorry/index' }), /not a bot/],
  ])('when the server is held up by %s', async (_what, fault, reason) => {
    server.breaks('player', answers(200, ''));
    server.breaks('watch', fault);
    expect(await read(captioned)).toMatchObject({ ok: false, kind: 'blocked', reason: expect.stringMatching(reason) });
  });

  it('when the question for the player is answered with a redirect', async () => {
    server.breaks('player', answers(302, '', { location: '/elsewhere' }));
    server.breaks('watch', answers(500, ''));
    const reason = 'YouTube sends this server elsewhere';
    expect(await read(captioned)).toMatchObject({ ok: false, kind: 'blocked', reason });
  });

  it('when its captions are said to be elsewhere, where nothing is asked', async () => {
    const elsewhere = await TestYouTube.start();
    const open = new SafeWeb({ userAgent: 'x', allowHosts: [server.host, elsewhere.host], now: () => Date.now() });
    youTube = new YouTube({ web: open, baseUrl: server.url, delayMs: 0, retryDelayMs: 1 });
    const tracks = [{ language: 'en', baseUrl: `${elsewhere.url}/api/timedtext?v=${ID}&track=0` }];
    expect(await read({ tracks })).toMatchObject({ ok: false, kind: 'failed' });
    server.breaks('timedtext', answers(302, '', { location: `${elsewhere.url}/api/timedtext` }));
    expect(await read(captioned)).toMatchObject({
      ok: false,
      kind: 'blocked',
      reason: 'YouTube sends this server elsewhere',
    });
    expect(elsewhere.requests).toEqual([]);
    await open.close();
    await elsewhere.close();
  });

  it('except when nobody wants to know any more', async () => {
    const stop = new AbortController();
    server.breaks('player', () => stop.abort(new Error('enough')));
    await expect(youTube.transcript(ID, stop.signal)).rejects.toThrow('enough');
  });
});

it('requests keep their distance from one another', async () => {
  const polite = new YouTube({ web, baseUrl: server.url, delayMs: 40, retryDelayMs: 1 });
  server.set(ID, { tracks: [{ language: 'en', lines: lines('hello') }] });
  const { signal } = new AbortController();
  const start = performance.now();
  await Promise.all([polite.transcript(ID, signal), polite.transcript(ID, signal)]);
  expect(performance.now() - start).toBeGreaterThanOrEqual(115);
});
