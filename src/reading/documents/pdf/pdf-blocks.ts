import type { Block } from '../../../text/document.ts';
import { withoutRunningHeaders } from './running-heads.ts';

/** As pdf.js returns it. */
export interface Bookmark {
  readonly title: string;
  readonly items: readonly Bookmark[];
}

const BULLET = /^[•▪‣●○◦■□·*–-]\s+(?=\S)/u;
const NUMBER = /^(\d{1,3})[.)]\s+(?=\S)/;
const SENTENCE_END = /[.!?:。！？…]["'”’)\]]*$/u;
const MAX_BOOKMARKS = 5_000;

/** Joins paragraphs, recognises list items, and turns lines named by bookmarks into headings. */
export function pdfBlocks(pages: readonly string[], bookmarks: readonly Bookmark[]): Block[] {
  const levels = headingLevels(bookmarks);
  const blocks: Block[] = [];
  for (const lines of withoutRunningHeaders(pages.map((page) => page.split('\n').map(normalizeLine)))) {
    for (const block of blocksOfPage(lines, levels)) blocks.push(block);
  }
  return blocks;
}

/** Replaces ligatures and Arabic presentation forms by their letters. */
function normalizeLine(line: string): string {
  return line
    .replace(/[\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc]+/g, (shapes) => shapes.normalize('NFKC'))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

function headingLevels(bookmarks: readonly Bookmark[]): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  const visit = (items: readonly Bookmark[], level: number) => {
    for (const { title, items: below } of items) {
      const key = headingKey(title);
      if (key.length >= 3 && !levels.has(key) && levels.size < MAX_BOOKMARKS) levels.set(key, level);
      if (level < 6) visit(below, level + 1);
    }
  };
  visit(bookmarks, 1);
  return levels;
}

const headingKey = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

function blocksOfPage(lines: readonly string[], levels: ReadonlyMap<string, number>): Block[] {
  const full = fullLineLength(lines);
  const blocks: Block[] = [];
  let open: OpenBlock | null = null;
  const close = (next: OpenBlock | null) => {
    if (open !== null) blocks.push(toBlock(open));
    open = next;
  };
  for (const line of lines) {
    const level = line.length <= 200 ? levels.get(headingKey(line)) : undefined;
    const marker = BULLET.test(line) ? '-' : (NUMBER.exec(line)?.[1] ?? null);
    if (line === '') close(null);
    else if (level !== undefined) {
      close(null);
      blocks.push({ kind: 'heading', level, text: line });
    } else if (marker !== null) {
      const text = line.replace(BULLET, '').replace(NUMBER, '');
      close({ marker: marker === '-' ? '-' : `${marker}.`, text, lastLine: line });
    } else if (open === null || endsParagraph((open as OpenBlock).lastLine, full)) {
      close({ marker: null, text: line, lastLine: line });
    } else {
      open = appendLine(open, line, full);
    }
  }
  close(null);
  return blocks;
}

/** `marker` is null for a paragraph. */
interface OpenBlock {
  readonly marker: string | null;
  readonly text: string;
  readonly lastLine: string;
}

const toBlock = ({ marker, text }: OpenBlock): Block =>
  marker === null ? { kind: 'paragraph', text } : { kind: 'list-item', depth: 0, marker, text };

const appendLine = (open: OpenBlock, line: string, full: number): OpenBlock => ({
  marker: open.marker,
  text: joinLines(open.text, line, open.lastLine.length >= full * 0.6),
  lastLine: line,
});

/** The 85th percentile, which ignores outliers. */
function fullLineLength(lines: readonly string[]): number {
  const lengths = lines.map((line) => line.length).filter((length) => length > 0);
  lengths.sort((one, other) => one - other);
  return lengths[Math.floor(lengths.length * 0.85)] ?? 0;
}

const endsParagraph = (line: string, full: number) => SENTENCE_END.test(line) && line.length < full * 0.85;

const EAST_ASIAN = /[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]/;

/** Full lines are joined with a space. Short ones were broken on purpose (table rows, addresses) and keep the break. */
function joinLines(before: string, line: string, flows: boolean): string {
  if (!flows) return `${before}\n${line}`;
  if (/\p{L}-$/u.test(before) && /^\p{Ll}/u.test(line)) return before.slice(0, -1) + line;
  return EAST_ASIAN.test(before.slice(-1)) && EAST_ASIAN.test(line.charAt(0)) ? before + line : `${before} ${line}`;
}
