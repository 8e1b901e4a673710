import path from 'node:path/posix';
import { unzip } from '../unzip.ts';
import { attributeNamed, childrenNamed, parseXml, type XmlElement } from '../xml-tree.ts';

/** Parts that say something; pictures, films, themes, masters and layouts do not. */
const READ =
  /^(\[content_types\]\.xml|_rels\/|docprops\/core\.xml|ppt\/(_rels|presentation\.xml|slides|notesslides|diagrams|charts)\b)/i;

interface Relation {
  /** The last word of its type: `slide`, `notesSlide`, `officeDocument`. */
  readonly type: string;
  readonly target: string;
}

/** The parts of an Office file of 2007 and later, and how they point to one another ([ECMA-376] part 2). */
export class PackageParts {
  readonly #parts: ReadonlyMap<string, Uint8Array>;

  /** @throws Unreadable */
  constructor(bytes: Uint8Array) {
    const parts = unzip(bytes, (name) => READ.test(withoutSlash(name)) && /\.(xml|rels)$/i.test(name));
    // Names of parts are compared without regard to case.
    this.#parts = new Map(Object.entries(parts).map(([name, content]) => [withoutSlash(name).toLowerCase(), content]));
  }

  bytes(name: string): Uint8Array | undefined {
    return this.#parts.get(name.toLowerCase());
  }

  /** Null when there is no such part. @throws Unreadable when it is not well-formed */
  xml(name: string): XmlElement | null {
    const bytes = this.bytes(name);
    return bytes === undefined ? null : parseXml(bytes);
  }

  /** Where a part (`''` for the whole file) points to within the file, by the ids that it uses. */
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

const withoutSlash = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '');
