import { expect, test } from 'vitest';
import { countReport } from './vitest-suite.ts';

const report = {
  numPassedTests: 7,
  numFailedTests: 0,
  numPendingTests: 1,
  testResults: [{ name: 'a', status: 'passed', assertionResults: [{ status: 'passed' }] }],
};

test('passed tests are counted, skipped ones told', () => {
  expect(countReport(report, 0, '')).toMatchObject({ passed: 7, failed: 0, skipped: 1 });
});

test('a file that did not load is a failure of its own', () => {
  const testResults = [{ name: 'b', status: 'failed', assertionResults: [] }];
  expect(countReport({ ...report, testResults }, 1, '').failed).toBe(1);
});

test('a failed test is not counted twice for its file', () => {
  const testResults = [{ name: 'b', status: 'failed', assertionResults: [{ status: 'failed' }] }];
  expect(countReport({ ...report, numFailedTests: 1, testResults }, 1, '').failed).toBe(1);
});

test.each([
  ['no report at all', undefined, 0],
  ['a run that ended badly although all tests passed', report, 1],
  ['a run without tests', { ...report, numPassedTests: 0, testResults: [] }, 0],
])('%s has failed', (_, given, code) => {
  expect(countReport(given, code, 'why')).toMatchObject({ failed: 1, output: 'why' });
});
