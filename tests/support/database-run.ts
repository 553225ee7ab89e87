import { releaseTestCluster } from './test-cluster.ts';

/** Vitest's global set-up: names the run, so that its workers share one lease on the test cluster. */
export function setup(): () => void {
  process.env.KITUO_TEST_RUN ??= String(process.pid);
  return () => {
    if (process.env.KITUO_TEST_RUN === String(process.pid)) releaseTestCluster();
  };
}
