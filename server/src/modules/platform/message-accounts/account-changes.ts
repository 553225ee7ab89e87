import { messageAccount, type ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, DataScope } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { type ChangeKind, requestChange } from '../changes/index.ts';
import { serviceAccountOf } from '../gateways/index.ts';
import { isExpired, type MessageAccount, ownerOfSecret, takesSecret } from './account.ts';
import { lockAccount, seesApp, storedAccount } from './find.ts';
import { refuseUnverified } from './sender-domains.ts';

type Form = messageAccount.MessageAccountForm;
type One = ParsedRequestOf<typeof messageAccount.disable>;

const shared = { family: 'messageCenter', checkerCode: 'operation:config:audit' } as const;
const merchantOf = (appId: string): string | null => (appId === messageAccount.CONSOLE_APP ? null : appId);
const ofMerchant = (merchantNo: string | null): readonly string[] => (merchantNo === null ? [] : [merchantNo]);

/** What is shown and logged of an account: of its key only whether there is one. */
const factsOf = (of: Omit<Form, 'secret' | 'accountCode'>, hasSecret: boolean) => ({
  appId: of.appId,
  channelType: of.channelType,
  sender: of.sender,
  isDefault: of.isDefault,
  dailyCap: of.dailyCap,
  quietFrom: of.quietFrom,
  quietTo: of.quietTo,
  smsAccountCode: of.smsAccountCode,
  endpointUrl: of.endpointUrl,
  userName: of.userName,
  phoneNumberId: of.phoneNumberId,
  whatsAppTemplate: of.whatsAppTemplate,
  certificateExpiresOn: of.certificateExpiresOn,
  hasSecret,
});

const payload = z.strictObject({
  /** Null for a new account. */
  version: z.nullable(z.int()),
  /** Its key is null: it stands sealed beside it. */
  form: messageAccount.messageAccountForm,
  /** Base64; null where the key stays. */
  sealedSecret: z.nullable(z.string()),
});
type Payload = z.output<typeof payload>;

/** @throws AppError REFERENCE_UNKNOWN, MESSAGE_ACCOUNT_… */
async function refuseFaulty(
  db: Queryable,
  { form, sealedSecret }: Payload,
  before: MessageAccount | undefined,
  scope: DataScope,
): Promise<void> {
  const { accountCode, appId, channelType, smsAccountCode } = form;
  const merchantNo = merchantOf(appId);
  if (!(await seesApp(db, merchantNo, scope))) throw new AppError('REFERENCE_UNKNOWN', { fields: ['form.appId'] });
  // What was sent by an account stays what it was: another app or channel is another account.
  if (before && (before.appId !== appId || before.channelType !== channelType)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['form.appId'] });
  }
  const isOfApp = merchantNo === null ? channelType === 'SMS' || channelType === 'EMAIL' : channelType !== 'EMAIL';
  if (!isOfApp) throw new AppError('MESSAGE_ACCOUNT_CHANNEL', { fields: ['form.channelType'] });
  if (smsAccountCode !== null) {
    const known = await db
      .selectFrom('smsAccount')
      .select('accountCode')
      .where('accountCode', '=', smsAccountCode)
      .executeTakeFirst();
    if (!known) throw new AppError('REFERENCE_UNKNOWN', { fields: ['form.smsAccountCode'] });
  }
  const hasSecret = sealedSecret !== null || (before?.sealedSecret ?? null) !== null;
  if (takesSecret(form) && !hasSecret) throw new AppError('MESSAGE_ACCOUNT_KEYLESS', { fields: ['form.secret'] });
  // A key goes where it was given for: another server or user wants its own.
  const isElsewhere =
    before !== undefined && (before.endpointUrl !== form.endpointUrl || before.userName !== form.userName);
  if (takesSecret(form) && isElsewhere && sealedSecret === null) {
    throw new AppError('MESSAGE_ACCOUNT_KEYLESS', { fields: ['form.secret'] });
  }
  await refuseUnverified(db, form, 'form.sender');
  if (!form.isDefault) return;
  const other = await db
    .selectFrom('messageAccount')
    .select('accountCode')
    .where('appId', '=', appId)
    .where('channelType', '=', channelType)
    .where('isDefault', '=', true)
    .where('accountCode', '<>', accountCode)
    .executeTakeFirst();
  if (other) throw new AppError('MESSAGE_ACCOUNT_DEFAULT_TAKEN', { fields: ['form.isDefault'], facts: { ...other } });
}

