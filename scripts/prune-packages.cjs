// After `npm ci`: deletes files of packages that no program of ours loads, 0.2 GB. Plain JavaScript for old versions of Node.
// It only unlinks, since installations may share files by hard links. Without it (`npm ci --ignore-scripts`) everything works the same.
const { lstatSync, readdirSync, rmdirSync, unlinkSync } = require('node:fs');
const { join } = require('node:path');
const { PACKAGES } = require('./node-choice.cjs');

const isNodePackage = (name) => Object.values(PACKAGES).includes(name);
/** Native libraries that draw. pdf.js renders pages with them; we read text (src/reading/documents/pdf/pdf-library.ts). */
const isCanvasLibrary = (name) => /^@napi-rs\/canvas-/.test(name);
/** Builds for browsers and other forms of a package than the one that we load. */
const UNUSED_FOLDERS = {
  'pdf-parse': ['dist/node', 'dist/worker', 'dist/pdf-parse/web'],
  'pdfjs-dist': ['build', 'web', 'image_decoders'],
  openai: ['src'],
  'gpt-tokenizer': ['cjs', 'data', 'src'],
  zod: ['src'],
};
const isSourceMap = (name) => /\.(?:[cm]?js|[cm]?ts|css)\.map$/.test(name);

/** Deletes what is not needed below the folder. @returns bytes that were deleted */
function prune(folder, isNeeded) {
  let deleted = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) deleted += prune(path, isNeeded);
    else if (entry.isFile() && !isNeeded(path)) deleted += unlink(path);
  }
  if (deleted > 0 && readdirSync(folder).length === 0) rmdirSync(folder);
  return deleted;
}

function unlink(path) {
  const { size } = lstatSync(path);
  unlinkSync(path);
  return size;
}

/** @returns bytes that were deleted */
function prunePackage(folder, name) {
  if (isNodePackage(name)) {
    const kept = [join(folder, 'bin'), join(folder, 'LICENSE'), join(folder, 'package.json')];
    return prune(folder, (path) => kept.some((start) => path.startsWith(start)));
  }
  if (isCanvasLibrary(name)) return prune(folder, (path) => !path.endsWith('.node'));
  const unused = (UNUSED_FOLDERS[name] ?? []).map((inner) => join(folder, inner, '/'));
  return prune(folder, (path) => !isSourceMap(path) && !unused.some((start) => path.startsWith(start)));
}

/** Packages, without links to folders elsewhere. */
function packagesIn(modules) {
  const foldersOf = (folder) => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return foldersOf(modules).flatMap(({ name }) => {
    if (name.startsWith('.')) return [];
    if (!name.startsWith('@')) return [name];
    return foldersOf(join(modules, name)).map((inner) => `${name}/${inner.name}`);
  });
}

/** @returns bytes that were deleted from packages in the folder `node_modules` */
function prunePackages(modules) {
  return packagesIn(modules).reduce((bytes, name) => bytes + prunePackage(join(modules, name), name), 0);
}

/** A failure leaves the installation larger, and nothing else. */
function reportPruning(modules) {
  try {
    const bytes = prunePackages(modules);
    if (bytes > 0) console.log(`Deleted ${Math.round(bytes / 1e6)} MB of package files that nothing loads`);
  } catch (error) {
    console.error(`Files that nothing loads could not be deleted: ${error.message}`);
  }
}

module.exports = { prunePackages, reportPruning };
