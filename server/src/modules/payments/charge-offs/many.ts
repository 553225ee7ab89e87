import type { chargeOff, ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { asCommand, createJob, defineJob } from '../../platform/jobs/index.ts';
import { casesWithin } from '../../collections/collections/index.ts';
import type { System } from '../waivers/index.ts';
import { checkChargeOff, requestChargeOff } from './commands.ts';

type Endpoints = typeof chargeOff.byOrder;

const NAMES = {
  ORDER: { area: 'collection', name: 'chargeOff' },
  BILL: { area: 'collectionStage', name: 'chargeOffStage' },
} as const;

/** The bills of an order that are requested; null by order, where a loss is of all that is active. */
const itemInput = z.nullable(z.object({ billNos: z.array(z.string()) }));

const applyKindOf = (system: System) =>
  defineJob({
    kind: `${NAMES[system].name}.applyMany`,
    title: { en: 'Request charge-offs', zh: '批量申请核销' },
    code: `${NAMES[system].area}:chargeOff:apply`,
    params: z.strictObject({ leavesOlder: z.optional(z.boolean()), reason: z.string() }),
    async runItem({ subjectNo, input }, { reason, leavesOlder }, job) {
      const billNos = itemInput.parse(input)?.billNos;
      const form = { orderNo: subjectNo, reason, leavesOlder, ...(billNos && { billNos }) };
      return await requestChargeOff(system, form, asCommand(job));
    },
  });

const checkKindOf = (system: System) =>
  defineJob({
    kind: `${NAMES[system].name}.checkMany`,
    title: { en: 'Decide charge-offs', zh: '批量审批核销' },
    code: `${NAMES[system].area}:chargeOff:audit`,
    params: z.strictObject({ isApproved: z.boolean(), reason: z.optional(z.string()) }),
    runItem: async ({ subjectNo: chargeOffNo }, { isApproved, reason }, job) =>
      await checkChargeOff(system, { chargeOffNo, isApproved, ...(reason && { reason }) }, asCommand(job)),
  });

export const manyKinds = {
  ORDER: { apply: applyKindOf('ORDER'), check: checkKindOf('ORDER') },
  BILL: { apply: applyKindOf('BILL'), check: checkKindOf('BILL') },
} as const;

const itemsOf = (numbers: readonly string[]) => [...new Set(numbers)].map((subjectNo) => ({ subjectNo, input: null }));

/**
 * Asks for many losses, one request an order: an order has one that waits at most, so its bills go together or not at
 * all. What is in no pool fails in its item.
 * @throws AppError CASE_NOT_FOUND
 */
export async function applyMany(
  system: System,
  { caseIds, ...form }: ParsedRequestOf<Endpoints['applyMany']>,
  call: CommandContext,
): Promise<{ jobNo: string }> {
  const rows = await call.tx
    .selectFrom('collectionCase')
    .innerJoin('caseBill', 'caseBill.caseNo', 'collectionCase.caseNo')
    .select(['collectionCase.orderNo', 'caseBill.billNo'])
    .where('collectionCase.caseNo', 'in', [...caseIds])
    .where('collectionCase.caseScope', '=', system)
    .where(casesWithin(call.caller.scope))
    .orderBy('collectionCase.orderNo')
    .orderBy('caseBill.billNo')
    .execute();
  const byOrder = Map.groupBy(rows, ({ orderNo }) => orderNo);
  if (byOrder.size === 0) throw new AppError('CASE_NOT_FOUND');
  const items = [...byOrder].map(([subjectNo, bills]) => ({
    subjectNo,
    input: system === 'ORDER' ? null : { billNos: bills.map(({ billNo }) => billNo) },
  }));
  return { jobNo: await createJob(manyKinds[system].apply, form, call, items) };
}

/** Decides losses one by one: one's own are refused in it. */
export async function checkMany(
  system: System,
  { chargeOffNos, ...decision }: ParsedRequestOf<Endpoints['checkMany']>,
  call: CommandContext,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(manyKinds[system].check, decision, call, itemsOf(chargeOffNos)) };
}
