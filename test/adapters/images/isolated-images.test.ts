import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { IsolatedImages, type IsolatedImagesOptions } from '../../../src/adapters/images/isolated-images.ts';
import type { ReencodedImage } from '../../../src/ports/content/images.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { type Bytes, hugePng, joined, png, svg, withPngChunks } from '../../support/files/images.ts';
import { directoryOfFile } from '../../support/temporary-directory.ts';

const directory = directoryOfFile();
const images = new IsolatedImages();
let picture: Bytes;
beforeAll(async () => {
  picture = await png();
});
afterAll(() => images.close());

const ACCOUNT = 'ada';
const unreadable = { ok: false, reason: 'unsupported', type: 'unreadable image' };

/** Runs this program in place of the image process. */
function withProgram(source: string, options: IsolatedImagesOptions = {}): IsolatedImages {
  const program = join(directory, `${crypto.randomUUID()}.mjs`);
  writeFileSync(program, source);
  const made = new IsolatedImages({ program, ...options });
  onTestFinished(() => made.close());
  return made;
}

function webpOf(image: ReencodedImage): Uint8Array {
  if (!image.ok) throw new Error(`Refused: ${JSON.stringify(image)}`);
  return image.webp;
}

const drawn = async (bytes: Uint8Array) => webpOf(await images.reencode(bytes, ACCOUNT));
const shown = async (bytes: Uint8Array) => sharp(await drawn(bytes)).metadata();
/** Red, green and blue in the middle. */
const colour = async (webp: Uint8Array) => {
  const { data, info } = await sharp(webp).raw().toBuffer({ resolveWithObject: true });
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return [...data.subarray(middle, middle + 3)];
};
const plain = (width: number, height: number, background = '#c81e1e') =>
  sharp({ create: { width, height, channels: 3, background } });

