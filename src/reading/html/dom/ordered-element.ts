import { Element } from 'domhandler';

let created = 0;

/** Carries a number by which tables of a page's elements are indexed: a map by element costs several times as much. */
export class OrderedElement extends Element {
  /** Distinct. Elements of one page have numbers close to each other, since a page is read in one go. */
  readonly order: number;

  constructor(...element: ConstructorParameters<typeof Element>) {
    super(...element);
    this.order = created;
    created += 1;
  }
}
