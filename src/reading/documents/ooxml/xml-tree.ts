import { SaxesParser } from 'saxes';
import { damaged } from '../../unreadable.ts';
import { checkElementCount } from './element-limit.ts';

/** Names have no namespace prefix. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Excludes the text of children. */
  readonly text: string;
}

const MAX_DEPTH = 256;

/**
 * Rejects document types, so that no entity is expanded and nothing external is loaded.
 * @throws Unreadable when it is not well-formed, or too large
 */
export function parseXml(bytes: Uint8Array): XmlElement {
  checkElementCount(bytes);
  const parser = new SaxesParser({ xmlns: false, position: false });
  const open: OpenElement[] = [{ name: '', attributes: {}, children: [], text: '' }];
  parser.on('doctype', () => {
    throw damaged('one of its parts declares a document type');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > MAX_DEPTH) throw damaged('its parts are nested too deeply');
    const element: OpenElement = { name: localName(name), attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => addText(open, text));
  parser.on('cdata', (text) => addText(open, text));
  parser.on('closetag', () => open.pop());
  parser.on('error', () => {
    throw damaged('one of its parts is not well-formed');
  });
  parser.write(decoded(bytes)).close();
  const root = open[0]?.children[0];
  if (root === undefined) throw damaged('one of its parts is empty');
  return root;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

function addText(open: readonly OpenElement[], text: string): void {
  const element = open.at(-1);
  if (element !== undefined) element.text += text;
}

/** XML parts are UTF-8 or UTF-16 by the standard. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

export const localName = (name: string) => name.slice(name.indexOf(':') + 1);

export function childNamed(element: XmlElement | null, ...path: readonly string[]): XmlElement | null {
  let found = element;
  for (const name of path) found = found?.children.find((child) => child.name === name) ?? null;
  return found;
}

export const childrenNamed = (element: XmlElement | null, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** Document order; nested matches are not entered. */
export function* descendantsNamed(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of element.children) {
    if (child.name === name) yield child;
    else yield* descendantsNamed(child, name);
  }
}

/** Ignores the namespace prefix. */
export function attributeNamed(element: XmlElement | null, name: string): string | null {
  for (const [key, value] of Object.entries(element?.attributes ?? {})) if (localName(key) === name) return value;
  return null;
}

/** @returns the attribute `val`, in which Word keeps most values; null without the child */
export const valueOfChild = (element: XmlElement | null, name: string): string | null =>
  attributeNamed(childNamed(element, name), 'val');

/** Escapes the content of an element. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
