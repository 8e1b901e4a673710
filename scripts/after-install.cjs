// Runs after `npm ci`, on any Node.
require('./choose-node.cjs');
const { join } = require('node:path');
const { reportPruning } = require('./prune-packages.cjs');

reportPruning(join(__dirname, '..', 'node_modules'));
