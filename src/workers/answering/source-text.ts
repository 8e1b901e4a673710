/** What a visitor sees of a source: its title and a short piece, as plain text. */
import type { AnswerPassage } from '../../ports/models.ts';

/** Characters. */
const LONGEST_TITLE = 200;
const LONGEST_SNIPPET = 240;

export function cleanTitle({ title, headings, url }: AnswerPassage): string {
  const named = [title, headings.at(0) ?? '', url ?? ''].map(oneLine).find((text) => text !== '') ?? '';
  return shortened(named, LONGEST_TITLE);
}

export function snippetOf(text: string): string {
  return shortened(oneLine(text.slice(0, LONGEST_SNIPPET * 4).replace(/^(?:#{1,6}\s+|```)/gm, '')), LONGEST_SNIPPET);
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text.toWellFormed();
  const cut = text.slice(0, longest - 1);
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > longest / 2 ? cut.slice(0, lastSpace) : cut.replace(/[\ud800-\udbff]$/, '')).trimEnd()}…`;
}
