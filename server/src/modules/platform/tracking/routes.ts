import { tracking } from '@kituo/sdk/contracts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../../http/app-error.ts';
import { type CallBasics, implement } from '../../../http/implement.ts';
import { isAttended, sessionOfToken, tokenOf } from '../access/index.ts';
import type { TrackingRow } from './intake.ts';

/** Events an address may send in a minute: a branch of 50 people behind one address stays below it. */
const limiter = new RateLimiterMemory({ points: 3_000, duration: 60 });

/** Throws TOO_MANY_REQUESTS with the time to wait. */
async function limit(address: string, events: number): Promise<void> {
  try {
    await limiter.consume(address, events);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new AppError('TOO_MANY_REQUESTS', {
      facts: { wait: `${Math.ceil(refusal.msBeforeNext / 1000)} s` },
    });
  }
}

/** Who is tracked: the person of a live session, or nobody. What the event itself claims is not believed. */
async function visitor(call: CallBasics): Promise<{ userNo: string | null; sessionId: string | null }> {
  const token = tokenOf(call.raw.request);
  if (token === '') return { userNo: null, sessionId: null };
  try {
    const { userNo, sessionId } = await sessionOfToken(call.db, token, isAttended(call.raw.request));
    return { userNo, sessionId };
  } catch (error) {
    if (error instanceof AppError) return { userNo: null, sessionId: null };
    throw error;
  }
}

function rowOf(event: tracking.TrackingEvent, who: { userNo: string | null; sessionId: string | null }): TrackingRow {
  const { token, duration, occurredAt, isLogin, ...rest } = event;
  void token; // its secret is never stored; the session's id comes from the header
  return {
    ...rest,
    ...who,
    isLogin: who.userNo !== null || isLogin === true,
    durationMs: duration ?? null,
    occurredAt: occurredAt ?? null,
  };
}

export const routes = [
  implement(tracking.report, async (request, call) => {
    const events = 'events' in request ? request.events : [request];
    await limit(call.address, events.length);
    const who = await visitor(call);
    return { accepted: call.services.tracking.add(events.map((event) => rowOf(event, who))) };
  }),
];
