/** Markdown in an element: rebuilds only changed blocks, so that a growing answer does not flicker. */
import { page } from '../page.ts';
import { type BlockLabels, blockNodes } from './blocks.ts';
import { lexMarkdown } from './lex.ts';

export class MarkdownView {
  readonly #element: HTMLElement;
  readonly #labels: BlockLabels;
  readonly #decorate: (block: Element) => void;
  /** Source and nodes of each shown block. */
  #blocks: { readonly raw: string; readonly nodes: readonly ChildNode[] }[] = [];

  /** @param decorate may change a block when it is built */
  constructor(element: HTMLElement, labels: BlockLabels, decorate: (block: Element) => void = () => undefined) {
    this.#element = element;
    this.#labels = labels;
    this.#decorate = decorate;
  }

  show(markdown: string): void {
    const blocks = lexMarkdown(markdown);
    if (blocks === null) {
      this.#blocks = [];
      this.#element.replaceChildren(markdown);
      return;
    }
    let same = 0;
    while (same < this.#blocks.length && same < blocks.length && this.#blocks[same]?.raw === blocks[same]?.raw) same++;
    for (const { nodes } of this.#blocks.splice(same)) for (const node of nodes) node.remove();
    if (same === 0) this.#element.replaceChildren();
    for (const token of blocks.slice(same)) {
      const nodes = blockNodes([token], this.#labels).map((node) => asNode(node));
      for (const node of nodes) if (node instanceof Element) this.#decorate(node);
      this.#element.append(...nodes);
      this.#blocks.push({ raw: token.raw, nodes });
    }
  }
}

const asNode = (node: Node | string): ChildNode =>
  (typeof node === 'string' ? page.createTextNode(node) : node) as ChildNode;
