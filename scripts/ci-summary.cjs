// Sums vitest's JSON reports and the failed steps of .ci/run into one closing line, after the names of failed and of flaky tests.
//   node scripts/ci-summary.cjs STEP=REPORT... [FAILED STEP...]   exits 1 unless everything passed and every step ran a test
//   node scripts/ci-summary.cjs --failed-files REPORT             lists the test files that failed
// A second report of a step holds the repeated run of its failed files and replaces their first results.
// Plain JavaScript: it must also sum up a run whose install failed, on whatever Node the machine has.
const { readFileSync } = require('node:fs');
const { relative } = require('node:path');

const NOTHING = { success: false, testResults: [] };

function readReport(step, path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    console.error(`No report of ${step}: ${error.message}`);
    return NOTHING;
  }
}

const hasFailed = (file) => file.status === 'failed' || failedTests(file).length > 0;
const failedTests = (file) => file.assertionResults.filter((test) => test.status === 'failed');

/** Titles of what failed in a file. A file that fails to load, and a hook that fails, hold no failed test: they count as one failure. */
function failuresIn(file) {
  const titles = failedTests(file).map((test) => test.fullName);
  return titles.length > 0 ? titles : ['(the file, or a hook)'];
}

/** The first report with the results of repeated files in place of theirs. */
function withRepeats(report, repeated) {
  if (repeated === undefined) return report;
  const results = new Map(repeated.testResults.map((file) => [file.name, file]));
  const testResults = report.testResults.map((file) => results.get(file.name) ?? file);
  // Failures outside tests (an unhandled rejection, a run cut off) show in no file: only a run that failed by its files is mended.
  const failedByFiles = report.testResults.some(hasFailed);
  return { success: failedByFiles && repeated.success, testResults };
}

function list(heading, files) {
  for (const file of files) {
    for (const title of failuresIn(file)) console.log(`${heading}: ${relative(process.cwd(), file.name)} > ${title}`);
  }
}

function countsOf(step, [report, repeated], failedSteps) {
  const { success, testResults } = withRepeats(report, repeated);
  const failedFiles = testResults.filter(hasFailed);
  list(`Failed in ${step}`, failedFiles);
  const stillFailing = new Set(failedFiles.map((file) => file.name));
  list(
    `Flaky in ${step}, passed when repeated`,
    report.testResults.filter((file) => hasFailed(file) && !stillFailing.has(file.name)),
  );
  const tests = testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === 'passed').length;
  let failed = failedFiles.reduce((sum, file) => sum + failuresIn(file).length, 0);
  if (passed + failed === 0) console.log(`No test was executed by ${step}.`);
  const lastRun = repeated === undefined ? step : `${step}, repeated`;
  // A failure that no count shows: no test ran, an unhandled rejection, a run cut off.
  if (failed === 0 && (passed === 0 || !success || failedSteps.includes(lastRun))) failed = 1;
  return { passed, failed, skipped: tests.filter((test) => !['passed', 'failed'].includes(test.status)).length };
}

function summarise(args) {
  const failedSteps = args.filter((arg) => !arg.includes('='));
  const reports = new Map();
  for (const arg of args.filter((arg) => arg.includes('='))) {
    const [step, path] = arg.split(/=(.*)/s);
    reports.set(step, [...(reports.get(step) ?? []), readReport(step, path)]);
  }
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const [step, runs] of reports) {
    for (const [outcome, count] of Object.entries(countsOf(step, runs, failedSteps))) total[outcome] += count;
  }
  total.failed += failedSteps.filter((step) => !reports.has(step.replace(/, repeated$/, ''))).length;

  const { passed, failed, skipped } = total;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

const [first, ...others] = process.argv.slice(2);
if (first === '--failed-files') {
  for (const file of readReport('the run', others[0]).testResults.filter(hasFailed))
    console.log(relative(process.cwd(), file.name));
} else {
  summarise(process.argv.slice(2));
}
