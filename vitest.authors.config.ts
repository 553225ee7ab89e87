import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/deep/**/*.authors.ts'],
    globalSetup: ['tests/support/database-run.ts'],
    maxWorkers: 1,
    testTimeout: 600_000,
    // A busy machine draws late; a page that is wrong stays wrong.
    expect: { poll: { timeout: 45_000 } },
    // The types of the SDK are made by tsc, on a machine that may be busy.
    hookTimeout: 600_000,
  },
});
