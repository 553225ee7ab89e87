import { defineConfig } from 'vitest/config';
import { FileOrder } from './tests/support/file-order.ts';

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    globalSetup: ['tests/support/database-run.ts', 'tests/support/e2e-run.ts'],
    setupFiles: ['tests/support/one-day.ts'],
    // Files of a worker share its browser and the modules; each visit is a window of its own.
    isolate: false,
    sequence: { sequencer: FileOrder },
    // Much of a step is waiting: three files keep two cores busy.
    maxWorkers: 3,
    // For what hangs: a busy machine takes four times as long.
    testTimeout: 150_000,
    // A busy machine draws late; a page that is wrong stays wrong.
    expect: { poll: { timeout: 45_000 } },
    hookTimeout: 240_000,
  },
});
