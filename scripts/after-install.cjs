// Runs after `npm ci`, on any Node.
require('./choose-node.cjs');
const { spawnSync } = require('node:child_process');
const { join, resolve } = require('node:path');
const { isNewEnough, otherNode } = require('./node-choice.cjs');
const { reportPruning } = require('./prune-packages.cjs');

const ROOT = resolve(__dirname, '..');
const MAX_BUNDLING_MS = 120_000;

reportPruning(join(ROOT, 'node_modules'));

// A failure leaves a slower start from the sources, and nothing else.
const node = isNewEnough(process.versions.node) ? process.execPath : otherNode(ROOT);
if (node !== null)
  spawnSync(node, [join(__dirname, 'bundle-programs.ts')], { timeout: MAX_BUNDLING_MS, stdio: 'ignore' });
