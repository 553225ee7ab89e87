import { type ParsedRequestOf, smsAccount, smsRoutes } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { type ChangeKind, requestChange } from '../changes/index.ts';
import type { SmsAccount } from './account-order.ts';
import { codesOf } from './families.ts';
import { ownerOfKey } from './router.ts';

type Form = smsAccount.AccountForm;
type One = ParsedRequestOf<typeof smsAccount.disable>;

const shared = { family: 'messageCenter', checkerCode: 'operation:config:audit' } as const;

/** @throws AppError SMS_ACCOUNT_NOT_FOUND, STALE */
async function lockAccount(tx: Tx, { accountCode, version }: Pick<One, 'accountCode' | 'version'>) {
  const before = await lockOne(tx, tx.selectFrom('smsAccount').selectAll().where('accountCode', '=', accountCode), {
    missing: 'SMS_ACCOUNT_NOT_FOUND',
    subject: `SMS account ${accountCode}`,
    state: (row) => row.version,
    isSeen: () => true,
  });
  if (before.version !== version) throw new AppError('STALE');
  return before;
}

const stored = async (db: Queryable, accountCode: string) =>
  await db.selectFrom('smsAccount').selectAll().where('accountCode', '=', accountCode).executeTakeFirst();

/** What is shown and logged of an account: of its key only whether there is one. */
const factsOf = (of: Omit<Form, 'apiKey' | 'accountCode'>, hasApiKey: boolean) => ({
  provider: of.provider,
  senderId: of.senderId,
  endpointUrl: of.endpointUrl,
  userName: of.userName,
  unitPriceCents: of.unitPriceCents,
  hasApiKey,
});

const payload = z.strictObject({
  /** Null for a new account. */
  version: z.nullable(z.int()),
  /** Its key is null: it stands sealed beside it. */
  form: smsAccount.accountForm,
  /** Base64; null where the key stays. */
  sealedKey: z.nullable(z.string()),
});

/** An account as somebody wants it. A new one is disabled. */
export const saveAccountKind: ChangeKind<z.output<typeof payload>> = {
  ...shared,
  kind: 'smsAccount.save',
  title: { en: 'Save SMS account', zh: '保存短信账户' },
  payload,
  async describe(db, { version, form, sealedKey }) {
    const before = await stored(db, form.accountCode);
    if (version === null && before) throw new AppError('SMS_ACCOUNT_EXISTS', { fields: ['form.accountCode'] });
    if (version !== null && !before) throw new AppError('SMS_ACCOUNT_NOT_FOUND');
    if (version !== null && before?.version !== version) throw new AppError('STALE');
    const hasKey = sealedKey !== null || (before?.sealedKey ?? null) !== null;
    if (form.provider !== 'SERVER' && !hasKey) throw new AppError('SMS_ACCOUNT_KEYLESS', { fields: ['form.apiKey'] });
    return {
      subjectNo: form.accountCode,
      subjectName: `${form.senderId} (${form.accountCode})`,
      before: before ? factsOf(before, before.sealedKey !== null) : null,
      after: { ...factsOf(form, hasKey), isKeyReplaced: sealedKey !== null },
      concerns: [],
      merchantNos: [],
      state: { version },
    };
  },
  async apply({ version, form, sealedKey }, call) {
    const { tx } = call;
    const { accountCode, apiKey: _key, ...rest } = form;
    const before = version === null ? null : await lockAccount(tx, { accountCode, version });
    const key = sealedKey === null ? {} : { sealedKey: Buffer.from(sealedKey, 'base64') };
    const values = { ...rest, ...key, updatedAt: new Date() };
    if (before) {
      await tx
        .updateTable('smsAccount')
        .set({ ...values, version: before.version + 1 })
        .where('accountCode', '=', accountCode)
        .execute();
    } else {
      await tx
        .insertInto('smsAccount')
        .values({ ...values, accountCode })
        .execute();
    }
    const hasKey = sealedKey !== null || (before?.sealedKey ?? null) !== null;
    await writeAudit(tx, call, {
      action: before ? 'smsAccount.update' : 'smsAccount.save',
      subjectType: 'smsAccount',
      subjectNo: accountCode,
      ...(before && { before: factsOf(before, before.sealedKey !== null) }),
      after: { ...factsOf(form, hasKey), isKeyReplaced: sealedKey !== null },
    });
    return { accountCode };
  },
};

