import { videoUrl } from '../../../domain/data-source/video-address.ts';
import type { Cue, VideoTranscript } from '../../../ports/content/videos.ts';
import type { Block, ReadDocument } from '../../../text/document.ts';

/** A paragraph of this length ends at the next sentence end. */
const MIN_PARAGRAPH_MS = 20_000;
/** A paragraph ends at these limits in any case: generated captions may have no punctuation. */
const MAX_PARAGRAPH_MS = 45_000;
const MAX_PARAGRAPH_CHARACTERS = 600;
/** A pause this long starts a paragraph. */
const SILENCE_MS = 15_000;

const SENTENCE_END = /[.!?…؟。！？।]["'”’»)\]]*$/;
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}。、！？]/u;

/** Each paragraph links to the second where it begins. */
export function transcriptDocument(videoId: string, { title, language, cues }: VideoTranscript): ReadDocument {
  return { title, url: videoUrl(videoId), language, blocks: [...paragraphs(videoId, cues)] };
}

function* paragraphs(videoId: string, cues: readonly Cue[]): Generator<Block> {
  const gap = hasSentences(cues) ? ' ' : '\n';
  let text = '';
  let startMs = 0;
  let lastMs = 0;
  const paragraph = (): Block => ({ kind: 'paragraph', text, url: videoUrl(videoId, Math.floor(startMs / 1_000)) });
  for (const cue of cues) {
    if (text !== '' && startsParagraph(cue, { text, startMs, lastMs })) {
      yield paragraph();
      text = '';
    }
    if (text === '') startMs = cue.startMs;
    text = joinText(text, cue.text, gap);
    lastMs = cue.startMs;
  }
  if (text !== '') yield paragraph();
}

function startsParagraph(
  next: Cue,
  { text, startMs, lastMs }: { text: string; startMs: number; lastMs: number },
): boolean {
  const lasted = next.startMs - startMs;
  if (lasted >= MAX_PARAGRAPH_MS || text.length + next.text.length > MAX_PARAGRAPH_CHARACTERS) return true;
  return next.startMs - lastMs >= SILENCE_MS || (lasted >= MIN_PARAGRAPH_MS && SENTENCE_END.test(text));
}

/** Fewer cues do not show whether there is punctuation. */
const MIN_CUES = 6;
/** Share of cues that end a sentence, in a text with punctuation. */
const MIN_SENTENCE_ENDS = 0.04;

/** Without punctuation, lines are all that divides a text. */
const hasSentences = (cues: readonly Cue[]): boolean =>
  cues.length < MIN_CUES ||
  cues.filter(({ text }) => SENTENCE_END.test(text)).length >= MIN_SENTENCE_ENDS * cues.length;

/** @param gap between lines of scripts with spaces */
function joinText(before: string, after: string, gap: string): string {
  if (before === '') return after;
  const tight = UNSPACED.test(before.slice(-1)) && UNSPACED.test(after.slice(0, 1));
  return `${before}${tight ? '' : gap}${after}`;
}
