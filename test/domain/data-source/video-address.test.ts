import { describe, expect, it } from 'vitest';
import { videoIdOf, videoUrl } from '../../../src/domain/data-source/video-address.ts';

const ID = 'dQw4w9WgX-_';

describe('The address of a video', () => {
  it.each([
    `https://www.youtube.com/watch?v=${ID}`,
    `http://youtube.com/watch?v=${ID}`,
    `https://m.youtube.com/watch?app=desktop&v=${ID}&t=42s`,
    `https://music.youtube.com/watch?v=${ID}&list=RDAMVM`,
    `https://WWW.YouTube.com/watch/?feature=share&v=${ID}#top`,
    `https://youtu.be/${ID}`,
    `https://youtu.be/${ID}?si=AbC&t=10`,
    `https://www.youtube.com/shorts/${ID}`,
    `https://youtube.com/shorts/${ID}/?feature=share`,
    `https://www.youtube.com/live/${ID}?si=x`,
    `https://www.youtube.com/embed/${ID}?start=3`,
    `https://www.youtube-nocookie.com/embed/${ID}`,
    `https://www.youtube.com/v/${ID}`,
  ])('leads to it: %s', (address) => {
    expect(videoIdOf(address)).toBe(ID);
    expect(videoIdOf(videoUrl(ID, 12))).toBe(ID);
  });

  it.each([
    ID,
    'not an address',
    `ftp://www.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com:8443/watch?v=${ID}`,
    `https://user@www.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com.evil.example/watch?v=${ID}`,
    `https://evilyoutube.com/watch?v=${ID}`,
    `https://vimeo.com/${ID}`,
    'https://www.youtube.com/watch',
    'https://www.youtube.com/watch?v=short',
    `https://www.youtube.com/watch?v=${ID}x`,
    `https://www.youtube.com/watch?v=../../api/x`,
    'https://www.youtube.com/playlist?list=PL123456789',
    `https://www.youtube.com/playlist?list=PL123456789&v=${ID}`,
    `https://www.youtube.com/watch/more?v=${ID}`,
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/embed/videoseries?list=PL1',
    'https://www.youtube.com/embed/live_stream?channel=UC1',
    `https://www.youtube.com/shorts/${ID}/more`,
    `https://youtu.be/${ID}/more`,
    'https://youtu.be/',
  ])('leads to none: %s', (address) => {
    expect(videoIdOf(address)).toBeNull();
  });

  it('names the moment', () => {
    expect(videoUrl(ID, 123)).toBe(`https://www.youtube.com/watch?v=${ID}&t=123s`);
  });
});
