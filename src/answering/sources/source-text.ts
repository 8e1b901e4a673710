import type { AnswerPassage } from '../generators/answer-generator.ts';

/** Characters. */
const MAX_TITLE_LENGTH = 200;
export const MAX_SNIPPET_LENGTH = 240;

const BLOCK_MARKS = /^\s*(?:#{1,6}|>|[-*+•]|\d{1,3}[.)])\s+|^\s*(?:```|~~~).*$/gm;
const LINE_BREAK_TAGS = /<br\s*\/?>/gi;
/** Bounded, so that the time grows with the text. */
const LINKS = /!?\[([^[\]\n]{0,300})\]\([^()\s]{0,2000}(?:\s"[^"\n]{0,200}")?\)/g;
const PAIRED_MARKS = /(\*\*|__|~~|`)(?=\S)([^\n]{1,400}?)(?<=\S)\1/g;
const EMPHASIS = /(?<![\p{L}\p{N}*_\\])([*_])(?=[^\s*_])([^*_\n]{1,300}?)(?<=[^\s\\])\1(?![\p{L}\p{N}*_])/gu;
const ESCAPES = /\\([!-/:-@[-`{-~])/g;

export function cleanTitle({ title, headings, url }: AnswerPassage): string {
  const named = [title, headings.at(0) ?? '', url ?? ''].map(oneLine).find((text) => text !== '') ?? '';
  return shortened(named, MAX_TITLE_LENGTH);
}

/** Markdown as one line of plain text: marks go, their text stays. */
export function plainText(markdown: string): string {
  const words = markdown
    .replace(BLOCK_MARKS, '')
    .replace(LINE_BREAK_TAGS, ' ')
    .replace(LINKS, '$1')
    .replace(PAIRED_MARKS, '$2')
    .replace(EMPHASIS, '$2')
    .replace(ESCAPES, '$1');
  return oneLine(words);
}

export const snippetOf = (text: string): string => shortened(oneLine(text), MAX_SNIPPET_LENGTH);

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text.toWellFormed();
  const cut = text.slice(0, longest - 1);
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > longest / 2 ? cut.slice(0, lastSpace) : cut.replace(/[\ud800-\udbff]$/, '')).trimEnd()}…`;
}
