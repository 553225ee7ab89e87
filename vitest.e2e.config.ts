import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    globalSetup: ['tests/support/database-run.ts', 'tests/support/e2e-run.ts'],
    // Files of a worker share its browser and the modules; each visit is a window of its own.
    isolate: false,
    // Each with a server and a browser of its own; much of a step is waiting.
    maxWorkers: 2,
    testTimeout: 60_000,
    // A busy machine draws late; a page that is wrong stays wrong.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 120_000,
  },
});
