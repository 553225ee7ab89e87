import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/deep/**/*.telephone.ts'],
    globalSetup: ['tests/support/database-run.ts'],
    maxWorkers: 1,
    // A server, a browser and a SIP edge are started for them.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 300_000,
  },
});
