/** Fails when a bundle exceeds its limits, in bytes after gzip. */
import { gzipSync } from 'node:zlib';
import { CachedBundle } from '../src/adapters/browser-bundle/cached-bundle.ts';
import { consoleBundle } from '../src/adapters/browser-bundle/console-bundle.ts';
import { widgetBundle } from '../src/adapters/browser-bundle/widget-bundle.ts';

/** Before the first click on the widget, for a whole visit, and all files of the console. */
const MAX_ENTRY_BYTES = 12 * 1024;
const MAX_VISIT_BYTES = 40 * 1024;
const MAX_CONSOLE_BYTES = 90 * 1024;

const [widget, console_] = await Promise.all(
  [widgetBundle, consoleBundle].map((bundle) => new CachedBundle(bundle).all()),
);
const sizesOf = (files: typeof widget, pattern: RegExp): number[] =>
  (files ?? [])
    .filter(({ path }) => pattern.test(path))
    .map(({ content }) => gzipSync(content, { level: 9 }).byteLength);
const entry = Math.max(...sizesOf(widget, /^widget\.js$/));
// A visit loads one language: the largest counts.
const visit = entry + Math.max(...sizesOf(widget, /panel-/)) + Math.max(...sizesOf(widget, /strings-/));
const all = sizesOf(console_, /^console\//).reduce((sum, size) => sum + size, 0);
console.log(
  `widget: before the first click ${entry} of ${MAX_ENTRY_BYTES} bytes, in all ${visit} of ${MAX_VISIT_BYTES}`,
);
console.log(`console: ${all} of ${MAX_CONSOLE_BYTES} bytes`);
const fits = entry <= MAX_ENTRY_BYTES && visit <= MAX_VISIT_BYTES && all > 0 && all <= MAX_CONSOLE_BYTES;
if (!fits) process.exitCode = 1;
