import { defineConfig } from 'vitest/config';
import { FileOrder } from './tests/support/file-order.ts';

export default defineConfig({
  test: {
    include: [
      '{sdk,host,server,plugins,sandbox,scripts,tests}/**/*.test.{ts,tsx}',
      'scripts/{bootstrap,sdk-package/bin}/*.test.mjs',
    ],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['tests/support/database-run.ts'],
    setupFiles: ['tests/support/one-day.ts', 'tests/support/file-end.ts'],
    // Files share modules; tests/support/file-end.ts takes away what a file left.
    isolate: false,
    sequence: { sequencer: FileOrder },
    maxWorkers: 2,
    // For what hangs: a busy machine takes five times as long.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 240_000,
  },
});
