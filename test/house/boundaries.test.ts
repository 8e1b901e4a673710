import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { browserRefusals } from '../../scripts/boundaries/browser.ts';
import { checkBoundaries } from '../../scripts/boundaries/check.ts';

const roots: string[] = [];

/** A temporary project whose src/ holds these modules, by path under src/. */
function projectWith(modules: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'chatledger-boundaries-'));
  roots.push(root);
  mkdirSync(join(root, 'src'));
  for (const [path, source] of Object.entries(modules)) {
    const file = join(root, 'src', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, source);
  }
  return root;
}

function refusalsIn(modules: Readonly<Record<string, string>>): readonly string[] {
  return checkBoundaries(projectWith(modules)).refusals;
}

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

const store = { 'adapters/sqlite/store.ts': 'export type Store = 1; export const store = 1;' };

describe('the boundaries of code for browsers', () => {
  it('keep src/ out, the console out of the widget, and the widget in the console to what is shared', () => {
    const root = projectWith({
      '../console/app.tsx':
        "import { a } from '../src/main.ts'; import { b } from '../widget/panel/panel.ts'; export { a, b };",
      '../console/ok.ts': "import { c } from '../widget/shared/dom.ts'; import { h } from 'preact'; export { c, h };",
      '../console/pages/look/preview.ts': "export { b } from '../../../widget/panel/panel.ts';",
      '../widget/panel/panel.ts': "import { d } from '../../console/ok.ts'; export const b = d;",
      '../widget/shared/dom.ts': "export { b as c } from '../panel/panel.ts';",
    });
    expect(browserRefusals(root).map((refusal) => refusal.split(': ')[0])).toEqual([
      'console/app.tsx:1 imports src/main.ts',
      'console/app.tsx:1 imports widget/panel/panel.ts',
      'widget/panel/panel.ts:1 imports console/ok.ts',
      'widget/shared/dom.ts:1 imports widget/panel/panel.ts',
      'widget/panel/panel.ts',
    ]);
  });

  it('refuse circles, those of types too, and pages in what stands around them', () => {
    const root = projectWith({
      '../console/routes.tsx': "export const routes = () => import('./pages/leads.tsx'); export type Props = 1;",
      '../console/pages/leads.tsx': "import type { Props } from '../routes.tsx'; export type Leads = Props;",
      '../console/shell/sidebar.tsx': "import type { Leads } from '../pages/leads.tsx'; export type Sidebar = Leads;",
    });
    expect(browserRefusals(root)).toEqual([
      expect.stringMatching('^console/shell/sidebar.tsx:1 imports console/pages/leads.tsx: '),
      'console/pages/leads.tsx: imports itself in a circle: console/pages/leads.tsx -> console/routes.tsx -> console/pages/leads.tsx',
    ]);
  });
});

describe('the boundaries of code for browsers, by folder', () => {
  it.each(['console', 'widget/panel'])('refuse a circle of folders in %s, where no module is in a circle', (parent) => {
    const modules = {
      [`../${parent}/one/a.ts`]: "export * from '../other/b.ts';",
      [`../${parent}/one/c.ts`]: 'export const c = 1;',
      [`../${parent}/other/b.ts`]: 'export const b = 1;',
    };
    expect(browserRefusals(projectWith(modules))).toEqual([]);
    const circle = { ...modules, [`../${parent}/other/d.ts`]: "export * from '../one/c.ts';" };
    expect(browserRefusals(projectWith(circle))).toEqual([
      `${parent}/one/: folder imports itself in a circle: ${parent}/one -> ${parent}/other -> ${parent}/one`,
    ]);
  });
});

