/** Compares docs/conformance.md with the tests, the error catalogue and the OpenAPI document. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../src/http/errors/catalogue.ts';
import { appOver } from '../support/http/app.ts';
import type { OpenApiDocument } from '../support/http/documented.ts';
import { testTitles } from './test-titles.ts';

interface Row {
  readonly section: string;
  readonly cells: readonly string[];
}

/** The tables of the page. A bar within a cell is written `\|`. */
function rowsOf(page: string): readonly Row[] {
  let section = '';
  return page.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) section = line.slice(3);
    if (!line.startsWith('| ') || /^\| (?:Row|Status) \|/.test(line)) return [];
    return [{ section, cells: line.slice(2, -2).split(/ (?<!\\)\| /) }];
  });
}

const rows = rowsOf(readFileSync('docs/conformance.md', 'utf8'));
const messages = rows.filter(({ section }) => section === 'Messages').map(({ cells }) => cells);
const held = rows.filter(({ section }) => section !== 'Messages').map(({ cells }) => cells);

const titles = new Map<string, readonly string[]>();

/** Why the reference leads to no test; null when it does. */
function missing(reference: string): string | null {
  const [, file = '', title = ''] = /^([\w/-]+): (.+)$/.exec(reference) ?? [];
  const path = `test/${file}.test.ts`;
  if (file === '' || !existsSync(path)) return `${reference}: there is no ${path}`;
  const known = titles.get(path) ?? testTitles(path, readFileSync(path, 'utf8'));
  titles.set(path, known);
  return known.includes(title) ? null : `${reference}: ${path} has no such test`;
}

const openApiDocument = async (): Promise<OpenApiDocument> =>
  JSON.parse((await (await appOver()).inject('/openapi.json')).body);

describe('The page on conformance', () => {
  it('names for every row a test that there is', () => {
    expect(held.length).toBeGreaterThan(120);
    const references = held.flatMap(([, tests = '']) => tests.split('<br>'));
    expect(references.map(missing).filter((fault) => fault !== null)).toEqual([]);
  });

  it('has every message of the catalogue and the OpenAPI document, and no other', async () => {
    const { paths } = await openApiDocument();
    const written = messages.map(([status, message]) => `${status} ${message}`).sort();
    const catalogue = Object.values(errorCatalogue).map(({ status, message }) => `${status} ${plain(message)}`);
    expect(written).toEqual(catalogue.sort());
    const documented = new Set(
      Object.values(paths)
        .flatMap((methods) => Object.values(methods))
        .flatMap(({ responses }) => Object.entries(responses))
        .flatMap(([status, { content = {} }]) =>
          Object.values(content['application/json']?.examples ?? {}).map((example) => {
            const { value } = example as { value: { message?: string } };
            return value.message === undefined ? '' : `${status} ${plain(value.message)}`;
          }),
        ),
    );
    // Answers that no route gives.
    expect(written.filter((message) => !documented.has(message))).toEqual(['404 Not found', '405 Method not allowed']);
  });

  it('names every route of the OpenAPI document', async () => {
    const { paths } = await openApiDocument();
    const named = held.map(([row]) => row).join('\n');
    const routes = Object.entries(paths).flatMap(([path, methods]) => {
      const address = path.replace(/^\/api/, '').replace(/\{(\w+)\}/g, ':$1');
      return Object.keys(methods).map((method) => `\`${method.toUpperCase()} ${address}\``);
    });
    expect(routes.length).toBeGreaterThan(30);
    expect(routes.filter((route) => !named.includes(route))).toEqual([]);
  });
});

const plain = (message: string): string => message.replace(/\{(\w+)\}/g, '<$1>');

describe('The titles of tests', () => {
  it('are read with their groups, whatever the tests are made from', () => {
    const source = `
      describe('A', () => { it('one', () => {}); it.each([1])('two %s', () => {}); it.each\`x\`; });
      describe.each([1])(\`B \${1}\`, () => { describe('C', () => { it.skip('three', () => { it.length; }); }); });
      test('four', () => { expect(describe2('no', () => {})); });`;
    expect(testTitles('a.ts', source)).toEqual(['A › one', 'A › two %s', 'B * › C › three', 'four']);
  });
});
