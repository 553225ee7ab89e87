import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/deep/**/*.callbacks.ts'],
    globalSetup: ['tests/support/database-run.ts'],
    maxWorkers: 1,
    testTimeout: 14_400_000,
    hookTimeout: 120_000,
  },
});