describe('the boundaries of src/', () => {
  it('refuse a tree in which there is nothing to read', () => {
    expect(refusalsIn({})).toEqual(['src/: no module was found, so nothing was checked']);
  });

  it('count every module and import of a tree that keeps them', () => {
    const root = projectWith({
      'domain/chatbot/state.ts': "import { Type } from 'typebox'; export type State = typeof Type;",
      'ports/clock.ts': "export type { State } from '../domain/chatbot/state.ts';",
      'adapters/system/clock.ts': "import type { State } from '../../ports/clock.ts'; export type Clock = State;",
      'main.ts': "import type { Clock } from './adapters/system/clock.ts'; export type Main = Clock;",
    });
    expect(checkBoundaries(root)).toEqual({ modules: 4, imports: 4, refusals: [] });
  });

  it.each([
    ['an import', "import { store } from '../../adapters/sqlite/store.ts'; export { store };"],
    ['a type-only import', "import type { Store } from '../../adapters/sqlite/store.ts'; export type S = Store;"],
    ['a re-export', "export { store } from '../../adapters/sqlite/store.ts';"],
    ['a re-export of everything', "export * from '../../adapters/sqlite/store.ts';"],
    ['a type named inline', "export type S = import('../../adapters/sqlite/store.ts').Store;"],
    ['an import() call', "export const s = () => import('../../adapters/sqlite/store.ts');"],
    ['a worker module', "export const s = new URL('../../adapters/sqlite/store.ts', import.meta.url);"],
  ])('refuse %s of an adapter in the domain', (_form, source) => {
    expect(refusalsIn({ ...store, 'domain/chatbot/state.ts': source })).toEqual([
      'src/domain/chatbot/state.ts:1 imports src/adapters/sqlite/store.ts: domain may use nothing else of ours',
    ]);
  });

  it.each([
    ['commands', 'projections/engine/engine.ts'],
    ['commands', 'projections/chatbots/queries.ts'],
    ['http', 'adapters/sqlite/store.ts'],
    ['http', 'workers/ingestion/run.ts'],
    ['projections', 'commands/chatbot.ts'],
    ['adapters/mongodb', 'commands/chatbot.ts'],
    ['adapters/mongodb', 'adapters/sqlite/store.ts'],
    ['adapters/web', 'workers/ingestion/run.ts'],
    ['reading/html', 'workers/ingestion/run.ts'],
    ['http', 'adapters/shared/turns.ts'],
    ['text', 'domain/chatbot/state.ts'],
    ['ports', 'event-log/event-store.ts'],
    ['workers', 'config.ts'],
  ])('refuse that %s names %s', (layer, target) => {
    const up = '../'.repeat(layer.split('/').length);
    const refusals = refusalsIn({
      [target]: 'export const a = 1;',
      [`${layer}/b.ts`]: `export { a } from '${up}${target}';`,
    });
    expect(refusals).toEqual([expect.stringContaining(`src/${layer}/b.ts:1 imports src/${target}: `)]);
  });

  it.each([
    ['http', 'answering/answer.ts'],
    ['http', 'projections/chatbots/queries.ts'],
    ['adapters/mongodb', 'adapters/shared/turns.ts'],
    ['workers', 'reading/documents/pdf.ts'],
    ['composition', 'adapters/sqlite/store.ts'],
  ])('let %s name %s', (layer, target) => {
    const up = '../'.repeat(layer.split('/').length);
    const modules = { [target]: 'export const a = 1;', [`${layer}/b.ts`]: `export { a } from '${up}${target}';` };
    expect(refusalsIn(modules)).toEqual([]);
  });

  it.each([
    ['domain/a.ts', 'node:crypto'],
    ['domain/a.ts', 'fastify'],
    ['http/a.ts', 'node:sqlite'],
    ['adapters/eventstoredb/log.ts', '@eventstore/db-client'],
  ])('refuse that %s names the package %s', (module, name) => {
    expect(refusalsIn({ [module]: `import '${name}';` })).toEqual([
      expect.stringContaining(`src/${module}:1 imports ${name}: `),
    ]);
  });

  it('let one file name the client of EventStoreDB', () => {
    expect(refusalsIn({ 'adapters/eventstoredb/client.ts': "import '@eventstore/db-client';" })).toEqual([]);
  });

  it('refuse a circle of folders in http, where no module is in a circle', () => {
    const modules = {
      'http/app.ts': "export * from './plugins/session.ts';",
      'http/deps.ts': 'export const deps = 1;',
      'http/errors/catalogue.ts': "export * from '../deps.ts';",
      'http/errors/handler.ts': "export * from '../plugins/limits.ts';",
      'http/plugins/limits.ts': 'export const a = 1;',
      'http/plugins/session.ts': "export * from '../deps.ts';",
    };
    expect(refusalsIn(modules)).toEqual([]);
    expect(refusalsIn({ ...modules, 'http/plugins/session.ts': "export * from '../errors/catalogue.ts';" })).toEqual([
      'src/http/errors/: folder imports itself in a circle: src/http/errors -> src/http/plugins -> src/http/errors',
    ]);
  });

  it.each([
    ...['domain', 'text', 'event-log', 'projections', 'reading', 'answering', 'audit', 'workers', 'composition', 'cli'],
    ...['adapters/sqlite', 'adapters/mongodb', 'adapters/elasticsearch', 'adapters/eventstoredb'],
  ])('refuse a circle of folders in %s', (layer) => {
    const modules = {
      [`${layer}/one/a.ts`]: "export * from '../other/b.ts';",
      [`${layer}/one/c.ts`]: 'export const c = 1;',
      [`${layer}/other/b.ts`]: 'export const b = 1;',
    };
    expect(refusalsIn(modules)).toEqual([]);
    expect(refusalsIn({ ...modules, [`${layer}/other/d.ts`]: "export * from '../one/c.ts';" })).toEqual([
      `src/${layer}/one/: folder imports itself in a circle: src/${layer}/one -> src/${layer}/other -> src/${layer}/one`,
    ]);
  });

  it('refuse a circle and show its way round', () => {
    const refusals = refusalsIn({
      'text/a.ts': "import './b.ts';",
      'text/b.ts': "import './c.ts';",
      'text/c.ts': "import './b.ts';",
    });
    expect(refusals).toEqual([
      'src/text/b.ts: imports itself in a circle: src/text/b.ts -> src/text/c.ts -> src/text/b.ts',
    ]);
  });

  it.each([
    ['a module outside every layer', { 'helpers/a.ts': '' }, 'belongs to no layer'],
    ['a module that is not named .ts', { 'text/a.mjs': '' }, 'are TypeScript files named .ts'],
    ['a module that does not exist', { 'text/a.ts': "import './b.ts';" }, 'there is no such module'],
    ['a module outside src/', { 'text/a.ts': "import '../../support/a.ts';" }, 'src/ imports nothing outside itself'],
    ['a computed name', { 'text/a.ts': 'export const a = (name: string) => import(name);' }, 'cannot be checked'],
  ])('refuse %s', (_what, modules, message) => {
    expect(refusalsIn(modules)).toEqual([expect.stringContaining(message)]);
  });

  it('are not called kept when a module cannot be parsed', () => {
    expect(() => refusalsIn({ 'text/a.ts': 'import {' })).toThrow('src/text/a.ts');
  });
});

describe('the boundaries check as a program', () => {
  const run = (root: string) =>
    spawnSync(process.execPath, [resolve('scripts/check-boundaries.ts'), root], { encoding: 'utf8', timeout: 10_000 });

  it('exits 1 and names the import when one is refused', () => {
    const { status, stderr } = run(
      projectWith({ ...store, 'domain/a.ts': "export * from '../adapters/sqlite/store.ts';" }),
    );
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('src/domain/a.ts:1 imports') });
  });

  it('exits 1 when it finds no module', () => {
    expect(run(projectWith({})).status).toBe(1);
  });

  it('exits 0 when the boundaries are kept', () => {
    const { status, stdout } = run(projectWith(store));
    expect({ status, stdout }).toEqual({ status: 0, stdout: '1 modules, 0 imports, 0 refused\n' });
  });
});
