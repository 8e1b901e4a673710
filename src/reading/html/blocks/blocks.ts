import type { Block } from '../../../text/document.ts';
import { isQuestion } from '../../../text/is-question.ts';
import {
  type HtmlElement,
  type HtmlNode,
  hasFewElements,
  isElement,
  isText,
  NON_TEXT_ELEMENTS,
  needsSpaceBefore,
  textOf,
} from '../dom/dom.ts';
import { headingOf, isSection } from '../dom/headed-sections.ts';
import { isBoldHeading, linesWithHeadings } from './bold-headings.ts';
import { definitionBlocks } from './definitions.ts';
import { beginsWithSummary } from './folded-parts.ts';
import { withPairedHours } from './hours-pairs.ts';
import { codeText, inlineText } from './inline-text.ts';
import { moveLateHeading } from './late-headings.ts';
import { isNamedTitle } from './named-titles.ts';
import { lineOf } from './one-line-facts.ts';
import { factInPicture } from './picture-facts.ts';
import { tableBlocks } from './tables.ts';

/** All others are inline. */
const BLOCK_LEVEL_ELEMENTS = new Set(
  'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul caption'.split(
    ' ',
  ),
);

const HEADING = /^h[1-6]$/;

interface ListState {
  readonly ordered: boolean;
  /** Number of the next item of an ordered list. */
  next: number;
  /** Items that begin with a heading are sections, because one of them is. */
  readonly hasSections: boolean;
}

/** Blocks in reading order. */
export function blocksOf(root: HtmlNode): readonly Block[] {
  return withPairedHours(new BlockWriter().write(root));
}

class BlockWriter {
  readonly #blocks: Block[] = [];
  /** Nodes to write, and what follows the children of an element. The last comes next. */
  readonly #waiting: (HtmlNode | (() => void))[] = [];
  readonly #endLineOfBlock = () => this.#endLine();
  #line: string[] = [];
  #lists: ListState[] = [];
  /** A list item that has no text yet. */
  #marker: string | null = null;
  #headingLevel = 0;
  /** Level of the heading above the folded part; null outside. */
  #levelAround: number | null = null;
  /** The last term of a definition list is a question. */
  #isAsked = false;

