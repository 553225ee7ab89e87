import { loanerAccount, type ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { maskAccount } from '../../platform/masking/index.ts';
import { checkAccountForm, newAccount, refuseWhilePending } from './account-checks.ts';
import { reachesWhole } from './account-scope.ts';
import { routesBy } from './read-loaner.ts';

const { reason: _why, ...fields } = loanerAccount.save.request.shape;
const formPayload = z.strictObject({
  ...fields,
  /** Null: a new one. */
  accountId: z.nullable(z.string()),
});
type FormPayload = z.output<typeof formPayload>;
const FAMILY = 'loanerAccount';

async function lockAccount(tx: Tx, accountId: string, scope: DataScope) {
  return await lockOne(tx, tx.selectFrom('loanerAccount').selectAll().where('accountId', '=', accountId), {
    missing: 'ACCOUNT_UNKNOWN',
    subject: `loaner account ${accountId}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNos }) => reachesWhole(scope, merchantNos),
  });
}

async function stored(db: Queryable, accountId: string | null) {
  if (accountId === null) return null;
  const found = await db.selectFrom('loanerAccount').selectAll().where('accountId', '=', accountId).executeTakeFirst();
  if (!found) throw new AppError('ACCOUNT_UNKNOWN');
  return found;
}

const factsOf = (form: Omit<FormPayload, 'accountId'>) => ({
  loanerName: form.loanerName,
  lendingChannel: form.lendingChannel,
  bankCode: form.bankCode,
  branch: form.branch,
  accountName: form.accountName,
  accountNo: form.accountNo ? maskAccount(form.accountNo) : null,
  shortCode: form.shortCode ?? null,
  dailyLimitCents: form.dailyLimitCents,
  merchantNos: form.merchantNos,
});

const columnsOf = ({ accountId: _, ...form }: FormPayload) => ({
  ...form,
  accountNo: form.accountNo || null,
  shortCode: form.shortCode || null,
});

/** A payout account as somebody wants it: new or changed. */
export const loanerFormKind: ChangeKind<FormPayload> = {
  kind: 'loanerAccount.save',
  family: FAMILY,
  title: { en: 'Payout account', zh: '放款账户' },
  checkerCode: 'afterLoan:loanerAccount:audit',
  payload: formPayload,
  lapsesAfterHours: 24,
  async describe(db, form) {
    const before = await stored(db, form.accountId);
    return {
      subjectNo: form.accountId,
      subjectName: form.accountName,
      before: before && factsOf(before),
      after: factsOf(form),
      concerns: [],
      merchantNos: form.merchantNos,
      state: before && { version: before.version },
    };
  },
  async apply(form, call) {
    const { tx, caller } = call;
    await checkAccountForm(tx, form, caller.scope);
    await refuseSameNumber(tx, form);
    const before = form.accountId === null ? null : await lockAccount(tx, form.accountId, caller.scope);
    if (before && (await isUsed(tx, before.accountCode)) && isOther(before, form)) {
      throw new AppError('ACCOUNT_FIXED', { fields: ['accountNo'] });
    }
    let accountId = form.accountId;
    if (accountId === null) {
      const made = await newAccount(tx, form.accountName);
      ({ accountId } = made);
      await tx
        .insertInto('loanerAccount')
        .values({ ...columnsOf(form), ...made })
        .execute();
    } else {
      await tx
        .updateTable('loanerAccount')
        .set((eb) => ({ ...columnsOf(form), version: eb('version', '+', 1) }))
        .where('accountId', '=', accountId)
        .execute();
    }
    await writeAudit(tx, call, {
      action: before ? 'loanerAccount.updated' : 'loanerAccount.created',
      subjectType: 'loanerAccount',
      subjectNo: accountId,
      ...(before && { before: factsOf(before) }),
      after: factsOf(form),
    });
    return { accountId };
  },
};

const statePayload = z.strictObject({ accountId: z.string() });

/** A disabled payout account back in use: money may leave it again, so somebody else agrees. */
export const loanerEnableKind: ChangeKind<z.output<typeof statePayload>> = {
  kind: 'loanerAccount.enable',
  family: FAMILY,
  title: { en: 'Enable payout account', zh: '启用放款账户' },
  checkerCode: 'afterLoan:loanerAccount:audit',
  payload: statePayload,
  lapsesAfterHours: 24,
  async describe(db, { accountId }) {
    const before = await stored(db, accountId);
    return {
      subjectNo: accountId,
      subjectName: before?.accountName ?? accountId,
      before: { enabled: before?.enabled ?? false },
      after: { enabled: true },
      concerns: [],
      merchantNos: before?.merchantNos ?? [],
      state: { enabled: before?.enabled ?? false },
    };
  },
  apply: async ({ accountId }, call) => await setEnabled(accountId, true, call),
};

async function setEnabled(accountId: string, enabled: boolean, call: CommandContext, reason?: string) {
  const { tx, caller } = call;
  const before = await lockAccount(tx, accountId, caller.scope);
  if (before.enabled === enabled) {
    const facts = { subject: 'account', state: String(before.enabled), command: enabled ? 'enable' : 'disable' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  await tx
    .updateTable('loanerAccount')
    .set((eb) => ({ enabled, version: eb('version', '+', 1) }))
    .where('accountId', '=', accountId)
    .execute();
  await writeAudit(tx, call, {
    action: enabled ? 'loanerAccount.enabled' : 'loanerAccount.disabled',
    subjectType: 'loanerAccount',
    subjectNo: accountId,
    before: { enabled: before.enabled },
    after: { enabled },
    ...(reason !== undefined && { reason }),
  });
  return { accountId };
}

/** @throws AppError BAD_REQUEST, ACCOUNT_EXISTS, ACCOUNT_FIXED, REQUEST_PENDING, STALE */
export async function requestLoaner(
  { reason, ...form }: ParsedRequestOf<typeof loanerAccount.save>,
  call: CommandContext,
  kept?: { readonly accountId: string; readonly version: number },
) {
  const accountId = kept?.accountId ?? null;
  if (kept) {
    await refuseWhilePending(call.tx, FAMILY, kept.accountId);
    const { version } = await lockAccount(call.tx, kept.accountId, call.caller.scope);
    if (version !== kept.version) throw new AppError('STALE');
  }
  return { changeNo: await requestChange(loanerFormKind, { ...form, accountId }, call, reason), accountId };
}

/** Disables at once; enabling awaits approval. @throws AppError ROUTE_WITHOUT_ACCOUNT, ILLEGAL_TRANSITION, REQUEST_PENDING */
export async function changeLoanerState(
  { accountId, enabled, reason }: ParsedRequestOf<typeof loanerAccount.state>,
  call: CommandContext,
) {
  await refuseWhilePending(call.tx, FAMILY, accountId);
  if (enabled) return { changeNo: await requestChange(loanerEnableKind, { accountId }, call, reason), accountId };
  const { accountCode } = await lockAccount(call.tx, accountId, call.caller.scope);
  const left = await routesLeftWithout(call.tx, accountCode);
  if (left > 0) throw new AppError('ROUTE_WITHOUT_ACCOUNT', { facts: { routes: left } });
  return await setEnabled(accountId, false, call, reason);
}

/** How many strategies have no other enabled account than this one; the orders of all others move to their next entry. */
async function routesLeftWithout(tx: Tx, accountCode: string): Promise<number> {
  const routes = await routesBy({ db: tx }, accountCode);
  const enabled = await tx.selectFrom('loanerAccount').select('accountId').where('enabled', '=', true).execute();
  const usable = new Set(enabled.map(({ accountId }) => accountId));
  return routes.filter(({ others }) => !others.some((accountId) => usable.has(accountId))).length;
}

async function refuseSameNumber(tx: Tx, { accountId, bankCode, accountNo, shortCode }: FormPayload): Promise<void> {
  const same = await tx
    .selectFrom('loanerAccount')
    .select('accountId')
    .where('bankCode', '=', bankCode)
    .where(({ eb, fn }) => eb(fn.coalesce('accountNo', 'shortCode'), '=', accountNo || shortCode || ''))
    .$if(accountId !== null, (query) => query.where('accountId', '<>', accountId ?? ''))
    .executeTakeFirst();
  if (same) throw new AppError('ACCOUNT_EXISTS', { fields: [accountNo ? 'accountNo' : 'shortCode'] });
}

async function isUsed(tx: Tx, accountCode: string): Promise<boolean> {
  const paid = await tx
    .selectFrom('payoutAttempt')
    .select('attemptNo')
    .where('accountCode', '=', accountCode)
    .where('attemptStatus', '=', 'SUCCESS')
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}

const isOther = (
  before: { readonly accountNo: string | null; readonly shortCode: string | null; readonly lendingChannel: string },
  form: FormPayload,
): boolean =>
  before.lendingChannel !== form.lendingChannel ||
  before.accountNo !== (form.accountNo || null) ||
  before.shortCode !== (form.shortCode || null);
