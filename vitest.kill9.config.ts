import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/deep/**/*.deep.ts'],
    // Each file kills a server and a folder of its own, and mostly waits for them.
    maxWorkers: 2,
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
  },
});
