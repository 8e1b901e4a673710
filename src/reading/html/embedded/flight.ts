/**
 * React flight data: the app router of Next.js writes pages as rows of React elements (`self.__next_f.push([1,
 * "5:[\"$\",\"p\",null,{...}] "])`). Rows of HTML elements are written out as HTML and read like any page.
 */

import { parseJson } from '../../../lib/parse-json.ts';
import type { Block } from '../../../text/document.ts';
import { blocksOf } from '../blocks/blocks.ts';
import { parseHtml, UnparsablePage } from '../dom/dom.ts';
import { extractMainContent } from '../main-content/main-content.ts';

const MAX_DEPTH = 200;
const MAX_VALUES = 100_000;
const MAX_CHARACTERS = 2_000_000;

type Props = { readonly [name: string]: unknown };
type FlightElement = readonly ['$', type: unknown, key: unknown, props: unknown];

export function flightBlocks(scripts: readonly string[]): readonly Block[] {
  if (scripts.length === 0) return [];
  const markup = new FlightWriter(parseRows(joinPayload(scripts))).write();
  try {
    const root = extractMainContent(parseHtml(markup));
    return root === null ? [] : blocksOf(root);
  } catch (error) {
    if (error instanceof UnparsablePage) return [];
    throw error;
  }
}

function joinPayload(scripts: readonly string[]): string {
  return scripts
    .map((script) => parseJson(script.slice(script.indexOf('(') + 1, script.lastIndexOf(')'))))
    .map((pushed) => (Array.isArray(pushed) && typeof pushed[1] === 'string' ? pushed[1] : ''))
    .join('');
}

/** Rows are `id:JSON` lines, or `id:T<hex length>,text` with the length in bytes. */
function parseRows(payload: string): ReadonlyMap<string, unknown> {
  const rows = new Map<string, unknown>();
  const bytes = Buffer.from(payload);
  let from = 0;
  while (from < bytes.length && rows.size < MAX_VALUES) {
    const head = /^([0-9a-f]+):(?:T([0-9a-f]{1,8}),)?/.exec(bytes.subarray(from, from + 40).toString('latin1'));
    const lineEnd = bytes.indexOf(10, from);
    const end = lineEnd < 0 ? bytes.length : lineEnd;
    if (head === null) {
      from = end + 1;
      continue;
    }
    const [whole, id = '', length] = head;
    const start = from + whole.length;
    if (length === undefined) {
      rows.set(id, parseJson(bytes.subarray(start, end).toString('utf8')));
      from = end + 1;
    } else {
      from = start + Number.parseInt(length, 16);
      rows.set(id, bytes.subarray(start, from).toString('utf8'));
    }
  }
  return rows;
}

const HTML_NAME = /^[a-z][a-z0-9]*$/;

class FlightWriter {
  readonly #rows: ReadonlyMap<string, unknown>;
  /** Each row is written once, at its first reference. */
  readonly #written = new Set<string>();
  #left = MAX_VALUES;
  #characters = 0;

  constructor(rows: ReadonlyMap<string, unknown>) {
    this.#rows = rows;
  }

  write(): string {
    const parts = [...this.#rows].map(([id, row]) =>
      isElement(row) && !this.#isWritten(id) ? this.#node(row, 0) : '',
    );
    return `<body>${parts.join('\n')}</body>`;
  }

  #isWritten(id: string): boolean {
    if (this.#written.has(id)) return true;
    this.#written.add(id);
    return false;
  }

  #node(node: unknown, depth: number): string {
    this.#left -= 1;
    if (depth > MAX_DEPTH || this.#left < 0 || this.#characters > MAX_CHARACTERS) return '';
    if (typeof node === 'string') return this.#text(node, depth);
    if (typeof node === 'number') return String(node);
    if (!Array.isArray(node)) return '';
    if (isElement(node)) return this.#element(node, depth);
    return node.map((child: unknown) => this.#node(child, depth + 1)).join('');
  }

  #text(text: string, depth: number): string {
    const [, id] = /^\$L?([0-9a-f]+)$/.exec(text) ?? [];
    if (id === undefined) {
      if (text.startsWith('$') && !text.startsWith('$$')) return '';
      this.#characters += text.length;
      return escapeHtml(text.startsWith('$$') ? text.slice(1) : text);
    }
    return this.#isWritten(id) ? '' : this.#node(this.#rows.get(id), depth + 1);
  }

  #element([, type, , props]: FlightElement, depth: number): string {
    if (typeof props !== 'object' || props === null) return '';
    const { children, className, id, role, hidden } = props as Props;
    const within = this.#node(children, depth + 1);
    if (typeof type !== 'string' || !HTML_NAME.test(type)) return within;
    const attributes = Object.entries({ class: className, id, role, hidden: hidden === true ? '' : undefined })
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
    return `<${type}${attributes.join('')}>${within}</${type}>`;
  }
}

const isElement = (value: unknown): value is FlightElement =>
  Array.isArray(value) && value[0] === '$' && value.length >= 4;

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
