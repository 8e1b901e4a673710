import type { AnswerPassage } from './answer-generator.ts';

/** Characters. */
const MAX_TITLE_LENGTH = 200;
const MAX_SNIPPET_LENGTH = 240;

export function cleanTitle({ title, headings, url }: AnswerPassage): string {
  const named = [title, headings.at(0) ?? '', url ?? ''].map(oneLine).find((text) => text !== '') ?? '';
  return shortened(named, MAX_TITLE_LENGTH);
}

export function snippetOf(text: string): string {
  return shortened(
    oneLine(text.slice(0, MAX_SNIPPET_LENGTH * 4).replace(/^(?:#{1,6}\s+|```)/gm, '')),
    MAX_SNIPPET_LENGTH,
  );
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
