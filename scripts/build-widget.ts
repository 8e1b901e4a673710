/** For a container image, which has neither the sources nor the bundler. */
import { BUILT_FOLDER, buildInto } from '../src/adapters/widget-bundle/cached-bundle.ts';

await buildInto(BUILT_FOLDER);
