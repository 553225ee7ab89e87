import type { ParsedRequestOf, ReplyOf, verificationCode } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import {
  queueMessage,
  queueToCustomer,
  recipientOf,
  type Channel,
  type Queued,
} from '../../platform/messages/index.ts';
import { codeIn, keepCode, keepSend, ownerOf, type KeptCode } from '../../platform/verification-codes/index.ts';
import { replaceStaffCode } from '../../staff/auth/index.ts';
import { passGate } from '../contacts/index.ts';
import { customerOf, newCode } from './app.ts';
import { lockDestination, refusePastLimit, refuseSoon, VALID_SECONDS } from './limits.ts';

type Reply = ReplyOf<typeof verificationCode.resend>;

/** @throws AppError NOT_FOUND */
async function lockCode(tx: Tx, codeNo: string, { caller }: CommandContext): Promise<KeptCode> {
  return await lockOne(tx, tx.selectFrom('verificationCode').selectAll().where('codeNo', '=', codeNo), {
    missing: 'NOT_FOUND',
    subject: `verificationCode ${codeNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) =>
      merchantNo === null ? merchantsSeen(caller.scope) === null : seesMerchant(caller.scope, merchantNo),
  });
}

/** The same code with the end it had, or a new one in the place of one that is over. */
async function codeToSend(kept: KeptCode, { tx, services }: CommandContext) {
  const { vault } = services;
  const code = codeIn(vault, kept);
  if (code !== null) return { codeNo: kept.codeNo, code, expiresAt: kept.expiresAt, isNew: false };
  const made = newCode();
  const expiresAt = new Date(Date.now() + VALID_SECONDS * 1000);
  const { channel, destination, language, address, city } = kept;
  const owner = ownerOf(kept);
  const codeNo = await keepCode(tx, vault, {
    owner,
    code: made,
    channel,
    destination,
    language,
    expiresAt,
    address,
    city,
  });
  if (owner.codePurpose === 'STAFF_LOGIN') await replaceStaffCode(tx, vault, owner.userNo, { code: made, expiresAt });
  return { codeNo, code: made, expiresAt, isNew: true };
}

type ToSend = Awaited<ReturnType<typeof codeToSend>>;

/** Staff have two ways: the other one, where it leads somewhere. */
async function sendToStaff(kept: KeptCode, { code, expiresAt }: ToSend, call: CommandContext): Promise<Queued | null> {
  const { tx, services } = call;
  const recipient = await recipientOf(tx, kept.userNo ?? '');
  const other: Channel = kept.channel === 'EMAIL' ? 'SMS' : 'EMAIL';
  const lang = kept.language === 'zh' ? 'zh' : 'en';
  for (const channel of [other, kept.channel]) {
    if (!services.messages.channels.includes(channel)) continue;
    const request = { channel, facts: { code }, isSecret: true, expiresAt };
    const queued = await queueMessage(tx, 'signIn.code', { ...recipient, lang }, request);
    if (queued) return queued;
  }
  return null;
}

async function sendToCustomer(
  kept: KeptCode,
  { code, expiresAt }: ToSend,
  call: CommandContext,
): Promise<Queued | null> {
  const { tx, services, caller } = call;
  const { destination: phone } = kept;
  const merchantNo = kept.merchantNo ?? '';
  if (!services.messages.channels.includes('SMS')) return null;
  const customerNo = await customerOf(tx, merchantNo, phone);
  await passGate(
    call,
    { phone, merchantNo, customerNo, purpose: 'VERIFICATION', channel: 'SMS', at: new Date() },
    { userNo: caller.userNo, templateCode: 'VERIFICATION_CODE' },
  );
  const language = kept.language === 'sw' ? 'sw' : 'en';
  const minutes = Math.max(1, Math.ceil((expiresAt.getTime() - Date.now()) / 60_000));
  const request = { facts: { code, minutes: String(minutes) }, isSecret: true, expiresAt };
  return await queueToCustomer(tx, 'customer.code', { merchantNo, phone, language }, request);
}

/** @throws AppError NOT_FOUND, STALE, ILLEGAL_TRANSITION, VERIFICATION_SOON, VERIFICATION_LIMIT, CONTACT_… */
export async function resendCode(
  { codeNo, version }: ParsedRequestOf<typeof verificationCode.resend>,
  call: CommandContext,
): Promise<Reply> {
  const { tx, services, caller } = call;
  const kept = await lockCode(tx, codeNo, call);
  if (kept.version !== version) throw new AppError('STALE');
  if (kept.usedAt !== null || kept.replacedAt !== null || kept.isTest) throw new AppError('ILLEGAL_TRANSITION');
  await lockDestination(tx, kept.destination);
  await refuseSoon(tx, kept.destination);
  await refusePastLimit(tx, kept.destination, 'STAFF');
  const toSend = await codeToSend(kept, call);
  const queued = await (kept.codePurpose === 'STAFF_LOGIN' ? sendToStaff : sendToCustomer)(kept, toSend, call);
  if (!queued) throw new AppError('VALIDATE_CHANNEL_UNAVAILABLE');
  await keepSend(tx, { codeNo: toSend.codeNo, ...queued, sentBy: caller.userNo });
  await writeAudit(tx, call, {
    action: 'verificationCode.resend',
    subjectType: 'verificationCode',
    subjectNo: codeNo,
    ...(kept.merchantNo !== null && { merchantNo: kept.merchantNo }),
    after: { codeNo: toSend.codeNo, channel: queued.channel, isNew: toSend.isNew },
  });
  call.afterCommit(async () => void (await services.messages.deliver()));
  const { expiresAt, isNew } = toSend;
  return { codeNo: toSend.codeNo, isNew, channel: queued.channel, expiresAt: expiresAt.toISOString() };
}