/** An account as somebody wants it. A new one is disabled. */
export const saveAccountKind: ChangeKind<Payload> = {
  ...shared,
  kind: 'messageAccount.save',
  title: { en: 'Save message account', zh: '保存消息账户' },
  payload,
  async describe(db, wanted, scope) {
    const { version, form, sealedSecret } = wanted;
    const before = await storedAccount(db, form.accountCode, scope);
    if (version === null && (await isTaken(db, form.accountCode))) {
      throw new AppError('MESSAGE_ACCOUNT_EXISTS', { fields: ['form.accountCode'] });
    }
    if (version !== null && !before) throw new AppError('MESSAGE_ACCOUNT_NOT_FOUND');
    if (version !== null && before?.version !== version) throw new AppError('STALE');
    await refuseFaulty(db, wanted, before, scope);
    const hasSecret = sealedSecret !== null || (before?.sealedSecret ?? null) !== null;
    return {
      subjectNo: form.accountCode,
      subjectName: `${form.sender} (${form.accountCode})`,
      before: before ? factsOf(before, before.sealedSecret !== null) : null,
      after: { ...factsOf(form, hasSecret), isKeyReplaced: sealedSecret !== null },
      concerns: [],
      merchantNos: ofMerchant(merchantOf(form.appId)),
      state: { version },
    };
  },
  async apply(wanted, call) {
    const { tx, caller } = call;
    const { version, form, sealedSecret } = wanted;
    const { accountCode, appId, secret: _secret, ...rest } = form;
    const before = version === null ? undefined : await lockAccount({ accountCode, version }, call);
    await refuseFaulty(tx, wanted, before, caller.scope);
    const secret = sealedSecret === null ? {} : { sealedSecret: Buffer.from(sealedSecret, 'base64') };
    const values = { ...rest, ...secret, updatedAt: new Date() };
    if (before) {
      await tx
        .updateTable('messageAccount')
        .set({ ...values, version: before.version + 1 })
        .where('accountCode', '=', accountCode)
        .execute();
    } else {
      const made = await tx
        .insertInto('messageAccount')
        .values({ ...values, accountCode, merchantNo: merchantOf(appId) })
        .onConflict((conflict) => conflict.column('accountCode').doNothing())
        .returning('accountCode')
        .executeTakeFirst();
      if (!made) throw new AppError('MESSAGE_ACCOUNT_EXISTS', { fields: ['form.accountCode'] });
    }
    const merchantNo = merchantOf(appId);
    const hasSecret = sealedSecret !== null || (before?.sealedSecret ?? null) !== null;
    await writeAudit(tx, call, {
      action: before ? 'messageAccount.update' : 'messageAccount.save',
      subjectType: 'messageAccount',
      subjectNo: accountCode,
      ...(merchantNo !== null && { merchantNo }),
      ...(before && { before: factsOf(before, before.sealedSecret !== null) }),
      after: { ...factsOf(form, hasSecret), isKeyReplaced: sealedSecret !== null },
    });
    return { accountCode };
  },
};

async function isTaken(db: Queryable, accountCode: string): Promise<boolean> {
  const found = await db
    .selectFrom('messageAccount')
    .select('accountCode')
    .where('accountCode', '=', accountCode)
    .executeTakeFirst();
  return found !== undefined;
}

/** The key is sealed before the request is stored. @throws AppError MESSAGE_ACCOUNT_…, STALE */
export async function requestSave(
  { version = undefined, form, reason }: ParsedRequestOf<typeof messageAccount.save>,
  call: CommandCall,
) {
  const { secret, accountCode, channelType } = form;
  if (secret !== null && channelType === 'PUSH' && !serviceAccountOf(secret)) {
    throw new AppError('MESSAGE_ACCOUNT_KEY_FORMAT', { fields: ['form.secret'] });
  }
  const sealedSecret =
    secret === null || !takesSecret(form)
      ? null
      : call.services.vault.seal(Buffer.from(secret), ownerOfSecret(accountCode)).toString('base64');
  const asked = { version: version ?? null, form: { ...form, secret: null }, sealedSecret };
  return { changeNo: await requestChange(saveAccountKind, asked, call, reason) };
}

