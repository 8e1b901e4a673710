/** Fails when the widget exceeds its limits, in bytes after gzip: before the first click, and for a whole visit. */
import { gzipSync } from 'node:zlib';
import { CachedWidgetFiles } from '../src/adapters/widget-bundle/cached-bundle.ts';

const MAX_ENTRY_BYTES = 12 * 1024;
const MAX_VISIT_BYTES = 40 * 1024;

const files = await new CachedWidgetFiles().all();
const sizesOf = (pattern: RegExp) =>
  files.filter(({ path }) => pattern.test(path)).map(({ content }) => gzipSync(content, { level: 9 }).byteLength);
const entry = Math.max(...sizesOf(/^widget\.js$/));
// A visit loads one language: the largest counts.
const visit = entry + Math.max(...sizesOf(/panel-/)) + Math.max(...sizesOf(/strings-/));
console.log(`before the first click ${entry} of ${MAX_ENTRY_BYTES} bytes, in all ${visit} of ${MAX_VISIT_BYTES}`);
if (!(entry <= MAX_ENTRY_BYTES && visit <= MAX_VISIT_BYTES)) process.exitCode = 1;
