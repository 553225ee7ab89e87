import { randomBytes } from 'node:crypto';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { queueDispatch } from '../contacts/index.ts';

/** Through what somebody calls: the browser where it can, else an extension that the exchange rings. */
export type OwnLine = { readonly by: 'BROWSER' } | { readonly by: 'EXTENSION'; readonly extension: string };

/** @throws AppError CONTACT_CHANNEL_MISSING, CONTACT_EXTENSION_MISSING */
export async function ownLine(
  { tx, caller, services }: CommandCall,
  wanted: OwnLine['by'] | null = null,
): Promise<OwnLine> {
  const { telephony, voice } = services.engine.gateways;
  if (telephony && wanted !== 'EXTENSION') return { by: 'BROWSER' };
  if (!voice || wanted === 'BROWSER') throw new AppError('CONTACT_CHANNEL_MISSING');
  const { extension } = await tx
    .selectFrom('appUser')
    .select('extension')
    .where('userNo', '=', caller.userNo)
    .executeTakeFirstOrThrow();
  if (extension === null) throw new AppError('CONTACT_EXTENSION_MISSING');
  return { by: 'EXTENSION', extension };
}

/** A number that says nothing of whom it is for, and that nobody guesses. */
export const newCallNo = (): string => `kc${randomBytes(12).toString('hex')}`;

/** Whom a call is for that the contact gate let through as `attemptId`. */
export interface CallSubject {
  readonly attemptId: number;
  readonly phone: string;
  readonly merchantNo: string;
  readonly customerNo: string | null;
  readonly orderNo?: string | null;
  readonly caseNo?: string | null;
}

/**
 * Makes the call, in the transaction in which the gate let it through: the exchange rings the extension after the
 * commit, or the browser dials the call's number.
 * @returns what the browser dials; null where the extension rings.
 */
export async function placeCall(line: OwnLine, subject: CallSubject, call: CommandCall): Promise<string | null> {
  const { tx, caller, services } = call;
  const { attemptId, phone, orderNo = null, caseNo = null, ...whom } = subject;
  if (line.by === 'EXTENSION') {
    const { extension } = line;
    await queueDispatch(tx, { attemptId, channel: 'CALL', phone, payload: { extension } });
    call.afterCommit(() => services.engine.dispatch());
    return null;
  }
  const callNo = newCallNo();
  await tx
    .insertInto('call')
    .values({
      ...whom,
      callNo,
      callDirection: 'OUT',
      phone,
      orderNo,
      caseNo,
      attemptId,
      userNo: caller.userNo,
      sessionId: caller.sessionId,
      callStatus: 'DIALLING',
    })
    .execute();
  await tx.insertInto('contactReference').values({ gateway: 'VOICE', reference: callNo, attemptId }).execute();
  return callNo;
}
