// `node scripts/ci-summary.cjs STEP=REPORT... [FAILED STEP...]`: sums vitest's JSON reports and the steps of .ci/run that failed
// into one closing line, and exits 1 unless everything passed and every report holds a test that ran. Plain JavaScript: it must
// also sum up a run whose install failed, on whatever Node the machine has.
const { readFileSync } = require('node:fs');

const args = process.argv.slice(2);
const reports = args.filter((arg) => arg.includes('=')).map((arg) => arg.split(/=(.*)/s));
const failedSteps = args.filter((arg) => !arg.includes('='));

const NOTHING = {
  success: false,
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
};

function readReport(step, path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    console.log(`No report of ${step}: ${error.message}`);
    return NOTHING;
  }
}

function countsOf([step, path]) {
  const tests = readReport(step, path);
  // A file that fails to load, and a hook that fails, hold no failed test: they count as one failure each.
  const brokenFiles = tests.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const passed = tests.numPassedTests;
  const skipped = tests.numPendingTests + tests.numTodoTests;
  let failed = tests.numFailedTests + brokenFiles;
  if (passed + tests.numFailedTests === 0) console.log(`No test was executed by ${step}.`);
  // What no count shows (no test ran, an unhandled rejection, a run cut off) is a failure all the same.
  if (failed === 0 && (passed === 0 || !tests.success || failedSteps.includes(step))) failed = 1;
  return { passed, failed, skipped };
}

const total = { passed: 0, failed: 0, skipped: 0 };
for (const report of reports) {
  for (const [outcome, count] of Object.entries(countsOf(report))) total[outcome] += count;
}
total.failed += failedSteps.filter((step) => !reports.some(([reported]) => reported === step)).length;

const { passed, failed, skipped } = total;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
