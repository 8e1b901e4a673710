import path from 'node:path/posix';
import type { Unzipped } from 'fflate';
import { attributeNamed, childrenNamed, parseXml, type XmlElement } from './xml-tree.ts';

interface Relation {
  /** Last segment of the relationship type: `slide`, `notesSlide`, `officeDocument`. */
  readonly type: string;
  readonly target: string;
}

/** Open Packaging Conventions ([ECMA-376] part 2). */
export class PackageParts {
  readonly #parts: ReadonlyMap<string, Uint8Array>;

  constructor(parts: Unzipped) {
    // Part names are case-insensitive.
    this.#parts = new Map(Object.entries(parts).map(([name, content]) => [withoutSlash(name).toLowerCase(), content]));
  }

  bytes(name: string): Uint8Array | undefined {
    return this.#parts.get(name.toLowerCase());
  }

  /** Returns null for a missing part. @throws Unreadable when it is not well-formed */
  xml(name: string): XmlElement | null {
    const bytes = this.bytes(name);
    return bytes === undefined ? null : parseXml(bytes);
  }

  /** Internal relationships of a part (`''` for the package), by id. */
  relations(name: string): ReadonlyMap<string, Relation> {
    const relations = new Map<string, Relation>();
    const list = this.xml(path.join(path.dirname(name), '_rels', `${path.basename(name)}.rels`));
    for (const relation of childrenNamed(list, 'Relationship')) {
      const { Id, Type, Target } = relation.attributes;
      if (Id === undefined || Target === undefined || attributeNamed(relation, 'TargetMode') === 'External') continue;
      const target = withoutSlash(path.resolve('/', path.dirname(name), Target));
      relations.set(Id, { type: Type?.split('/').at(-1) ?? '', target });
    }
    return relations;
  }
}

export const withoutSlash = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '');
