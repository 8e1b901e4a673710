/** Builds the browser files of a container image, which has neither the sources nor the bundler. */
import { buildInto, builtFolder } from '../src/adapters/browser-bundle/cached-bundle.ts';
import { consoleBundle } from '../src/adapters/browser-bundle/console-bundle.ts';
import { widgetBundle } from '../src/adapters/browser-bundle/widget-bundle.ts';

for (const bundle of [widgetBundle, consoleBundle]) await buildInto(builtFolder(bundle), bundle);
