import type { chargeOff, ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
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

const applyKindOf = (system: System) =>
  defineJob({
    kind: `${NAMES[system].name}.applyMany`,
    title: { en: 'Request charge-offs', zh: '批量申请核销' },
    code: `${NAMES[system].area}:chargeOff:apply`,
    params: z.strictObject({ reason: z.string() }),
    async runItem({ subjectNo: caseNo }, { reason }, job) {
      const call = asCommand(job);
      const { orderNo, billNos } = await lossOf(call.tx, system, caseNo, call);
      const form = { orderNo, reason, ...(system === 'BILL' && { billNos }) };
      return await requestChargeOff(system, form, call);
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

/** What a case in the pool would be charged off with: its order, and by bill its own bill. @throws AppError CASE_NOT_FOUND */
async function lossOf(tx: Tx, system: System, caseNo: string, { caller }: CommandContext) {
  const bills = await tx
    .selectFrom('collectionCase')
    .innerJoin('caseBill', 'caseBill.caseNo', 'collectionCase.caseNo')
    .select(['collectionCase.orderNo', 'caseBill.billNo'])
    .where('collectionCase.caseNo', '=', caseNo)
    .where('collectionCase.caseScope', '=', system)
    .where(casesWithin(caller.scope))
    .execute();
  const [first] = bills;
  if (!first) throw new AppError('CASE_NOT_FOUND');
  return { orderNo: first.orderNo, billNos: bills.map(({ billNo }) => billNo) };
}

const itemsOf = (numbers: readonly string[]) => [...new Set(numbers)].map((subjectNo) => ({ subjectNo, input: null }));

/** Asks for the loss of each case by its own rules; one that is not in the pool fails alone. */
export async function applyMany(
  system: System,
  { caseIds, reason }: ParsedRequestOf<Endpoints['applyMany']>,
  call: CommandContext,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(manyKinds[system].apply, { reason }, call, itemsOf(caseIds)) };
}

/** Decides losses one by one: one's own are refused in it. */
export async function checkMany(
  system: System,
  { chargeOffNos, ...decision }: ParsedRequestOf<Endpoints['checkMany']>,
  call: CommandContext,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(manyKinds[system].check, decision, call, itemsOf(chargeOffNos)) };
}
