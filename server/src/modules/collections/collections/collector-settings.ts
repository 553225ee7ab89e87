import { collectorSettings, type ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { lockCollector } from './collectors.ts';

export const CODE_OF = {
  ORDER: 'collection:personnel:update',
  BILL: 'collectionStage:personnel:update',
} as const satisfies Record<CaseScope, string>;
/** What their changes are about in the log. */
export const SUBJECT_OF = { ORDER: 'collectorByOrder', BILL: 'collectorByBill' } as const satisfies Record<
  CaseScope,
  string
>;

type Form = ParsedRequestOf<collectorSettings.SettingsEndpoints['update']>;
type Patch = Omit<Form, 'userNo' | 'version'>;

/** The merchants of a collector whom the caller sees. @throws AppError PERSONNEL_NOT_FOUND */
async function merchantsOf(tx: Tx, userNo: string, { caller }: Pick<CommandContext, 'caller'>): Promise<string[]> {
  const rows = await tx
    .selectFrom('personnelMerchant')
    .select('merchantNo')
    .where('personnelKind', '=', 'COLLECTOR')
    .where('userNo', '=', userNo)
    .execute();
  const all = rows.map(({ merchantNo }) => merchantNo);
  const seen = merchantsSeen(caller.scope);
  if (!all.some((merchantNo) => seen === null || seen.includes(merchantNo))) throw new AppError('PERSONNEL_NOT_FOUND');
  return all;
}

/** @throws AppError PERSONNEL_MERCHANT for a product of a merchant that the collector does not work for */
async function checkProducts(tx: Tx, productNos: readonly string[], merchantNos: readonly string[]): Promise<void> {
  if (productNos.length === 0) return;
  const known = await tx
    .selectFrom('loanProduct')
    .select('productNo')
    .where('productNo', 'in', productNos)
    .where('merchantNo', 'in', [...merchantNos, ''])
    .execute();
  if (known.length < new Set(productNos).size) throw new AppError('PERSONNEL_MERCHANT', { fields: ['productNos'] });
}

const NOTHING = {
  caseLevels: [] as string[],
  productNos: [] as string[],
  billCap: null as number | null,
  amountCapCents: null as number | null,
  joinAutoAllot: null as boolean | null,
  firstLoanWhitelist: null as boolean | null,
};

/**
 * Changes what a collector works in a system: the fields named, the others stay. What they have in hand stays theirs.
 * @param version what the caller saw; null for whatever it is
 * @throws AppError PERSONNEL_NOT_FOUND, STALE, PERSONNEL_CAP, PERSONNEL_MERCHANT
 */
async function apply(
  scope: CaseScope,
  { userNo, version }: { readonly userNo: string; readonly version: number | null },
  { acceptsCapBelowOpen = false, ...patch }: Patch,
  call: CommandContext,
): Promise<{ userNo: string; version: number }> {
  const { tx, caller } = call;
  await lockCollector(tx, userNo);
  const merchantNos = await merchantsOf(tx, userNo, call);
  const held = await tx
    .selectFrom('collectorSettings')
    .selectAll()
    .where('userNo', '=', userNo)
    .where('caseScope', '=', scope)
    .executeTakeFirst();
  if (version !== null && (held?.version ?? 0) !== version) throw new AppError('STALE');
  const before = { ...NOTHING, ...(held && pick(held)) };
  const after = {
    caseLevels: patch.caseLevels ?? before.caseLevels,
    productNos: patch.productNos ?? before.productNos,
    billCap: patch.billCap === undefined ? before.billCap : patch.billCap,
    amountCapCents: patch.amountCapCents === undefined ? before.amountCapCents : patch.amountCapCents,
    joinAutoAllot: patch.joinAutoAllot ?? before.joinAutoAllot,
    firstLoanWhitelist: patch.firstLoanWhitelist ?? before.firstLoanWhitelist,
  };
  await checkProducts(tx, after.productNos, merchantNos);
  if (after.billCap !== null && after.billCap !== before.billCap && !acceptsCapBelowOpen) {
    await warnOfCap(tx, userNo, after.billCap);
  }
  const next = (held?.version ?? 0) + 1;
  const row = { ...after, updatedBy: caller.userNo, updatedAt: new Date(), version: next };
  await tx
    .insertInto('collectorSettings')
    .values({ userNo, caseScope: scope, ...row })
    .onConflict((conflict) => conflict.columns(['userNo', 'caseScope']).doUpdateSet(row))
    .execute();
  await writeAudit(tx, call, {
    action: CODE_OF[scope],
    subjectType: SUBJECT_OF[scope],
    subjectNo: userNo,
    before,
    after,
  });
  return { userNo, version: next };
}

function pick({ caseLevels, productNos, billCap, amountCapCents, joinAutoAllot, firstLoanWhitelist }: typeof NOTHING) {
  return { caseLevels, productNos, billCap, amountCapCents, joinAutoAllot, firstLoanWhitelist };
}

/** @throws AppError PERSONNEL_CAP */
async function warnOfCap(tx: Tx, userNo: string, billCap: number): Promise<void> {
  const { open } = await tx
    .selectFrom('collectionCase')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('collectorUserNo', '=', userNo)
    .where('caseScope', '=', 'BILL')
    .where('caseStatus', 'in', ['COLLECTING', 'RETAINED'])
    .executeTakeFirstOrThrow();
  if (billCap < open) throw new AppError('PERSONNEL_CAP', { facts: { open }, fields: ['billCap'] });
}

/** By order there are levels alone. @throws AppError BAD_REQUEST */
function refuseOfBill(scope: CaseScope, patch: Patch): void {
  if (scope === 'BILL') return;
  const field = (['productNos', 'billCap', 'amountCapCents'] as const).find((name) => patch[name] !== undefined);
  if (field !== undefined) throw new AppError('BAD_REQUEST', { fields: [{ field, msg: 'By bill alone' }] });
}

export async function updateSettings(scope: CaseScope, { userNo, version, ...patch }: Form, call: CommandCall) {
  refuseOfBill(scope, patch);
  return await apply(scope, { userNo, version }, patch, call);
}

const { userNos: _all, ...changes } = collectorSettings.byBill.batchUpdate.request.shape;
const params = z.strictObject(changes);
const kindOf = (scope: CaseScope) =>
  defineJob({
    kind: scope === 'ORDER' ? 'collectorsByOrder.update' : 'collectorsByBill.update',
    title: { en: 'Changes of collectors’ settings', zh: '批量调整催收员设置' },
    code: CODE_OF[scope],
    params,
    // Whoever changes many has seen their loads: a cap below what one of them has open stands.
    runItem: async ({ subjectNo }, patch, run) =>
      await apply(scope, { userNo: subjectNo, version: null }, { ...patch, acceptsCapBelowOpen: true }, asCommand(run)),
  } satisfies ItemsKind<z.output<typeof params>>);
const kinds = { ORDER: kindOf('ORDER'), BILL: kindOf('BILL') } as const;
export const settingsKinds = Object.values(kinds);

/** @throws AppError NOTHING_CHANGES */
export async function updateManySettings(
  scope: CaseScope,
  { userNos, ...patch }: ParsedRequestOf<collectorSettings.SettingsEndpoints['batchUpdate']>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  refuseOfBill(scope, patch);
  if (Object.keys(patch).length === 0) throw new AppError('NOTHING_CHANGES');
  const items = [...new Set(userNos)].map((subjectNo) => ({ subjectNo, input: null }));
  return { jobNo: await createJob(kinds[scope], patch, call, items) };
}
