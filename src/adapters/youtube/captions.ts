/** Captions in the XML that YouTube serves: `<text start="1.2">` with seconds, or `<p t="1200">` with milliseconds. */
import { SaxesParser } from 'saxes';
import type { Cue } from '../../ports/videos.ts';
import { Turns } from '../../runtime/turns.ts';

/** Longer than any video may be: 12 hours, with some to spare. */
const LATEST_MS = 24 * 3_600_000;
/** Three lines a second for twelve hours. */
const MOST_CUES = 130_000;
const LONGEST_CUE = 2_000;
/** Characters parsed in one step. */
const STEP = 32 * 1024;

/** By time. Lines that say nothing (`[Music]`) are left out. Null when it is no captions. */
export async function parseCaptions(xml: string, signal: AbortSignal): Promise<readonly Cue[] | null> {
  const collected = new Cues();
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => collected.open(name, attributes));
  parser.on('text', (text) => collected.add(text));
  parser.on('closetag', ({ name }) => collected.close(name));
  parser.on('error', (error) => {
    throw error;
  });
  const turns = new Turns();
  try {
    for (let start = 0; start < xml.length && !collected.full; start += STEP) {
      parser.write(xml.slice(start, start + STEP));
      await turns.yieldWhenLong();
      signal.throwIfAborted();
    }
    if (!collected.full) parser.close();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error) return null;
    throw error;
  }
  return collected.isCaptions ? collected.cues.toSorted((one, other) => one.startMs - other.startMs) : null;
}

class Cues {
  readonly cues: Cue[] = [];
  isCaptions = false;
  #startMs: number | null = null;
  #text = '';

  get full(): boolean {
    return this.cues.length >= MOST_CUES;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'transcript' || name === 'timedtext') this.isCaptions = true;
    if (name === 'br') this.add(' ');
    if (name !== 'text' && name !== 'p') return;
    this.#startMs = name === 'text' ? timeOf(attributes.start, 1_000) : timeOf(attributes.t, 1);
    this.#text = '';
  }

  add(text: string): void {
    if (this.#startMs !== null && this.#text.length < LONGEST_CUE) this.#text += text;
  }

  close(name: string): void {
    if (this.#startMs === null || (name !== 'text' && name !== 'p')) return;
    const text = spoken(this.#text.slice(0, LONGEST_CUE));
    if (text !== '' && !this.full) this.cues.push({ startMs: this.#startMs, text });
    this.#startMs = null;
  }
}

/** Whole milliseconds; null when it is no time. */
function timeOf(attribute: string | undefined, unitMs: number): number | null {
  const time = Math.round(Number.parseFloat(attribute ?? '') * unitMs);
  return time >= 0 && time <= LATEST_MS ? time : null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** What a line in brackets tells of is a sound; notes stand around what is sung. */
const SOUND = /^(?:[[(（【][^\])）】]*[\])）】]\s*)+$/;

/** What is said, as one line of plain text: captions hold HTML, written as text. */
function spoken(text: string): string {
  const line = text
    .replace(/&(?:#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/g, (whole, code?: string, name?: string) =>
      code === undefined ? (ENTITIES[name ?? ''] ?? whole) : characterOf(Number(code)),
    )
    .replace(/<\/?(?:b|i|u|s|c|font|span|br)\b[^<>]{0,200}>/gi, '')
    .replace(/[\u200b\u200c\ufeff♪♫]+/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return SOUND.test(line) ? '' : line.toWellFormed();
}

const characterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ');
