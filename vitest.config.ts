import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{sdk,host,server,plugins,sandbox,scripts,tests}/**/*.test.{ts,tsx}',
      'scripts/bootstrap/*.test.mjs',
    ],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['tests/support/database-run.ts'],
    setupFiles: ['tests/support/dom-end.ts'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
