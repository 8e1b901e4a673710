// `node scripts/ci-summary.cjs REPORT [FAILED STEP...]`: sums vitest's JSON report and the steps of .ci/run that failed into
// one closing line, and exits 1 unless everything passed and some test ran. Plain JavaScript: it must also sum up a run whose
// install failed, on whatever Node the machine has.
const { readFileSync } = require('node:fs');

const [report, ...failedSteps] = process.argv.slice(2);

function readTests() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch (error) {
    console.log(`No test report: ${error.message}`);
    return {
      success: false,
      numPassedTests: 0,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [],
    };
  }
}

const tests = readTests();
// A file that fails to load, and a hook that fails, hold no failed test: they count as one failure each.
const brokenFiles = tests.testResults.filter(
  (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
).length;
const passed = tests.numPassedTests;
const skipped = tests.numPendingTests + tests.numTodoTests;
let failed = tests.numFailedTests + brokenFiles + failedSteps.filter((step) => step !== 'test').length;
if (passed + tests.numFailedTests === 0) console.log('No test was executed.');
// What no count shows (no test ran, an unhandled rejection, a run cut off) is a failure all the same.
if (failed === 0 && (passed === 0 || !tests.success || failedSteps.length > 0)) failed = 1;

console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;