  /** Not recursive, because the page chooses the depth. */
  write(root: HtmlNode): Block[] {
    this.#waiting.push(root);
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      if (typeof next === 'function') next();
      else this.#node(next);
    }
    this.#endLine();
    return this.#blocks;
  }

  #node(node: HtmlNode): void {
    if (isText(node)) this.#line.push(node.data.replace(/\s+/g, ' '));
    else if (isElement(node)) this.#element(node);
    else if ('children' in node) this.#children(node.children);
  }

  /** They come next, in order. */
  #children(nodes: readonly HtmlNode[]): void {
    for (let index = nodes.length - 1; index >= 0; index -= 1) this.#waiting.push(nodes[index] as HtmlNode);
  }

  #childrenThen(element: HtmlElement, after: () => void): void {
    this.#waiting.push(after);
    this.#children(element.children);
  }

  #element(element: HtmlElement): void {
    if (NON_TEXT_ELEMENTS.has(element.name)) return;
    if (element.name === 'br') {
      this.#line.push('\n');
      return;
    }
    if (element.name === 'img') {
      const told = factInPicture(element);
      if (told !== null) this.#line.push(` ${told} `);
      return;
    }
    if (!BLOCK_LEVEL_ELEMENTS.has(element.name)) {
      if (needsSpaceBefore(element)) this.#line.push(' ');
      this.#children(element.children);
      return;
    }
    this.#endLine();
    this.#waiting.push(this.#endLineOfBlock);
    this.#blockElement(element);
  }

  #blockElement(element: HtmlElement): void {
    moveLateHeading(element);
    const line = lineOf(element);
    if (line !== null) {
      this.#blocks.push({ kind: 'list-item', depth: Math.max(0, this.#lists.length - 1), marker: '-', text: line });
      return;
    }
    switch (element.name) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        this.#heading(element, Number(element.name.slice(1)));
        return;
      case 'summary':
        this.#summary(element);
        return;
      case 'p':
      case 'div':
      case 'center':
        if (this.#lists.length === 0 && (isBoldHeading(element) || isNamedTitle(element)))
          this.#heading(element, this.#levelBelow());
        else this.#paragraph(element);
        return;
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        this.#list(element);
        return;
      case 'li':
        this.#item(element);
        return;
      case 'dl':
        this.#definitions(element);
        return;
      case 'dt':
        this.#term(element);
        return;
      case 'dd':
        if (this.#isAsked) this.#children(element.children);
        else this.#item(element);
        return;
      case 'table':
        this.#table(element);
        return;
      case 'pre':
        this.#code(element);
        return;
      case 'details':
        this.#foldedPart(element);
        return;
      default:
        this.#part(element);
    }
  }

  #heading(element: HtmlElement, level: number): void {
    const text = inlineText(textOf(element)).replaceAll('\n', ' ');
    if (text === '') return;
    if (this.#lists.length > 0 && this.#marker !== null) {
      this.#line.push(text);
      return;
    }
    if (HEADING.test(element.name)) this.#headingLevel = level;
    this.#blocks.push({ kind: 'heading', level, text });
  }

  /** The heading of a part below the last heading, beside others. */
  #foldedHeading(element: HtmlElement): void {
    this.#heading(element, Math.min(6, this.#headingLevel + 1));
  }

  /** Level 1 is the title's. */
  #levelBelow(): number {
    return Math.min(6, Math.max(2, this.#headingLevel + 1));
  }

  #paragraph(element: HtmlElement): void {
    const lines = this.#lists.length === 0 ? linesWithHeadings(element) : null;
    if (lines === null) {
      this.#part(element);
      return;
    }
    for (const { isHeading, nodes } of lines.toReversed()) {
      if (isHeading) this.#waiting.push(() => this.#namedLine(nodes));
      else {
        this.#waiting.push(() => this.#line.push('\n'));
        this.#children(nodes);
      }
    }
  }

  #namedLine(nodes: readonly HtmlNode[]): void {
    this.#endLine();
    const text = inlineText(nodes.map(textOf).join('')).replaceAll('\n', ' ');
    this.#blocks.push({ kind: 'heading', level: this.#levelBelow(), text });
  }

  #part(element: HtmlElement): void {
    if (beginsWithSummary(element)) this.#foldedPart(element);
    else this.#children(element.children);
  }

  /** Folded content, such as a question and its answer, is a section of its own. */
  #foldedPart(element: HtmlElement): void {
    const [level, around] = [this.#headingLevel, this.#levelAround];
    this.#levelAround = level;
    this.#childrenThen(element, () => {
      this.#headingLevel = level;
      this.#levelAround = around;
    });
  }

  #summary(element: HtmlElement): void {
    if (this.#levelAround === null) this.#foldedHeading(element);
    else {
      this.#headingLevel = Math.min(6, this.#levelAround + 1);
      this.#heading(element, this.#headingLevel);
    }
  }

  #definitions(element: HtmlElement): void {
    const items = definitionBlocks(element, inlineText);
    if (items === null) this.#children(element.children);
    else for (const item of items) this.#blocks.push(item);
  }

  /** A question is a heading of its answer. */
  #term(element: HtmlElement): void {
    this.#isAsked = hasFewElements(element) && isQuestion(textOf(element));
    if (this.#isAsked) this.#foldedHeading(element);
    else this.#children(element.children);
  }

  #list(element: HtmlElement): void {
    const start = Number.parseInt(element.attribs.start ?? '1', 10);
    const next = Number.isSafeInteger(start) ? start : 1;
    const hasSections = element.children.some((child) => isElement(child) && child.name === 'li' && isSection(child));
    this.#lists.push({ ordered: element.name === 'ol', next, hasSections });
    this.#childrenThen(element, () => {
      this.#endLine();
      this.#lists.pop();
    });
  }

  #item(element: HtmlElement): void {
    const list = this.#lists.at(-1);
    if (isSection(element) || (list?.hasSections === true && headingOf(element) !== null)) {
      const lists = this.#lists;
      this.#lists = [];
      this.#childrenThen(element, () => {
        this.#endLine();
        this.#lists = lists;
      });
      return;
    }
    this.#marker = list?.ordered === true ? `${list.next}.` : '-';
    if (list !== undefined) list.next += 1;
    this.#childrenThen(element, () => {
      this.#endLine();
      this.#marker = null;
    });
  }

  #table(element: HtmlElement): void {
    const table = tableBlocks(element, inlineText);
    if (table === null) this.#children(element.children);
    else for (const block of table) this.#blocks.push(block);
  }

  #code(element: HtmlElement): void {
    const text = codeText(element).replace(/^\n+/, '').trimEnd();
    if (text.trim() !== '') this.#blocks.push({ kind: 'code', text });
  }

  #endLine(): void {
    if (this.#line.length === 0) return;
    const text = inlineText(this.#line.join(''));
    this.#line = [];
    if (text === '') return;
    if (this.#marker === null) {
      this.#blocks.push({ kind: 'paragraph', text });
      return;
    }
    this.#blocks.push({ kind: 'list-item', depth: Math.max(0, this.#lists.length - 1), marker: this.#marker, text });
    this.#marker = null;
  }
}