const one = z.strictObject({ accountCode: messageAccount.disable.request.shape.accountCode, version: z.int() });

/** @throws AppError MESSAGE_ACCOUNT_KEYLESS, MESSAGE_ACCOUNT_EXPIRED, MESSAGE_SENDER_UNVERIFIED */
async function refuseUnusable(db: Queryable, account: MessageAccount): Promise<void> {
  await refuseUnverified(db, account);
  if (takesSecret(account) && account.sealedSecret === null) throw new AppError('MESSAGE_ACCOUNT_KEYLESS');
  if (isExpired(account, new Date())) {
    throw new AppError('MESSAGE_ACCOUNT_EXPIRED', { facts: { date: account.certificateExpiresOn ?? '' } });
  }
}

export const enableAccountKind: ChangeKind<z.output<typeof one>> = {
  ...shared,
  kind: 'messageAccount.enable',
  title: { en: 'Enable message account', zh: '启用消息账户' },
  payload: one,
  async describe(db, { accountCode, version }, scope) {
    const before = await storedAccount(db, accountCode, scope);
    if (!before) throw new AppError('MESSAGE_ACCOUNT_NOT_FOUND');
    if (before.version !== version) throw new AppError('STALE');
    await refuseUnusable(db, before);
    return {
      subjectNo: accountCode,
      subjectName: `${before.sender} (${accountCode})`,
      before: { status: before.isEnabled ? 'ENABLED' : 'DISABLED' },
      after: { status: 'ENABLED', ...factsOf(before, before.sealedSecret !== null) },
      concerns: [],
      merchantNos: ofMerchant(before.merchantNo),
      state: { version },
    };
  },
  async apply(named, call) {
    const before = await lockAccount(named, call);
    if (before.isEnabled) throw new AppError('ILLEGAL_TRANSITION');
    await refuseUnusable(call.tx, before);
    await switchAccount(before, true, call);
    return { accountCode: before.accountCode };
  },
};

/** @throws AppError MESSAGE_ACCOUNT_NOT_FOUND, MESSAGE_ACCOUNT_KEYLESS, MESSAGE_ACCOUNT_EXPIRED, MESSAGE_SENDER_UNVERIFIED, STALE, ILLEGAL_TRANSITION */
export async function requestEnable({ reason, ...named }: One, call: CommandCall) {
  return { changeNo: await requestChange(enableAccountKind, named, call, reason) };
}

/** @throws AppError MESSAGE_ACCOUNT_NOT_FOUND, STALE, ILLEGAL_TRANSITION */
export async function disableAccount({ reason, ...named }: One, call: CommandCall) {
  const before = await lockAccount(named, call);
  if (!before.isEnabled) throw new AppError('ILLEGAL_TRANSITION');
  await switchAccount(before, false, call, reason);
  return { accountCode: before.accountCode, status: 'DISABLED' as const };
}

async function switchAccount(
  { accountCode, merchantNo, version }: MessageAccount,
  isEnabled: boolean,
  call: Pick<CommandCall, 'tx'> & Parameters<typeof writeAudit>[1],
  reason?: string,
): Promise<void> {
  await call.tx
    .updateTable('messageAccount')
    .set({ isEnabled, updatedAt: new Date(), version: version + 1 })
    .where('accountCode', '=', accountCode)
    .execute();
  const said = (is: boolean) => ({ status: is ? 'ENABLED' : 'DISABLED' });
  await writeAudit(call.tx, call, {
    action: isEnabled ? 'messageAccount.enable' : 'messageAccount.disable',
    subjectType: 'messageAccount',
    subjectNo: accountCode,
    ...(merchantNo !== null && { merchantNo }),
    before: said(!isEnabled),
    after: said(isEnabled),
    ...(reason !== undefined && { reason }),
  });
}