describe('An image', () => {
  it.each([
    [40, 30, 40, 30],
    [2000, 1000, 512, 256],
    [300, 1500, 102, 512],
    [1, 1, 1, 1],
    [16_000, 1, 512, 1],
  ])('of %i by %i is drawn as %i by %i', async (width, height, drawnWidth, drawnHeight) => {
    const metadata = await shown(await plain(width, height).png().toBuffer());
    expect(metadata).toMatchObject({ format: 'webp', width: drawnWidth, height: drawnHeight });
  });

  it('keeps its colours, of whatever kind they are', async () => {
    const kinds = [
      plain(60, 60).png(),
      plain(60, 60).png({ palette: true }),
      plain(60, 60).toColourspace('rgb16').png(),
      plain(60, 60).jpeg({ quality: 100 }),
      plain(60, 60).jpeg({ progressive: true, quality: 100 }),
      plain(60, 60).webp({ lossless: true }),
      plain(60, 60).withIccProfile('p3').png(),
      plain(60, 60).withIccProfile('cmyk').jpeg({ quality: 100 }),
    ];
    for (const kind of kinds) {
      const [red = 0, green = 0, blue = 0] = await colour(await drawn(await kind.toBuffer()));
      expect([red, green, blue].map((value, n) => Math.abs(value - ([200, 30, 30][n] ?? 0)) < 25)).toEqual([
        true,
        true,
        true,
      ]);
    }
  });

  it('keeps what is transparent so', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const bytes = await sharp({ create: { width: 20, height: 20, channels: 4, background: clear } })
      .png()
      .toBuffer();
    expect(await shown(bytes)).toMatchObject({ hasAlpha: true });
  });

  it('stands upright, and says nothing of where and by whom it was taken', async () => {
    const exif = { IFD0: { Copyright: 'a canary', Make: 'canary' }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } };
    const bytes = await plain(80, 40).withExif(exif).withMetadata({ orientation: 6, icc: 'p3' }).jpeg().toBuffer();
    expect(await sharp(bytes).metadata()).toMatchObject({ orientation: 6, exif: expect.anything() });
    const metadata = await shown(bytes);
    expect(metadata).toMatchObject({ width: 40, height: 80 });
    for (const kind of ['exif', 'icc', 'xmp', 'iptc', 'orientation', 'comments']) {
      expect(metadata).not.toHaveProperty(kind);
    }
  });

  it('loses what was hidden in it', async () => {
    const canary = 'a canary <script>';
    const text = Buffer.from(`Comment\0${canary}`);
    const bytes = joined(withPngChunks(picture, ['tEXt', text], ['caNv', text]), Buffer.from(canary), svg);
    expect(Buffer.from(bytes).includes(canary)).toBe(true);
    expect(Buffer.from(await drawn(bytes)).includes('canary')).toBe(false);
  });

  it('that moves shows its first frame', async () => {
    const frames = await Promise.all(['#c81e1e', '#00ff00'].map((frame) => plain(30, 30, frame).png().toBuffer()));
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer();
    expect(await sharp(moving).metadata()).toMatchObject({ pages: 2 });
    const still = await drawn(moving);
    expect(await sharp(still).metadata()).toMatchObject({ width: 30, height: 30 });
    expect(await sharp(still).metadata()).not.toHaveProperty('pages');
    const [red = 0, green = 255] = await colour(still);
    expect([red > 150, green < 80]).toEqual([true, true]);
  });

  it('with too many pixels is refused by its header alone, moving or not', async () => {
    const tooMany = { ok: false, reason: 'too many pixels' };
    expect(await images.reencode(hugePng(30_000, 30_000), ACCOUNT)).toEqual(tooMany);
    expect(await images.reencode(hugePng(16_000_001, 1), ACCOUNT)).toEqual(tooMany);
    const frames = await Promise.all(['#f00', '#0f0'].map((frame) => plain(30, 30, frame).png().toBuffer()));
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    // The sides of the canvas, less one, of 24 bits each: in the chunk right after RIFF's own 12 bytes.
    expect(moving.toString('latin1', 12, 16)).toBe('VP8X');
    moving.writeUIntLE(16_382, 24, 3);
    moving.writeUIntLE(16_382, 27, 3);
    expect(await images.reencode(moving, ACCOUNT)).toMatchObject({ ok: false });
  });

  it('cut off or damaged anywhere is drawn or refused, and the next one is drawn', async () => {
    const whole = [picture, await plain(40, 40).jpeg().toBuffer(), await plain(40, 40).webp().toBuffer()];
    for (const bytes of whole) {
      for (let cut = 1; cut < bytes.length - 12; cut += Math.ceil(bytes.length / 12)) {
        expect(await images.reencode(bytes.subarray(0, cut), ACCOUNT)).toMatchObject({
          ok: false,
          reason: 'unsupported',
        });
        const damaged = new Uint8Array(bytes);
        damaged.fill(0xff, cut, cut + 8);
        await images.reencode(damaged, ACCOUNT);
      }
    }
    expect(await images.reencode(picture, ACCOUNT)).toMatchObject({ ok: true });
  });

  it('is drawn while the event loop is free', async () => {
    const create = { width: 4000, height: 4000, channels: 4, background: '#08f' } as const;
    const heavy = await sharp({ create }).png({ progressive: true }).toBuffer();
    await drawn(picture);
    const before = performance.eventLoopUtilization();
    await drawn(heavy);
    const { active, idle } = performance.eventLoopUtilization(before);
    expect(active).toBeLessThan((active + idle) / 2);
  });
});

