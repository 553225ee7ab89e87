import type { Database } from '../../../db/database.ts';
import { liveSession } from '../../platform/access/index.ts';
import { routeQuestion, type TelephonyAdapter } from '../../platform/gateways/index.ts';
import { lockCall } from './store.ts';

/** A browser dials as soon as it is told to. */
const DIALS_WITHIN_MS = 120_000;

type RouteAnswer = { readonly isAllowed: false } | { readonly isAllowed: true; readonly phone: string };

const NO: RouteAnswer = { isAllowed: false };

/**
 * Tells the edge whom a call is for: once, soon after it was asked for, and only for the browser of the very session
 * that asked, while that lasts. The number goes from server to server.
 */
export async function routeCall(
  { db, telephony }: { readonly db: Database; readonly telephony: TelephonyAdapter | null },
  fields: unknown,
): Promise<RouteAnswer> {
  const asked = routeQuestion.safeParse(fields);
  if (!asked.success || !telephony) return NO;
  const { callNo, user } = asked.data;
  return await db.transaction().execute(async (tx) => {
    const one = await lockCall(tx, callNo);
    if (!one || one.callDirection === 'IN' || one.callStatus !== 'DIALLING' || one.routedAt !== null) return NO;
    if (one.userNo === null || one.sessionId === null) return NO;
    if (telephony.userOf(one.userNo, one.sessionId) !== user) return NO;
    const now = new Date();
    if (now.getTime() - one.startedAt.getTime() > DIALS_WITHIN_MS) return NO;
    if ((await liveSession(tx, one.sessionId)) === null) return NO;
    await tx.updateTable('call').set({ routedAt: now }).where('callNo', '=', callNo).execute();
    return { isAllowed: true, phone: one.phone };
  });
}
