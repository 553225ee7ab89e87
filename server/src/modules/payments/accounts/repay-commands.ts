import { repayAccount, type ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
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

const { reason: _why, ...fields } = repayAccount.save.request.shape;
const formPayload = z.strictObject({
  ...fields,
  /** Null: a new one. */
  accountId: z.nullable(z.string()),
});
type FormPayload = z.output<typeof formPayload>;
const FAMILY = 'repayAccount';

async function lockAccount(tx: Tx, accountId: string, scope: DataScope) {
  return await lockOne(tx, tx.selectFrom('repayAccount').selectAll().where('accountId', '=', accountId), {
    missing: 'ACCOUNT_UNKNOWN',
    subject: `repay account ${accountId}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNos }) => reachesWhole(scope, merchantNos),
  });
}

async function stored(db: Queryable, accountId: string | null) {
  if (accountId === null) return null;
  const found = await db.selectFrom('repayAccount').selectAll().where('accountId', '=', accountId).executeTakeFirst();
  if (!found) throw new AppError('ACCOUNT_UNKNOWN');
  return found;
}

const factsOf = (form: Omit<FormPayload, 'accountId'>) => ({
  paymentChannel: form.paymentChannel,
  codeRule: form.codeRule,
  bankCode: form.bankCode,
  branch: form.branch,
  accountName: form.accountName,
  accountNo: form.accountNo ? maskAccount(form.accountNo) : null,
  shortCode: form.shortCode ?? null,
  minCents: form.minCents,
  maxCents: form.maxCents,
  merchantNos: form.merchantNos,
});

const columnsOf = ({ accountId: _, ...form }: FormPayload) => ({
  ...form,
  accountNo: form.accountNo || null,
  shortCode: form.shortCode || null,
});

/** A receiving account as somebody wants it: new or changed. */
export const repayFormKind: ChangeKind<FormPayload> = {
  kind: 'repayAccount.save',
  family: FAMILY,
  title: { en: 'Receiving account', zh: '还款账户' },
  checkerCode: 'afterLoan:repayAccount:audit',
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
    if (form.minCents >= form.maxCents) {
      throw new AppError('BAD_REQUEST', { fields: [{ field: 'maxCents', msg: 'Must be above the minimum' }] });
    }
    if (before && before.codeRule !== form.codeRule) await refuseOpenLinks(tx, before.accountId);
    if (before?.enabled) await refuseLastOne(tx, before, form.merchantNos);
    let accountId = form.accountId;
    if (accountId === null) {
      const made = await newAccount(tx, form.accountName);
      ({ accountId } = made);
      await tx
        .insertInto('repayAccount')
        .values({ ...columnsOf(form), ...made })
        .execute();
    } else {
      await tx
        .updateTable('repayAccount')
        .set((eb) => ({ ...columnsOf(form), version: eb('version', '+', 1) }))
        .where('accountId', '=', accountId)
        .execute();
    }
    await writeAudit(tx, call, {
      action: before ? 'repayAccount.updated' : 'repayAccount.created',
      subjectType: 'repayAccount',
      subjectNo: accountId,
      ...(before && { before: factsOf(before) }),
      after: factsOf(form),
    });
    return { accountId };
  },
};

const statePayload = z.strictObject({ accountId: z.string() });

/** A disabled receiving account back in use: customers pay in to it again, so somebody else agrees. */
export const repayEnableKind: ChangeKind<z.output<typeof statePayload>> = {
  kind: 'repayAccount.enable',
  family: FAMILY,
  title: { en: 'Enable receiving account', zh: '启用还款账户' },
  checkerCode: 'afterLoan:repayAccount:audit',
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
    .updateTable('repayAccount')
    .set((eb) => ({ enabled, version: eb('version', '+', 1) }))
    .where('accountId', '=', accountId)
    .execute();
  await writeAudit(tx, call, {
    action: enabled ? 'repayAccount.enabled' : 'repayAccount.disabled',
    subjectType: 'repayAccount',
    subjectNo: accountId,
    before: { enabled: before.enabled },
    after: { enabled },
    ...(reason !== undefined && { reason }),
  });
  return { accountId };
}

/** @throws AppError BAD_REQUEST, ACCOUNT_EXISTS, REQUEST_PENDING, STALE */
export async function requestRepay(
  { reason, ...form }: ParsedRequestOf<typeof repayAccount.save>,
  call: CommandContext,
  kept?: { readonly accountId: string; readonly version: number },
) {
  const accountId = kept?.accountId ?? null;
  if (kept) {
    await refuseWhilePending(call.tx, FAMILY, kept.accountId);
    const { version } = await lockAccount(call.tx, kept.accountId, call.caller.scope);
    if (version !== kept.version) throw new AppError('STALE');
  }
  return { changeNo: await requestChange(repayFormKind, { ...form, accountId }, call, reason), accountId };
}

/** Disables at once; enabling awaits approval. @throws AppError MERCHANT_WITHOUT_ACCOUNT, ILLEGAL_TRANSITION, REQUEST_PENDING */
export async function changeRepayState(
  { accountId, enabled, reason }: ParsedRequestOf<typeof repayAccount.state>,
  call: CommandContext,
) {
  await refuseWhilePending(call.tx, FAMILY, accountId);
  if (enabled) return { changeNo: await requestChange(repayEnableKind, { accountId }, call, reason), accountId };
  const account = await lockAccount(call.tx, accountId, call.caller.scope);
  await refuseLastOne(call.tx, account);
  return await setEnabled(accountId, false, call, reason);
}

/** What their pages and messages say must stay true until they end. @throws AppError LINKS_OPEN */
async function refuseOpenLinks(tx: Tx, accountId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('paymentLink')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('accountId', '=', accountId)
    .where('linkStatus', '=', 'OPEN')
    .where('expiresAt', '>', new Date())
    .executeTakeFirstOrThrow();
  if (count > 0) throw new AppError('LINKS_OPEN', { facts: { count }, fields: ['codeRule'] });
}

async function refuseSameNumber(tx: Tx, form: FormPayload): Promise<void> {
  const { accountId, paymentChannel, accountNo, shortCode } = form;
  const same = await tx
    .selectFrom('repayAccount')
    .select('accountId')
    .where('paymentChannel', '=', paymentChannel)
    .where(({ eb, fn }) => eb(fn.coalesce('accountNo', 'shortCode'), '=', accountNo || shortCode || ''))
    .$if(accountId !== null, (query) => query.where('accountId', '<>', accountId ?? ''))
    .executeTakeFirst();
  if (same) throw new AppError('ACCOUNT_EXISTS', { fields: [accountNo ? 'accountNo' : 'shortCode'] });
}

/** Every merchant that pays in to this account, and is not kept on it, has another enabled one. */
async function refuseLastOne(
  tx: Tx,
  { accountId, merchantNos }: { readonly accountId: string; readonly merchantNos: string[] },
  kept: readonly string[] | null = null,
): Promise<void> {
  // None named: the account serves all.
  if (kept?.length === 0) return;
  const { rows } = await sql<{ merchantNo: string }>`SELECT m.merchant_no FROM merchant m
    WHERE (${merchantNos}::text[] = '{}' OR m.merchant_no = ANY(${merchantNos}::text[]))
      AND m.merchant_no <> ALL(${[...(kept ?? [])]}::text[])
      AND NOT EXISTS (SELECT FROM repay_account r WHERE r.enabled AND r.account_id <> ${accountId}
        AND (r.merchant_nos = '{}' OR m.merchant_no = ANY(r.merchant_nos)))
    ORDER BY m.merchant_no`.execute(tx);
  const [first] = rows;
  if (!first) return;
  const facts = { merchantNo: first.merchantNo };
  throw new AppError('MERCHANT_WITHOUT_ACCOUNT', { facts, ...(kept && { fields: ['merchantNos'] }) });
}

const rangePayload = z.strictObject({ accountId: z.string(), from: z.string(), to: z.string() });

/** The numbers that an account's virtual numbers are taken from. */
export const repayRangeKind: ChangeKind<z.output<typeof rangePayload>> = {
  kind: 'repayAccount.range',
  family: FAMILY,
  title: { en: 'Virtual number range', zh: '虚拟账号号段' },
  checkerCode: 'afterLoan:repayAccount:audit',
  payload: rangePayload,
  lapsesAfterHours: 24,
  async describe(db, { accountId, from, to }) {
    const before = await stored(db, accountId);
    return {
      subjectNo: accountId,
      subjectName: before?.accountName ?? accountId,
      before: { rangeFrom: before?.rangeFrom ?? null, rangeTo: before?.rangeTo ?? null },
      after: { rangeFrom: from, rangeTo: to },
      concerns: [],
      merchantNos: before?.merchantNos ?? [],
      state: { version: before?.version ?? 0 },
    };
  },
  async apply({ accountId, from, to }, call) {
    const { tx, caller } = call;
    const before = await lockAccount(tx, accountId, caller.scope);
    if (before.codeRule !== 'VIRTUAL') {
      const facts = { subject: 'account', state: before.codeRule, command: 'virtualRange' };
      throw new AppError('ILLEGAL_TRANSITION', { facts });
    }
    if (from.length !== to.length || from >= to) {
      throw new AppError('BAD_REQUEST', { fields: [{ field: 'to', msg: 'Must be above the beginning' }] });
    }
    const overlapping = await tx
      .selectFrom('repayAccount')
      .select('accountId')
      .where('accountId', '<>', accountId)
      .where('rangeFrom', 'is not', null)
      .where(sql<boolean>`range_from::numeric <= ${to}::numeric and range_to::numeric >= ${from}::numeric`)
      .executeTakeFirst();
    if (overlapping) throw new AppError('RANGE_OVERLAP', { fields: ['from'] });
    await tx
      .updateTable('repayAccount')
      .set((eb) => ({ rangeFrom: from, rangeTo: to, version: eb('version', '+', 1) }))
      .where('accountId', '=', accountId)
      .execute();
    await writeAudit(tx, call, {
      action: 'repayAccount.ranged',
      subjectType: 'repayAccount',
      subjectNo: accountId,
      before: { rangeFrom: before.rangeFrom, rangeTo: before.rangeTo },
      after: { rangeFrom: from, rangeTo: to },
    });
    return { accountId };
  },
};

/** @throws AppError RANGE_OVERLAP, BAD_REQUEST, ILLEGAL_TRANSITION, REQUEST_PENDING, STALE */
export async function requestRange(
  { reason, version, ...range }: ParsedRequestOf<typeof repayAccount.virtualRange>,
  call: CommandContext,
) {
  const { accountId } = range;
  await refuseWhilePending(call.tx, FAMILY, accountId);
  const account = await lockAccount(call.tx, accountId, call.caller.scope);
  if (account.version !== version) throw new AppError('STALE');
  return { changeNo: await requestChange(repayRangeKind, range, call, reason), accountId };
}
