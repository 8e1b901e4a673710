/** YouTube's caption XML: `<text start="1.2">` in seconds, or `<p t="1200">` in milliseconds. */
import { SaxesParser } from 'saxes';
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import type { Cue } from '../../ports/content/videos.ts';

/** Videos last at most 12 hours; this leaves a margin. */
const MAX_START_MS = 24 * 3_600_000;
/** Three lines a second for twelve hours. */
const MAX_CUES = 130_000;
const MAX_CUE_CHARACTERS = 2_000;
/** Captions have five levels. The parser keeps every open element in memory, at a hundred times the size of its tag. */
const MAX_DEPTH = 50;
const MAX_ATTRIBUTES = 50;
/** Parsed in one step. */
const STEP_CHARACTERS = 32 * 1024;

/** Cues by time, without sounds (`[Music]`); null when the XML is not captions, or is nested too deeply. */
export async function parseCaptions(xml: string, signal: AbortSignal): Promise<readonly Cue[] | null> {
  const collected = new Cues();
  const parser = new SaxesParser();
  const bound = new ShapeBound();
  parser.on('opentagstart', () => bound.open());
  parser.on('attribute', () => bound.addAttribute());
  parser.on('opentag', ({ name, attributes }) => collected.open(name, attributes));
  parser.on('text', (text) => collected.add(text));
  parser.on('closetag', ({ name }) => {
    bound.close();
    collected.close(name);
  });
  parser.on('error', (error) => {
    throw error;
  });
  const budget = new EventLoopBudget();
  try {
    for (let start = 0; start < xml.length && !collected.full; start += STEP_CHARACTERS) {
      parser.write(xml.slice(start, start + STEP_CHARACTERS));
      await budget.yieldIfUsedUp();
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

/** @throws RangeError for XML that is no captions by its shape */
class ShapeBound {
  #depth = 0;
  #attributes = 0;

  open(): void {
    this.#depth += 1;
    this.#attributes = 0;
    if (this.#depth > MAX_DEPTH) throw new RangeError(`More than ${MAX_DEPTH} levels`);
  }

  addAttribute(): void {
    this.#attributes += 1;
    if (this.#attributes > MAX_ATTRIBUTES) throw new RangeError(`More than ${MAX_ATTRIBUTES} attributes`);
  }

  close(): void {
    this.#depth -= 1;
  }
}

class Cues {
  readonly cues: Cue[] = [];
  isCaptions = false;
  #startMs: number | null = null;
  #text = '';

  get full(): boolean {
    return this.cues.length >= MAX_CUES;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'transcript' || name === 'timedtext') this.isCaptions = true;
    if (name === 'br') this.add(' ');
    if (name !== 'text' && name !== 'p') return;
    this.#startMs = name === 'text' ? timeOf(attributes.start, 1_000) : timeOf(attributes.t, 1);
    this.#text = '';
  }

  add(text: string): void {
    if (this.#startMs !== null && this.#text.length < MAX_CUE_CHARACTERS) this.#text += text;
  }

  close(name: string): void {
    if (this.#startMs === null || (name !== 'text' && name !== 'p')) return;
    const text = spoken(this.#text.slice(0, MAX_CUE_CHARACTERS));
    if (text !== '' && !this.full) this.cues.push({ startMs: this.#startMs, text });
    this.#startMs = null;
  }
}

/** Whole milliseconds; null for an invalid time. */
function timeOf(attribute: string | undefined, unitMs: number): number | null {
  const time = Math.round(Number.parseFloat(attribute ?? '') * unitMs);
  return time >= 0 && time <= MAX_START_MS ? time : null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** A line in brackets describes a sound. */
const SOUND = /^(?:[[(（【][^\])）】]*[\])）】]\s*)+$/;

/** Converts escaped HTML to one line of plain text, without the notes around lyrics. */
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
