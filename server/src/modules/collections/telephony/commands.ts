import type { ParsedRequestOf, ReplyOf, telephony } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { maskName, maskPhone } from '../../platform/masking/index.ts';
import { failCall } from './follow.ts';
import { type CallRecord, lockCall } from './store.ts';

/**
 * Signs the session in to the telephone, for minutes: the password leaves in this reply alone.
 * @throws AppError TELEPHONE_MISSING
 */
export async function signIn(
  { takesCalls }: ParsedRequestOf<typeof telephony.signIn>,
  call: CommandCall,
): Promise<ReplyOf<typeof telephony.signIn>> {
  const { tx, caller, services } = call;
  const adapter = services.engine.gateways.telephony;
  if (!adapter) throw new AppError('TELEPHONE_MISSING');
  const { sessionId, userNo } = caller;
  const { expiresAt, ...line } = adapter.credentialsFor(adapter.userOf(userNo, sessionId), new Date());
  const row = { userNo, sipUser: line.user, expiresAt, ...(takesCalls !== undefined && { takesCalls }) };
  await tx
    .insertInto('telephoneLine')
    .values({ sessionId, ...row, takesCalls: takesCalls ?? false })
    .onConflict((conflict) => conflict.column('sessionId').doUpdateSet(row))
    .execute();
  await writeAudit(tx, call, {
    action: 'telephony.signIn',
    subjectType: 'telephoneLine',
    subjectNo: line.user,
    after: { ...(takesCalls !== undefined && { takesCalls }), expiresAt: expiresAt.toISOString() },
  });
  call.answerOnce(line.password);
  return { ...line, expiresAt: expiresAt.toISOString() };
}

async function presentCall(one: CallRecord, { db, caller }: Pick<Call, 'db' | 'caller'>): Promise<telephony.OwnCall> {
  const customer =
    one.customerNo === null
      ? undefined
      : await db
          .selectFrom('customer')
          .select('customerName')
          .where('customerNo', '=', one.customerNo)
          .executeTakeFirst();
  const isHidden = caller.isMasked || caller.maskedFields.has('customerName');
  const customerName = customer?.customerName ?? null;
  return {
    callNo: one.callNo,
    callDirection: one.callDirection,
    callStatus: one.callStatus,
    customerNo: one.customerNo,
    customerName: customerName !== null && isHidden ? maskName(customerName) : customerName,
    phone: maskPhone(one.phone),
    hotline: one.hotlineValue,
    startedAt: one.startedAt.toISOString(),
    answeredAt: one.answeredAt?.toISOString() ?? null,
    endedAt: one.endedAt?.toISOString() ?? null,
    talkSeconds: one.talkSeconds,
    hangupCause: one.hangupCause,
  };
}

/** One's own call as the server knows it. @throws AppError CALL_NOT_FOUND */
export async function readCall(
  { callNo }: ParsedRequestOf<typeof telephony.one>,
  call: Call,
): Promise<telephony.OwnCall> {
  const one = await call.db.selectFrom('call').selectAll().where('callNo', '=', callNo).executeTakeFirst();
  if (!one || one.userNo !== call.caller.userNo) throw new AppError('CALL_NOT_FOUND');
  return await presentCall(one, call);
}

/**
 * The browser could not reach the edge: a call that nobody asked to connect has failed. One that is on its way is the
 * edge's to end, and stays as it is.
 * @throws AppError CALL_NOT_FOUND
 */
export async function abandonCall(
  { callNo }: ParsedRequestOf<typeof telephony.abandon>,
  call: CommandCall,
): Promise<telephony.OwnCall> {
  const { tx, caller } = call;
  const one = await lockCall(tx, callNo);
  if (!one || one.userNo !== caller.userNo) throw new AppError('CALL_NOT_FOUND');
  const isUnplaced = one.callDirection === 'OUT' && one.routedAt === null && one.endedAt === null;
  const after = isUnplaced ? await failCall(tx, one, new Date(), 'NOT_PLACED') : one;
  await writeAudit(tx, call, {
    action: 'telephony.abandon',
    subjectType: 'call',
    subjectNo: callNo,
    merchantNo: one.merchantNo,
    before: { callStatus: one.callStatus },
    after: { callStatus: after.callStatus },
  });
  return await presentCall(after, { db: call.db, caller });
}
