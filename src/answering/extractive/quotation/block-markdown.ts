/** Blocks and sections of passages as Markdown. */
import { oneOf, pattern } from '../../../lib/patterns.ts';
import { isQuestion } from '../../../text/is-question.ts';
import { monthsIn } from '../facts/months.ts';
import { daysIn } from '../facts/weekdays.ts';
import { isFragment } from '../passages/context-dependent-text.ts';
import { withoutNumber } from '../passages/heading-numbers.ts';
import type { OutlineSection } from '../passages/outline.ts';
import type { BlockKind, PassageBlock, Section, Unit } from '../passages/sections.ts';
import { tableMarkdown } from './table-markdown.ts';

/** Longest section that is shown whole. */
export const MAX_SECTION = 480;
/** Longer limit for steps, tables and code. */
const MAX_WHOLE_BLOCK = 1_600;
const MAX_HEADING = 120;
const MAX_BADGE = 30;
const MAX_ITEMS = 20;

export function blockMarkdown(block: PassageBlock): string {
  switch (block.kind) {
    case 'prose':
      return joinedSentences(block.units.map(sentenceMarkdown));
    case 'lines':
      return block.units.map(sentenceMarkdown).join('  \n');
    case 'list':
      return block.units
        .slice(0, MAX_ITEMS)
        .map(({ markdown }) => markdown)
        .join('\n');
    case 'steps':
    case 'code':
      return block.units.map(({ markdown }) => markdown).join('\n');
    case 'table':
      return tableMarkdown(block);
  }
}

export const isWhole = (block: PassageBlock | undefined): boolean =>
  block !== undefined && block.kind !== 'prose' && blockMarkdown(block).length <= MAX_WHOLE_BLOCK;

export const joinedSentences = (sentences: readonly string[]): string =>
  sentences.join(' ').replace(/(?<=[。！？][」』）]?) /gu, '');

/** One item alone is no list. */
export function unitsMarkdown(kind: BlockKind, units: readonly Unit[]): string {
  const [only] = units;
  if (kind === 'list' && units.length === 1 && only !== undefined) return only.text;
  return units.map(({ markdown }) => markdown).join('\n');
}

/** Escapes a sentence that must not become a heading, list or quotation. */
export function sentenceMarkdown({ markdown }: { readonly markdown: string }): string {
  return markdown.replace(/^(?:#{1,6}|>|[-+*]|\d{1,9}[.)])(?=\s)/, '\\$&');
}

export const wholeSection = (blocks: readonly PassageBlock[]) => blocks.map(blockMarkdown).join('\n\n');

/** The section's first blocks, up to `MAX_SECTION`. */
export function sectionMarkdown({ blocks }: Section): string {
  const shown: PassageBlock[] = [];
  for (const block of blocks) {
    if (shown.length > 0 && wholeSection([...shown, block]).length > MAX_SECTION) break;
    shown.push(block);
  }
  return wholeSection(shown);
}

/** "Last updated: 12 October 2026". */
const REVISION = pattern(
  'iu',
  /^/u,
  oneOf(
    /(?:page |article )?(?:last )?(?:updated|changed|modified|reviewed|edited)|stand/u,
    /(?:zuletzt|letzte) (?:aktualisiert|geändert|bearbeitet|änderung|aktualisierung)/u,
    /(?:dernière )?(?:mise? à jour|modification)/u,
    /(?:última |fecha de )?(?:actualización|actualizado|modificación)/u,
    /ultim[oa] (?:aggiornamento|modifica)|(?:última )?(?:atualização|atualizado)/u,
    /laatst (?:bijgewerkt|gewijzigd)|senast (?:uppdaterad|ändrad)|ostatnia aktualizacja|son güncelleme/u,
    /последнее обновление|обновлено/u,
  ),
  /(?!\p{L})(?=.*\p{N})/u,
);
const MAX_REVISION = 60;

/** Leaves out buttons and badges at the end ("Sign up", "Most popular"), and the date of revision. */
export function withoutBadges(blocks: readonly PassageBlock[]): readonly PassageBlock[] {
  const isBadge = ({ kind, units: [only, other] }: PassageBlock) =>
    kind === 'prose' && only !== undefined && other === undefined && (isButton(only) || isRevision(only));
  const last = blocks.findLastIndex((block) => !isBadge(block));
  return last < 0 ? blocks : blocks.slice(0, last + 1);
}

const isButton = ({ text }: Unit) => text.length <= MAX_BADGE && isBare(text);
const isRevision = ({ text }: Unit) => text.length <= MAX_REVISION && REVISION.test(text);
const isBare = (text: string) => isFragment(text) && !/\p{N}/u.test(text);

/** True for a heading with a number that the text lacks: "Summer fair on 21 June". */
function tellsMore(heading: string, markdown: string): boolean {
  const numbers = withoutNumber(heading).match(/\p{N}+/gu) ?? [];
  return numbers.some((number) => !markdown.includes(number));
}

/** "Friday 11 June", "Saturday". */
const tellsDate = (heading: string): boolean => daysIn(heading).length > 0 || monthsIn(heading).length > 0;

export const boldHeading = (heading: string): string => `**${heading.replaceAll('*', '')}**`;

/** Adds the heading to items and fragments: "3 users" of which plan? */
export function withHeading(markdown: string, { heading, isPage }: OutlineSection): string {
  const [first = '', ...others] = markdown.split('\n');
  const isItem = /^\s*[-+*•]\s/.test(first);
  const isPart = others.length === 0 && /[,;]$/.test(first);
  const isLabel = !isPage && heading !== '' && heading.length <= MAX_HEADING && !isQuestion(heading);
  // "Homebrew" tells what commands are for.
  if (isLabel && first.startsWith('```')) return `${boldHeading(heading)}\n\n${markdown}`;
  if (!isLabel || !(isItem || isPart || isFragment(first) || tellsMore(heading, markdown))) return markdown;
  // A row "14:00" needs the day above its table.
  if (/^(?:\*\*|\|)/.test(first)) return tellsDate(heading) ? `${boldHeading(heading)}\n\n${markdown}` : markdown;
  return `${boldHeading(heading)}${isItem ? '' : '  '}\n${markdown}`;
}
