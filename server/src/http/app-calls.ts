import type { Endpoint } from '@kituo/sdk/contracts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './app-error.ts';

/** The code of the account that the app's server calls by. */
const INTAKE = 'audit:order:intake';

/** Whether the customers' app, or its server, is who calls an endpoint. */
export function isOfApp({ access, path }: Pick<Endpoint, 'access' | 'path'>): boolean {
  if (path.startsWith('noAuth/app/')) return true;
  return typeof access === 'object' && 'code' in access && access.code.every((code) => code === INTAKE);
}

/** Calls a minute. An app's server calls for all of its customers; operators put many phones behind one address. */
const APP_CALLS = { ACCOUNT: 6_000, ADDRESS: 3_000 } as const;
export type AppCaller = keyof typeof APP_CALLS;

/** Counts the calls of each account and address. */
export function createAppLimiter(points: Readonly<Record<AppCaller, number>> = APP_CALLS) {
  const limiters = {
    ACCOUNT: new RateLimiterMemory({ points: points.ACCOUNT, duration: 60 }),
    ADDRESS: new RateLimiterMemory({ points: points.ADDRESS, duration: 60 }),
  };
  /** @throws AppError TOO_MANY_REQUESTS with the time to wait */
  return async (who: AppCaller, name: string): Promise<void> => {
    try {
      await limiters[who].consume(name);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new AppError('TOO_MANY_REQUESTS', { facts: { wait: `${Math.ceil(refusal.msBeforeNext / 1000)} s` } });
    }
  };
}
