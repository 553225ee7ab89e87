import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runCommand, tool } from './command.ts';
import type { Outcome, Suite } from './suite.ts';

/** The part of vitest's JSON report that is read here. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

function readReport(file: string): VitestReport | undefined {
  try {
    const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
    return report;
  } catch {
    return undefined;
  }
}

/** Counts tests; a file that did not even load, and a run that failed without a failed test, count as one. */
export function countReport(
  report: VitestReport | undefined,
  code: number,
  output: string,
  mayBeEmpty = false,
): Outcome {
  if (mayBeEmpty && code === 0 && (report?.testResults.length ?? 0) === 0)
    return { passed: 0, failed: 0, skipped: 0, output };
  if (!report) return { passed: 0, failed: 1, skipped: 0, output };
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  let failed = report.numFailedTests + broken;
  if (failed === 0 && (code !== 0 || report.numPassedTests === 0)) failed = 1;
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests, output };
}

export interface VitestOptions {
  readonly config: string;
  readonly limitSeconds: number;
  readonly env?: Record<string, string>;
  /** Further words: files, `--changed`. */
  readonly args?: readonly string[];
  /** Whether it is in order that there is no test: a change may reach none. */
  readonly mayBeEmpty?: boolean;
}

/** A suite of vitest tests, named by its configuration file. */
export function vitestSuite(suite: Pick<Suite, 'name' | 'weight' | 'after'>, options: VitestOptions): Suite {
  return {
    ...suite,
    async run() {
      const folder = join(ROOT, 'test-results');
      const file = join(folder, `${suite.name}.json`);
      mkdirSync(folder, { recursive: true });
      rmSync(file, { force: true });
      const { code, output } = await runCommand(
        [
          tool('vitest/vitest.mjs'),
          'run',
          `--config=${options.config}`,
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${file}`,
          ...(options.mayBeEmpty ? ['--passWithNoTests'] : []),
          ...(options.args ?? []),
        ],
        options,
      );
      return countReport(readReport(file), code, output, options.mayBeEmpty);
    },
  };
}
