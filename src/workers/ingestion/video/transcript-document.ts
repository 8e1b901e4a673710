import { videoUrl } from '../../../domain/data-source/video-address.ts';
import type { Cue, VideoTranscript } from '../../../ports/videos.ts';
import type { Block, ReadDocument } from '../../../text/document.ts';

/** A paragraph that lasted so long ends with its sentence ... */
const GOOD_MS = 20_000;
/** ... and so long, or with so many characters, wherever it is: machines write without full stops. */
const LONGEST_MS = 45_000;
const LONGEST_CHARACTERS = 600;
/** A silence that sets apart what is said before and after it. */
const SILENCE_MS = 15_000;

const SENTENCE_END = /[.!?…؟。！？।]["'”’»)\]]*$/;
/** Scripts that set no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}。、！？]/u;

/** What is said, in paragraphs that each lead to the second they begin at. */
export function transcriptDocument(videoId: string, { title, language, cues }: VideoTranscript): ReadDocument {
  return { title, url: videoUrl(videoId), language, blocks: [...paragraphs(videoId, cues)] };
}

function* paragraphs(videoId: string, cues: readonly Cue[]): Generator<Block> {
  let text = '';
  let startMs = 0;
  let lastMs = 0;
  const paragraph = (): Block => ({ kind: 'paragraph', text, url: videoUrl(videoId, Math.floor(startMs / 1_000)) });
  for (const cue of cues) {
    if (text !== '' && endsBefore(cue, { text, startMs, lastMs })) {
      yield paragraph();
      text = '';
    }
    if (text === '') startMs = cue.startMs;
    text = joined(text, cue.text);
    lastMs = cue.startMs;
  }
  if (text !== '') yield paragraph();
}

function endsBefore(next: Cue, { text, startMs, lastMs }: { text: string; startMs: number; lastMs: number }): boolean {
  const lasted = next.startMs - startMs;
  if (lasted >= LONGEST_MS || text.length + next.text.length > LONGEST_CHARACTERS) return true;
  return next.startMs - lastMs >= SILENCE_MS || (lasted >= GOOD_MS && SENTENCE_END.test(text));
}

function joined(before: string, after: string): string {
  if (before === '') return after;
  const tight = UNSPACED.test(before.slice(-1)) && UNSPACED.test(after.slice(0, 1));
  return `${before}${tight ? '' : ' '}${after}`;
}
