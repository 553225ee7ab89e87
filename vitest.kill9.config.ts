import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/deep/**/*.deep.ts'],
    // Each file kills a server and a folder of its own, and mostly waits for them.
    maxWorkers: 2,
    // For what hangs: a hundred cycles of kill, start and settling are hours on a busy machine.
    testTimeout: 14_400_000,
    hookTimeout: 120_000,
  },
});
