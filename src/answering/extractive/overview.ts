/** Overview of the content: its introduction and topics. */
import { oneOf, pattern } from '../../lib/patterns.ts';
import { overviewTopics, spokenName, type Topic } from './follow-ups/topics.ts';
import type { VisitorLanguage } from './languages/visitor-language.ts';
import { isFragment } from './passages/context-dependent-text.ts';
import { isLegalPage } from './passages/legal-pages.ts';
import { type ExtractPassage, outlineOf, type PassageOutline } from './passages/outline.ts';
import { pageName } from './passages/page-name.ts';
import type { PassageBlock } from './passages/sections.ts';
import { joinedSentences, sentenceMarkdown } from './quotation/block-markdown.ts';
import type { Quotation } from './quotation/quotation.ts';

/** Words that find introductions. */
const SEARCHED: Readonly<Partial<Record<VisitorLanguage, string>>> = {
  en: 'about us who we are welcome introduction overview',
  de: 'über uns wer wir sind willkommen einführung überblick',
};

/** Search for an overview: the question with words of introductions. */
export const overviewSearch = (question: string, language: VisitorLanguage): string =>
  `${question} ${SEARCHED[language] ?? ''}`.trim();

export interface Overview {
  /** First sentences of a page or text that tell what the content is about. */
  readonly introduction: Quotation | null;
  readonly topics: readonly Topic[];
}

/** Each topic is one of an answer's sources. */
const MAX_TOPICS = 5;
const MIN_TOPICS = 2;
const MAX_SENTENCES = 3;
/** Characters. */
const MAX_INTRODUCTION = 400;
/** "We sell …", "This course …", "Welcome to …". */
const INTRODUCES = pattern(
  'iu',
  /^/u,
  oneOf(
    /we(?:['’]re| (?:are|sell|offer|help|provide|build|make|run|teach|advise|design))|welcome/u,
    /this (?:is|site|website|text|document|course|handbook|manual|guide|book|project|service|shop)/u,
    /wir (?:sind|bieten|verkaufen|helfen|beraten|bauen|entwickeln)|willkommen/u,
    /dies(?:e|er|es)? (?:ist|seite|kurs|handbuch|text|dokument|projekt)/u,
  ),
  /(?![\p{L}])/u,
);

export function overviewOf(
  passages: readonly ExtractPassage[],
  language: VisitorLanguage,
  siteName: string,
): Overview | null {
  const introduction = introductionOf(passages, language, siteName);
  const topics = overviewTopics(passages, language);
  if (introduction === null) return topics.length === 0 ? null : { introduction, topics: topics.slice(0, MAX_TOPICS) };
  // A title says less than the sentences below it.
  const { title = '' } = passages[introduction.passage] ?? {};
  const titles = [title, pageName(title), spokenName(pageName(title))].map((name) => name.toLowerCase());
  const others = topics.filter(
    ({ name }) => !titles.includes(name.toLowerCase()) && !beginsWith(introduction.markdown, name),
  );
  return { introduction, topics: others.length < MIN_TOPICS ? [] : withinSources(introduction, others, passages) };
}

/** Counts passages of one page as one source. */
function withinSources(introduction: Quotation, topics: readonly Topic[], passages: readonly ExtractPassage[]) {
  const sourceOf = (place: number) => `${passages[place]?.url} ${passages[place]?.title}`;
  const sources = new Set([sourceOf(introduction.passage)]);
  return topics.slice(0, MAX_TOPICS).filter(({ passage }) => sources.add(sourceOf(passage)).size <= MAX_TOPICS);
}

/** The first beginning that says what the site is, names it or is of the only page, else one in which owners speak of themselves. */
function introductionOf(
  passages: readonly ExtractPassage[],
  language: VisitorLanguage,
  siteName: string,
): Quotation | null {
  const isOnlyPage = new Set(passages.map(({ title }) => title)).size === 1;
  const isSpoken = ({ language: written }: PassageOutline) => written === null || written === language;
  const hasSpoken = passages.some((passage) => isSpoken(outlineOf(passage)));
  const beginnings = passages.flatMap((passage, place) => {
    const isLeftOut = isLegalPage(passage.title) || (hasSpoken && !isSpoken(outlineOf(passage)));
    const markdown = isLeftOut ? null : beginningOf(passage);
    const names = [siteName, ...(isOnlyPage ? [pageName(passage.title)] : [])];
    return markdown === null ? [] : [{ passage: place, markdown, names }];
  });
  const isOwn = ({ markdown, names }: (typeof beginnings)[number]) => names.some((name) => beginsWith(markdown, name));
  const found =
    beginnings.find(({ markdown }) => defines(markdown, siteName)) ??
    definitionOf(passages, siteName) ??
    beginnings.find(isOwn) ??
    beginnings.find(({ markdown }) => INTRODUCES.test(markdown)) ??
    (isOnlyPage && beginnings.length === 1 ? beginnings[0] : undefined);
  return found === undefined ? null : { passage: found.passage, markdown: found.markdown };
}

/** The first "Plotline is a planning board", with the sentences after it. */
function definitionOf(passages: readonly ExtractPassage[], name: string): Quotation | null {
  for (const [passage, one] of passages.entries()) {
    const blocks = isLegalPage(one.title) ? [] : outlineOf(one).sections.flatMap((section) => section.blocks);
    for (const block of blocks) {
      const markdown = definitionIn(block, name);
      if (markdown !== null) return { passage, markdown };
    }
  }
  return null;
}

function definitionIn(block: PassageBlock, name: string): string | null {
  const at = block.kind === 'prose' ? block.units.findIndex(({ text }) => defines(text, name)) : -1;
  return at < 0 ? null : firstSentences({ ...block, units: block.units.slice(at) });
}

/** A longer name may follow, "Debian GNU/Linux is a …", unless it is that of a company. */
const IS_A =
  /^(?:\s(?!(?:GmbH|AG|Inc|LLC|Ltd|Limited|B\.?V|S\.?A)(?![\p{L}\p{N}]))\p{Lu}\S{1,20}){0,2}\s(?:is|are)\s(?:an?|the|one of)\s/u;

const defines = (text: string, name: string): boolean =>
  name !== '' && beginsWith(text, name) && IS_A.test(text.replace(/^the\s/iu, '').slice(name.length, name.length + 80));

function beginsWith(text: string, name: string): boolean {
  return (
    name.length > 1 &&
    text
      .replace(/^(?:the|die|der|das)\s/iu, '')
      .toLowerCase()
      .startsWith(name.toLowerCase())
  );
}

/** The first sentences of a page or text. */
function beginningOf(passage: ExtractPassage): string | null {
  const [first] = outlineOf(passage).sections;
  if (first === undefined || first.above.length > 0) return null;
  const [block] = first.blocks;
  return block?.kind === 'prose' ? firstSentences(block) : null;
}

function firstSentences({ units }: PassageBlock): string | null {
  const shown: string[] = [];
  for (const unit of units.slice(0, MAX_SENTENCES)) {
    const sentence = sentenceMarkdown(unit);
    if (shown.length > 0 && joinedSentences([...shown, sentence]).length > MAX_INTRODUCTION) break;
    shown.push(sentence);
  }
  const text = joinedSentences(shown);
  return isFragment(text) ? null : text;
}
