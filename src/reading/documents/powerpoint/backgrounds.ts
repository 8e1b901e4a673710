import { Unreadable } from '../../unreadable.ts';
import { linesOf } from '../ooxml/drawing-text.ts';
import type { PackageParts } from '../ooxml/package-parts.ts';
import { childNamed, descendantsNamed, type XmlElement } from '../ooxml/xml-tree.ts';
import { placeholderOf } from './slide-items.ts';

/** Text that a person wrote on layouts and masters, which is displayed behind each of their slides. Placeholders hold only prompts. */
export class Backgrounds {
  readonly #parts: PackageParts;
  readonly #read = new Set<string>();
  readonly #shown = new Set<string>();

  constructor(parts: PackageParts) {
    this.#parts = parts;
  }

  /** Lines that no earlier slide had. */
  newLinesOf(layout: string): readonly string[] {
    const master = this.#isNew(layout) ? this.#masterOf(layout) : undefined;
    const names = [layout, ...(master === undefined ? [] : [master])];
    return names.flatMap((name) => this.#newLines(name));
  }

  #isNew = (name: string) => !this.#read.has(name);

  #masterOf(layout: string): string | undefined {
    return [...this.#parts.relations(layout).values()].find(({ type }) => type === 'slideMaster')?.target;
  }

  #newLines(name: string): readonly string[] {
    if (!this.#isNew(name)) return [];
    this.#read.add(name);
    const lines = linesIn(this.#xml(name)).filter((line) => !this.#shown.has(line));
    for (const line of lines) this.#shown.add(line);
    return lines;
  }

  /** A damaged layout does not make the slides unreadable. */
  #xml(name: string): XmlElement | null {
    try {
      return this.#parts.xml(name);
    } catch (error) {
      if (error instanceof Unreadable) return null;
      throw error;
    }
  }
}

function linesIn(page: XmlElement | null): readonly string[] {
  const tree = childNamed(page, 'cSld', 'spTree');
  if (tree === null) return [];
  return [...descendantsNamed(tree, 'sp')].filter((shape) => placeholderOf(shape) === null).flatMap(linesOf);
}
