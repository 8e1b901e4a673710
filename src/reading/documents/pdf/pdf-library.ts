/** Loads pdf-parse without the native canvas library that pdf.js asks for, 30 MB that only drawing needs. */
import { registerHooks } from 'node:module';

const CANVAS = '@napi-rs/canvas';
const CANVAS_STUB = new URL('./canvas-stub.ts', import.meta.url).href;

const hooks = registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === CANVAS ? { url: CANVAS_STUB, shortCircuit: true } : nextResolve(specifier, context),
});

export const { InvalidPDFException, PasswordException, PDFParse } = await import('pdf-parse');

hooks.deregister();
