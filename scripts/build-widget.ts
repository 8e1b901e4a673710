/** Builds the widget into `dist/widget`, for an image that carries neither its sources nor the bundler. */
import { BUILT_FOLDER, buildInto } from '../src/adapters/widget-bundle/cached-bundle.ts';

await buildInto(BUILT_FOLDER);
