import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/journeys/**/*.journey.ts'],
    globalSetup: ['tests/support/database-run.ts', 'tests/support/e2e-run.ts'],
    setupFiles: ['tests/support/one-day.ts'],
    // Files of a worker share its browser and its server.
    isolate: false,
    maxWorkers: 2,
    // A whole day of several people's work; the limit is for what hangs.
    testTimeout: 300_000,
    expect: { poll: { timeout: 45_000 } },
    hookTimeout: 240_000,
  },
});
