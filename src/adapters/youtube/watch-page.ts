/** The watch page embeds the player response in a script. */
import type { VideoFailure } from '../../ports/content/videos.ts';
import { blocked, CONSENT_WANTED, NOT_UNDERSTOOD, PROVE_NO_ROBOT, videoFailure } from './failures.ts';
import { type PlayerResponse, parsePlayerResponse } from './player-response.ts';

/** Real ones have some hundred thousand characters; more would block the event loop. */
const MAX_RESPONSE_CHARACTERS = 1_500_000;

export type PlayerAnswer = { readonly ok: true; readonly player: PlayerResponse } | VideoFailure;

export function readWatchPage(html: string): PlayerAnswer {
  const found = /\bytInitialPlayerResponse\s*=\s*(?=\{)/.exec(html);
  const text = found === null ? null : objectAt(html, found.index + found[0].length);
  const player = text === null ? null : parsePlayerResponse(text);
  if (player !== null) return { ok: true, player };
  if (/\baction="https:\/\/consent\./.test(html)) return blocked(CONSENT_WANTED);
  if (/\bclass="g-recaptcha"/.test(html)) return blocked(PROVE_NO_ROBOT);
  return videoFailure('failed', NOT_UNDERSTOOD);
}

/** Returns null when the object that begins at `start` does not end. */
function objectAt(html: string, start: number): string | null {
  const end = Math.min(html.length, start + MAX_RESPONSE_CHARACTERS);
  let depth = 0;
  for (let index = start; index < end; index += 1) {
    const character = html[index];
    if (character === '"') index = closingQuote(html, index, end);
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if (depth === 0) return html.slice(start, index + 1);
  }
  return null;
}

/** Index of the quote that ends the string which begins at `opening`, or `end`. */
function closingQuote(text: string, opening: number, end: number): number {
  let index = opening + 1;
  while (index < end && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}