/** The key is sealed before the request is stored. @throws AppError SMS_ACCOUNT_EXISTS, SMS_ACCOUNT_KEYLESS, STALE */
export async function requestSave(
  { version = undefined, form, reason }: ParsedRequestOf<typeof smsAccount.save>,
  call: CommandCall,
) {
  const { apiKey, accountCode } = form;
  const sealedKey =
    apiKey === null ? null : call.services.vault.seal(Buffer.from(apiKey), ownerOfKey(accountCode)).toString('base64');
  const asked = { version: version ?? null, form: { ...form, apiKey: null }, sealedKey };
  return { changeNo: await requestChange(saveAccountKind, asked, call, reason) };
}

const one = z.strictObject({ accountCode: smsRoutes.accountCode, version: z.int() });

const hasKeyIfNeeded = ({ provider, sealedKey }: SmsAccount) => provider === 'SERVER' || sealedKey !== null;

export const enableAccountKind: ChangeKind<z.output<typeof one>> = {
  ...shared,
  kind: 'smsAccount.enable',
  title: { en: 'Enable SMS account', zh: '启用短信账户' },
  payload: one,
  async describe(db, { accountCode, version }) {
    const before = await stored(db, accountCode);
    if (!before) throw new AppError('SMS_ACCOUNT_NOT_FOUND');
    if (before.version !== version) throw new AppError('STALE');
    return {
      subjectNo: accountCode,
      subjectName: `${before.senderId} (${accountCode})`,
      before: { accountStatus: before.isEnabled ? 'ENABLED' : 'DISABLED' },
      after: { accountStatus: 'ENABLED', ...factsOf(before, before.sealedKey !== null) },
      concerns: [],
      merchantNos: [],
      state: { version },
    };
  },
  async apply(named, call) {
    const before = await lockAccount(call.tx, named);
    if (before.isEnabled) throw new AppError('ILLEGAL_TRANSITION');
    if (!hasKeyIfNeeded(before)) throw new AppError('SMS_ACCOUNT_KEYLESS');
    await switchAccount(before, true, call);
    return { accountCode: before.accountCode };
  },
};

/** @throws AppError SMS_ACCOUNT_NOT_FOUND, SMS_ACCOUNT_KEYLESS, STALE, ILLEGAL_TRANSITION */
export async function requestEnable({ reason, ...named }: One, call: CommandCall) {
  return { changeNo: await requestChange(enableAccountKind, named, call, reason) };
}

/** @throws AppError SMS_ACCOUNT_NOT_FOUND, SMS_ACCOUNT_NEEDED, STALE, ILLEGAL_TRANSITION */
export async function disableAccount({ reason, ...named }: One, call: CommandCall) {
  const before = await lockAccount(call.tx, named);
  if (!before.isEnabled) throw new AppError('ILLEGAL_TRANSITION');
  const routeNo = await soleFor(call.tx, before.accountCode);
  if (routeNo !== null) throw new AppError('SMS_ACCOUNT_NEEDED', { facts: { routeNo } });
  await switchAccount(before, false, call, reason);
  return { accountCode: before.accountCode, accountStatus: 'DISABLED' as const };
}

/** A route that sends verification codes by no other enabled account. */
async function soleFor(tx: Tx, accountCode: string): Promise<string | null> {
  const routes = await tx
    .selectFrom('smsRouteNow')
    .select(['routeNo', 'value'])
    .where('smsKind', '=', 'VERIFICATION')
    .where('routeStatus', '=', 'ENABLED')
    .execute();
  const enabled = await tx.selectFrom('smsAccount').select('accountCode').where('isEnabled', '=', true).execute();
  const others = new Set(enabled.map((account) => account.accountCode).filter((code) => code !== accountCode));
  const sole = routes.find(({ value }) => {
    const codes = codesOf(smsRoutes.smsRouteValue.parse(value));
    return codes.includes(accountCode) && !codes.some((code) => others.has(code));
  });
  return sole?.routeNo ?? null;
}

async function switchAccount(
  { accountCode, version }: SmsAccount,
  isEnabled: boolean,
  call: Pick<CommandCall, 'tx' | 'caller'> & Parameters<typeof writeAudit>[1],
  reason?: string,
): Promise<void> {
  await call.tx
    .updateTable('smsAccount')
    .set({ isEnabled, updatedAt: new Date(), version: version + 1 })
    .where('accountCode', '=', accountCode)
    .execute();
  const said = (is: boolean) => ({ accountStatus: is ? 'ENABLED' : 'DISABLED' });
  await writeAudit(call.tx, call, {
    action: isEnabled ? 'smsAccount.enable' : 'smsAccount.disable',
    subjectType: 'smsAccount',
    subjectNo: accountCode,
    before: said(!isEnabled),
    after: said(isEnabled),
    ...(reason !== undefined && { reason }),
  });
}
