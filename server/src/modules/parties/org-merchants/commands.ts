import type { orgMerchant, ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';

/** A merchant with nobody else at it. @throws AppError NOT_FOUND */
export async function lockMerchant(tx: Tx, merchantNo: string, scope: DataScope) {
  return await lockOne(tx, tx.selectFrom('merchant').selectAll().where('merchantNo', '=', merchantNo), {
    missing: 'NOT_FOUND',
    subject: `merchant ${merchantNo}`,
    state: ({ version }) => version,
    isSeen: (row) => seesMerchant(scope, row.merchantNo),
  });
}

interface Named {
  readonly merchantNo: string;
  readonly merchantName: string;
}

/** Numbers and names are known once. @throws AppError ORG_MERCHANT_EXISTS */
async function refuseTaken(tx: Tx, { merchantNo, merchantName }: Named, isNew: boolean): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('merchants', 0))`.execute(tx);
  const same = await tx
    .selectFrom('merchant')
    .select('merchantNo')
    .where((eb) =>
      eb.or([
        ...(isNew ? [eb('merchantNo', '=', merchantNo)] : []),
        eb.and([sql<boolean>`lower(merchant_name) = lower(${merchantName})`, eb('merchantNo', '<>', merchantNo)]),
      ]),
    )
    .executeTakeFirst();
  if (same) {
    throw new AppError('ORG_MERCHANT_EXISTS', {
      fields: [same.merchantNo === merchantNo ? 'merchantNo' : 'merchantName'],
    });
  }
}

/** @throws AppError REFERENCE_UNKNOWN */
async function orgNameOf(tx: Tx, orgNo: string): Promise<string> {
  const org = await tx.selectFrom('organization').select('orgName').where('orgNo', '=', orgNo).executeTakeFirst();
  if (!org) throw new AppError('REFERENCE_UNKNOWN', { fields: ['orgNo'] });
  return org.orgName;
}

interface NewMerchant extends Named {
  readonly orgNo: string;
  readonly orgName: string;
  readonly companyCode: string;
  readonly companyName: string;
}

/** Disabled and closed to traffic; whoever adds it sees it. */
async function insertMerchant(values: NewMerchant, action: 'add' | 'copy', call: CommandContext) {
  const { tx, caller } = call;
  const { merchantNo } = values;
  await refuseTaken(tx, values, true);
  await tx
    .insertInto('merchant')
    .values({ ...values, isEnabled: false, takesDefaultRules: false })
    .execute();
  noteMade(tx, `merchant ${merchantNo}`);
  await tx.insertInto('merchantTrafficLimit').values({ merchantNo, settledOrderCount: -1, dailyLimit: 0 }).execute();
  await tx.insertInto('userMerchant').values({ userNo: caller.userNo, merchantNo }).execute();
  await writeAudit(tx, call, {
    action: `orgMerchant.${action}`,
    subjectType: 'merchant',
    subjectNo: merchantNo,
    merchantNo,
    after: { ...values },
  });
  return { merchantNo };
}

export async function addMerchant(form: ParsedRequestOf<typeof orgMerchant.add>, call: CommandContext) {
  return await insertMerchant({ ...form, orgName: await orgNameOf(call.tx, form.orgNo) }, 'add', call);
}

export async function copyMerchant(
  { fromMerchantNo, ...named }: ParsedRequestOf<typeof orgMerchant.copy>,
  call: CommandContext,
) {
  const { orgNo, orgName, companyCode, companyName } = await lockMerchant(call.tx, fromMerchantNo, call.caller.scope);
  return await insertMerchant({ ...named, orgNo, orgName, companyCode, companyName }, 'copy', call);
}

export async function updateMerchant(
  { version, isSandbox, ...names }: ParsedRequestOf<typeof orgMerchant.update>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  const { merchantNo } = names;
  const before = await lockMerchant(tx, merchantNo, caller.scope);
  const form = { ...names, isSandbox: isSandbox ?? before.isSandbox };
  if (before.version !== version) throw new AppError('STALE');
  const orgName = await orgNameOf(tx, form.orgNo);
  await refuseTaken(tx, form, false);
  await tx
    .updateTable('merchant')
    .set({ ...form, orgName, updatedAt: new Date(), version: version + 1 })
    .where('merchantNo', '=', merchantNo)
    .execute();
  const { merchantName, companyCode, companyName, orgNo } = before;
  await writeAudit(tx, call, {
    action: 'orgMerchant.update',
    subjectType: 'merchant',
    subjectNo: merchantNo,
    merchantNo,
    before: { merchantName, companyCode, companyName, orgNo, isSandbox: before.isSandbox },
    after: { ...form },
  });
  return { merchantNo };
}

/** @throws AppError NOT_FOUND, ILLEGAL_TRANSITION */
export async function setMerchantEnabled(
  merchantNo: string,
  isEnabled: boolean,
  call: CommandContext,
  reason?: string,
): Promise<{ readonly merchantNo: string }> {
  const { tx, caller } = call;
  const before = await lockMerchant(tx, merchantNo, caller.scope);
  if (before.isEnabled === isEnabled) throw new AppError('ILLEGAL_TRANSITION');
  await tx
    .updateTable('merchant')
    .set({ isEnabled, updatedAt: new Date(), version: before.version + 1 })
    .where('merchantNo', '=', merchantNo)
    .execute();
  await writeAudit(tx, call, {
    action: isEnabled ? 'orgMerchant.enable' : 'orgMerchant.disable',
    subjectType: 'merchant',
    subjectNo: merchantNo,
    merchantNo,
    before: { isEnabled: before.isEnabled },
    after: { isEnabled },
    ...(reason !== undefined && { reason }),
  });
  return { merchantNo };
}
