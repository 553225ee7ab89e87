import { randomInt } from 'node:crypto';
import type { ParsedRequestOf, ReplyOf, verificationCode } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallBasics } from '../../../http/implement.ts';
import { queueToCustomer } from '../../platform/messages/index.ts';
import { fixedCodeOf, testUserOf } from '../../platform/test-users/index.ts';
import { cityOf, judgeCode, keepCode, keepSend } from '../../platform/verification-codes/index.ts';
import { passGate } from '../contacts/index.ts';
import { lockDestination, refuseFlood, refusePastLimit, refuseSoon, RESEND_SECONDS, VALID_SECONDS } from './limits.ts';

type Sent = ReplyOf<typeof verificationCode.send>;
const SENT: Sent = { expiresInSeconds: VALID_SECONDS, resendInSeconds: RESEND_SECONDS };

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Whose number it is at a merchant; null for nobody's. */
export async function customerOf(tx: Tx, merchantNo: string, phone: string): Promise<string | null> {
  const found = await tx
    .selectFrom('customer')
    .select('customerNo')
    .where('merchantNo', '=', merchantNo)
    .where('phone', '=', phone)
    .executeTakeFirst();
  return found?.customerNo ?? null;
}

/**
 * Sends the app's user a code. Signing in and binding a card take a customer: for others nothing is sent, and the
 * answer does not say so.
 * @throws AppError NOT_FOUND, VERIFICATION_SOON, VERIFICATION_LIMIT, VERIFICATION_REFUSED, VALIDATE_CHANNEL_UNAVAILABLE
 */
export async function sendToApp(
  { merchantNo, phone, codePurpose, language }: ParsedRequestOf<typeof verificationCode.send>,
  call: CallBasics,
): Promise<Sent> {
  const { db, services, address, log } = call;
  const { vault, messages } = services;
  const city = cityOf(call);
  await db.transaction().execute(async (tx) => {
    const merchant = await tx
      .selectFrom('merchant')
      .select(['isEnabled', 'isSandbox'])
      .where('merchantNo', '=', merchantNo)
      .executeTakeFirst();
    if (!merchant || (!merchant.isEnabled && !merchant.isSandbox)) throw new AppError('NOT_FOUND');
    await lockDestination(tx, phone);
    await refuseSoon(tx, phone);
    await refuseFlood(tx, address);
    await refusePastLimit(tx, phone, 'OWNER');
    const owner = { codePurpose, merchantNo, phone };
    const expiresAt = new Date(Date.now() + VALID_SECONDS * 1000);
    const shared = { owner, channel: 'SMS', destination: phone, language, expiresAt, address, city } as const;
    const tester = await testUserOf(tx, phone, merchantNo);
    if (tester) {
      await keepCode(tx, vault, { ...shared, code: fixedCodeOf(vault, tester), isTest: true });
      return;
    }
    const customerNo = await customerOf(tx, merchantNo, phone);
    if (customerNo === null && codePurpose !== 'REGISTER') return;
    if (!messages.channels.includes('SMS')) throw new AppError('VALIDATE_CHANNEL_UNAVAILABLE');
    const question = {
      phone,
      merchantNo,
      customerNo,
      purpose: 'VERIFICATION',
      channel: 'SMS',
      at: new Date(),
    } as const;
    try {
      await passGate({ tx, db, log }, question, { userNo: null, templateCode: 'VERIFICATION_CODE' });
    } catch (error) {
      // Why a number is blocked is not for whoever holds the phone.
      if (error instanceof AppError && error.error.startsWith('CONTACT_')) throw new AppError('VERIFICATION_REFUSED');
      throw error;
    }
    const code = newCode();
    const facts = { code, minutes: String(VALID_SECONDS / 60) };
    const request = { facts, isSecret: true, expiresAt };
    const queued = await queueToCustomer(tx, 'customer.code', { merchantNo, phone, language }, request);
    if (!queued) throw new AppError('VERIFICATION_REFUSED');
    const codeNo = await keepCode(tx, vault, { ...shared, code });
    await keepSend(tx, { codeNo, ...queued, sentBy: null });
  });
  await messages.deliver();
  return SENT;
}

/** @throws AppError VERIFICATION_CODE_WRONG with the tries left, VERIFICATION_CODE_OVER */
export async function checkFromApp(
  { merchantNo, phone, codePurpose, code }: ParsedRequestOf<typeof verificationCode.check>,
  { db, services }: CallBasics,
): Promise<ReplyOf<typeof verificationCode.check>> {
  const judged = await db
    .transaction()
    .execute(async (tx) => await judgeCode(tx, services.vault, { codePurpose, merchantNo, phone }, code));
  if (judged.verdict === 'EXPIRED') throw new AppError('VERIFICATION_CODE_OVER', { fields: ['code'] });
  if (judged.verdict === 'WRONG') {
    const { triesLeft } = judged;
    throw new AppError('VERIFICATION_CODE_WRONG', { fields: ['code'], facts: { triesLeft } });
  }
  return { isVerified: true };
}
