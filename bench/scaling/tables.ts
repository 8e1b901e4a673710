/** The tables of `docs/scaling.md`, made from bench/results.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Part, Results } from '../results.ts';
import { measuredFrom, planRows } from './plan.ts';
import { valueIn } from './recorded.ts';

const PAGE = new URL('../../docs/scaling.md', import.meta.url);
const ACTS = {
  message: 'message, answered',
  'message, 20 at once': 'message, answered, 20 at once',
  rating: 'rating',
  source: 'source of 8 KB',
};
const ENGINES = { EventStoreDB: 'eventstore', MongoDB: 'mongodb', Elasticsearch: 'elasticsearch' };
const STREAMS = [1, 10, 50];

type Rows = readonly (readonly (number | string)[])[];

/** docs/scaling.md, as it stands and with its tables made anew. */
export function scalingPage(results: Results): { readonly written: string; readonly current: string } {
  const written = readFileSync(PAGE, 'utf8');
  const current = Object.entries(scalingTables(results)).reduce(
    (page, [name, table]) =>
      page.replace(
        new RegExp(`<!-- ${name} -->[^]*?<!-- end -->`),
        () => `<!-- ${name} -->\n\n${table}\n\n<!-- end -->`,
      ),
    written,
  );
  return { written, current };
}

export function writeScalingPage(results: Results): void {
  writeFileSync(PAGE, scalingPage(results).current);
}

/** Markdown by the name of the table. */
function scalingTables({ costs, engines, scaling }: Results): Readonly<Record<string, string>> {
  if (costs === undefined || engines === undefined || scaling === undefined) {
    throw new Error('Record the benchmarks first: npm run bench -- costs scaling engines --record');
  }
  return {
    embedded: table([['Embedded', ...Object.keys(ACTS)], ...costRows(costs, 'embedded', ['service'])]),
    distributed: table([
      ['Distributed', ...Object.keys(ACTS)],
      ...costRows(engines, 'engines', ['http node', 'projector']),
      ...requestRows(engines),
    ]),
    simulated: table([
      ['Visitors at once', ...STREAMS],
      ...throughputRows('Embedded', 'embedded', scaling),
      ...throughputRows('Distributed', 'engines', engines),
    ]),
    plan: table(planRows(measuredFrom(engines))),
  };
}

function costRows(part: Part, stores: string, nodes: readonly string[]): Rows {
  const row = (what: string, figure: string) => [
    what,
    ...Object.values(ACTS).map((act) => valueIn(part, `${stores}, ${act}: ${figure}`)),
  ];
  return [
    row('Events', 'events'),
    row('Appends', 'appends'),
    row('Bytes of the log', 'events in the log'),
    ...nodes.flatMap((node) => [
      row(`CPU of the ${node}, ms`, `CPU of the ${node}`),
      row('of it on the main thread', `CPU of the ${node}'s main thread`),
    ]),
  ];
}

/** Requests and bytes of all nodes to each engine. */
function requestRows(part: Part): Rows {
  const both = (act: string, what: string) =>
    valueIn(part, `engines, ${act}: http node's ${what}`) + valueIn(part, `engines, ${act}: projector's ${what}`);
  return Object.entries(ENGINES).flatMap(([name, engine]) => [
    [`Requests to ${name}`, ...Object.values(ACTS).map((act) => both(act, `requests to ${engine}`))],
    [`Bytes to ${name}`, ...Object.values(ACTS).map((act) => both(act, `bytes to ${engine}`))],
  ]);
}

function throughputRows(name: string, stores: string, part: Part): Rows {
  const measurements = STREAMS.map((streams) =>
    part.measurements.find((each) => each.name === `${stores}, answers, ${streams} at a time`),
  );
  return [
    [`${name}: answers a second`, ...measurements.map((each) => each?.value ?? Number.NaN)],
    [`${name}: simulated`, ...measurements.map((each) => each?.against?.[0]?.value ?? Number.NaN)],
  ];
}

function table([head = [], ...rows]: Rows): string {
  const line = (cells: readonly (number | string)[]) => `| ${cells.map(shown).join(' | ')} |`;
  return [line(head), `|---|${'--:|'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');
}

/** Two significant digits: more would promise what a reckoning cannot. */
const shown = (value: number | string): string =>
  typeof value === 'string' ? value : Number(value.toPrecision(2)).toLocaleString('en-US');
