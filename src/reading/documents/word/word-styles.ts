import { attributeNamed, childNamed, childrenNamed, valueOfChild, type XmlElement } from '../ooxml/xml-tree.ts';

/** The look of a paragraph or run; null where its styles do not tell. */
export interface WordStyle {
  /** From 1; null for no heading. */
  readonly level: number | null;
  /** The converter knows these headings by their name. */
  readonly isBuiltInHeading: boolean;
  readonly isHidden: boolean | null;
  /** Half points. */
  readonly size: number | null;
}

/** Base of character styles that name none. No style has this id. */
const NO_STYLE = '\0';
const PLAIN: WordStyle = { level: null, isBuiltInHeading: false, isHidden: null, size: null };

/** Longer chains are cycles. */
const MAX_ANCESTORS = 20;
const BUILT_IN = /^heading ?[1-6]$/i;
/** Word writes the English name in every language; other programs write their own. */
const HEADING_NAME =
  /^(?:heading|überschrift|titre|t[ií]tulo|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|címsor|titlu|заголовок|başlık|επικεφαλίδα|标题|標題|見出し|제목|tiêu đề|judul|عنوان|כותרת) ?([1-9])$/iu;
/** Outline level of body text. */
const BODY_LEVEL = 9;

/** Resolves what styles inherit. */
export class WordStyles {
  readonly #declared = new Map<string, XmlElement>();
  readonly #resolved = new Map<string, WordStyle>();
  readonly #defaultId: string = '';

  /** @param root of `styles.xml` */
  constructor(root: XmlElement | null) {
    for (const style of childrenNamed(root, 'style')) {
      const id = attributeNamed(style, 'styleId') ?? '';
      this.#declared.set(id, style);
      if (attributeNamed(style, 'type') === 'paragraph' && isOn(attributeNamed(style, 'default') ?? 'off'))
        this.#defaultId = id;
    }
    const defaults = childNamed(root, 'docDefaults', 'rPrDefault', 'rPr');
    this.#resolved.set(NO_STYLE, PLAIN);
    this.#resolved.set('', { ...PLAIN, size: sizeIn(defaults) });
  }

  /** @param id null for a paragraph that names no style */
  ofParagraph(id: string | null): WordStyle {
    return this.#resolve(id ?? this.#defaultId);
  }

  ofRun(id: string): WordStyle {
    return this.#declared.has(id) ? this.#resolve(id) : PLAIN;
  }

  #resolve(id: string): WordStyle {
    const chain: string[] = [];
    let next = id;
    while (!this.#resolved.has(next) && this.#declared.has(next) && chain.length < MAX_ANCESTORS) {
      chain.push(next);
      next = valueOfChild(this.#declared.get(next) ?? null, 'basedOn') ?? this.#root(next);
    }
    let style = this.#resolved.get(next) ?? this.#resolved.get('') ?? PLAIN;
    for (const one of chain.reverse()) {
      style = inheriting(style, this.#declared.get(one) ?? null, one);
      this.#resolved.set(one, style);
    }
    return style;
  }

  /** The defaults of the document are those of paragraphs: a character style without a size leaves the paragraph's. */
  #root(id: string): string {
    return attributeNamed(this.#declared.get(id) ?? null, 'type') === 'character' ? NO_STYLE : '';
  }
}

function inheriting(base: WordStyle, style: XmlElement | null, id: string): WordStyle {
  const name = valueOfChild(style, 'name') ?? '';
  const outline = Number.parseInt(valueOfChild(childNamed(style, 'pPr'), 'outlineLvl') ?? '', 10);
  const look = childNamed(style, 'rPr');
  const hidden = childNamed(look, 'vanish');
  return {
    level: headingLevel(name, outline, base.level),
    isBuiltInHeading: BUILT_IN.test(name) || BUILT_IN.test(id),
    isHidden: hidden === null ? base.isHidden : isOn(attributeNamed(hidden, 'val') ?? 'on'),
    size: sizeIn(look) ?? base.size,
  };
}

function headingLevel(name: string, outline: number, inherited: number | null): number | null {
  const named = HEADING_NAME.exec(name)?.[1];
  if (named !== undefined) return Number(named);
  if (Number.isNaN(outline)) return inherited;
  return outline >= 0 && outline < BODY_LEVEL ? outline + 1 : null;
}

function sizeIn(look: XmlElement | null): number | null {
  const size = Number.parseInt(valueOfChild(look, 'sz') ?? '', 10);
  return size > 0 ? size : null;
}

/** Reads Word's switches. */
export const isOn = (value: string): boolean => !/^(?:0|false|off)$/i.test(value);
