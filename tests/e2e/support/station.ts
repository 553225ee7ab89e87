import { inject } from 'vitest';
import type { Station } from '../../support/e2e-run.ts';

/** The server of this worker: files run side by side, and some switch sections off. */
export function station(): Station {
  const own = inject('stations')[Number(process.env.VITEST_POOL_ID) - 1];
  if (own === undefined) throw new Error('The end-to-end run started no server for this worker.');
  return own;
}
