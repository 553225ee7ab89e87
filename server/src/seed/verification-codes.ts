import { randomBytes } from 'node:crypto';
import type { Tx } from '../db/database.ts';
import { networkOf } from '../modules/platform/sms-routes/index.ts';
import { MERCHANTS } from './places.ts';

const FATES = [
  { codePurpose: 'REGISTER', phone: '254712300101', outcome: 'DELIVERED', attempts: 0, isUsed: true },
  { codePurpose: 'LOGIN', phone: '254733300102', outcome: 'DELIVERED', attempts: 1, isUsed: true },
  { codePurpose: 'BIND_CARD', phone: '254722300103', outcome: 'SENT', attempts: 0, isUsed: false },
  { codePurpose: 'REGISTER', phone: '254771300104', outcome: 'FAILED', attempts: 0, isUsed: false },
  { codePurpose: 'LOGIN', phone: '254701300105', outcome: 'DELIVERED', attempts: 5, isUsed: false },
] as const;

/** Codes of the last days: arrived, lost on the way, typed wrong too often. One merchant is for tests. */
export async function seedVerificationCodes(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable('merchant').set({ isSandbox: true }).where('merchantNo', '=', 'M0003').execute();
  for (const [index, { codePurpose, phone, outcome, attempts, isUsed }] of FATES.entries()) {
    const sentAt = new Date(now.getTime() - (index + 1) * 7 * 3_600_000);
    const { merchantNo } = MERCHANTS[index % 2] ?? { merchantNo: 'M0001' };
    const { messageNo } = await tx
      .insertInto('message')
      .values({
        kind: 'customer.code',
        channel: 'SMS',
        merchantNo,
        destination: phone,
        subject: 'Verification code',
        body: null,
        isSecret: true,
        messageStatus: 'SENT',
        attempts: 1,
        createdAt: sentAt,
        sentAt,
        templateCode: 'VERIFICATION_CODE',
        gatewayReference: `ATXid_demo_code_${index}`,
        deliveryOutcome: outcome,
        deliveryToldAt: sentAt,
      })
      .returning('messageNo')
      .executeTakeFirstOrThrow();
    const { codeNo } = await tx
      .insertInto('verificationCode')
      .values({
        codePurpose,
        merchantNo,
        channel: 'SMS',
        destination: phone,
        network: networkOf(phone),
        language: index % 2 === 0 ? 'en' : 'sw',
        codeHash: randomBytes(32),
        address: `41.90.64.${10 + index}`,
        city: ['Nairobi', 'Mombasa', 'Kisumu'][index % 3] ?? null,
        createdAt: sentAt,
        sentAt,
        expiresAt: new Date(sentAt.getTime() + 300_000),
        attempts,
        usedAt: isUsed ? new Date(sentAt.getTime() + 40_000) : null,
        lastMessageNo: messageNo,
      })
      .returning('codeNo')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('verificationSend')
      .values({ codeNo, messageNo, channel: 'SMS', destination: phone, sentAt })
      .execute();
  }
}