describe('The process that draws', () => {
  it('that crashes, or hangs, takes one image with it and nothing else', async () => {
    const crashing = withProgram(
      `
      process.send({ kind: 'ready' });
      process.on('message', (bytes) => {
        if (bytes[0] === 1) process.kill(process.pid, 'SIGSEGV');
        if (bytes[0] === 2) for (;;);
        process.send({ kind: 'reencoded', image: { ok: true, webp: bytes } });
      });`,
      { timeoutMs: 1_500 },
    );
    const answers = await Promise.all(
      [0, 1, 0, 2, 0].map((first) => crashing.reencode(new Uint8Array([first]), ACCOUNT)),
    );
    expect(answers.map(({ ok }) => ok)).toEqual([true, false, true, false, true]);
    expect([answers[1], answers[3]]).toEqual([unreadable, unreadable]);
  });

  it('that cannot start blames no image', async () => {
    const programs = [
      `process.send({ kind: 'unable', reason: 'no library' });`,
      'process.exit(0);',
      'setInterval(() => {}, 1e6);',
    ];
    for (const program of programs) {
      const unable = withProgram(program, { startTimeoutMs: 1_000 });
      await expect(unable.reencode(picture, ACCOUNT)).rejects.toThrow(StoreUnavailable);
    }
    await expect(withProgram(programs[0] ?? '').reencode(picture, ACCOUNT)).rejects.toThrow('no library');
  });

  it('has no more images waiting than it may', async () => {
    const few = new IsolatedImages({ maxWaiting: 2 });
    onTestFinished(() => few.close());
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => few.reencode(picture, ACCOUNT)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect((await few.reencode(picture, ACCOUNT)).ok).toBe(true);
  });

  it('draws accounts in turn: a backlog of one neither delays another nor takes its place', async () => {
    const fair = new IsolatedImages({ maxWaiting: 4, maxWaitingOfAccount: 4 });
    onTestFinished(() => fair.close());
    const drawn: string[] = [];
    const draw = async (account: string) => {
      await fair.reencode(picture, account);
      drawn.push(account);
    };
    const results = await Promise.allSettled(['ada', 'ada', 'ada', 'ada', 'bob', 'cyd'].map(draw));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, false, true, true]);
    expect(drawn).toEqual(['ada', 'bob', 'cyd', 'ada']);
  });

  it('knows nothing of the service’s own, and ends when nothing is to be drawn', async () => {
    vi.stubEnv('MASTER_KEY', 'a secret');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const notes = join(directory, 'notes.json');
    const noting = withProgram(
      `
      import { writeFileSync } from 'node:fs';
      writeFileSync(${JSON.stringify(notes)}, JSON.stringify({ pid: process.pid, env: process.env }));
      process.on('message', () => process.send({ kind: 'reencoded', image: { ok: false, reason: 'too many pixels' } }));
      process.send({ kind: 'ready' });`,
      { idleMs: 50 },
    );
    await noting.reencode(picture, ACCOUNT);
    const { pid, env } = JSON.parse(readFileSync(notes, 'utf8')) as { pid: number; env: Record<string, string> };
    expect(JSON.stringify(env)).not.toContain('a secret');
    await vi.waitUntil(() => !isAlive(pid), { timeout: 10_000 });
    expect((await noting.reencode(picture, ACCOUNT)).ok).toBe(false);
    expect(JSON.parse(readFileSync(notes, 'utf8'))).not.toMatchObject({ pid });
  });

  it('ends with whoever started it, and not before', async () => {
    const program = fileURLToPath(new URL('../../../src/adapters/images/image-process.ts', import.meta.url));
    const child = fork(program, {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    expect((await once(child, 'message'))[0]).toEqual({ kind: 'ready' });
    const ended = once(child, 'exit');
    for (const signal of ['SIGTERM', 'SIGINT'] as const) child.kill(signal);
    child.send(picture);
    expect((await once(child, 'message'))[0]).toMatchObject({ kind: 'reencoded', image: { ok: true } });
    child.disconnect();
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  it('ends when the service closes: what runs is given up, nothing begins', async () => {
    const hanging = withProgram(`process.send({ kind: 'ready' }); process.on('message', () => {});`);
    const running = [hanging.reencode(picture, ACCOUNT), hanging.reencode(picture, ACCOUNT)].map((one) =>
      expect(one).rejects.toThrow('closed'),
    );
    await new Promise((resolve) => setImmediate(resolve));
    await hanging.close();
    await Promise.all(running);
    await expect(hanging.reencode(picture, ACCOUNT)).rejects.toThrow('closed');
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
