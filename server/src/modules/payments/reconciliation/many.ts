import { type ParsedRequestOf, reconciliation } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall, CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { asCommand, createJob, defineJob } from '../../platform/jobs/index.ts';
import { peopleWith } from '../flows/index.ts';
import { resolveDifference } from './commands.ts';
import { lockDay } from './days.ts';

const RESOLVE = 'afterLoan:reconDifference:resolve';

/** Who may work on differences, of the caller's merchants. */
export const readOwners = async (_: unknown, call: Call) => await peopleWith(RESOLVE, call);

/** @throws AppError NOT_FOUND, DAY_CLOSED, REFERENCE_UNKNOWN for who may not work on differences */
async function assign(diffId: string, ownerUserNo: string | null, call: CommandContext): Promise<{ diffId: string }> {
  const { tx, caller } = call;
  const found = await tx
    .selectFrom('reconDifference')
    .select(['runId', 'serial', 'ownerUserNo'])
    .where('diffId', '=', diffId)
    .executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  const day = await lockDay(tx, found.runId, caller.scope);
  if (day.reconStatus === 'CLOSED') throw new AppError('DAY_CLOSED');
  if (ownerUserNo !== null && (await peopleWith(RESOLVE, { db: tx, caller }, ownerUserNo)).length === 0) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['ownerUserNo'] });
  }
  await tx.updateTable('reconDifference').set({ ownerUserNo }).where('diffId', '=', diffId).execute();
  await writeAudit(tx, call, {
    action: 'reconciliation.assign',
    subjectType: 'reconDay',
    subjectNo: found.runId,
    before: { serial: found.serial, ownerUserNo: found.ownerUserNo },
    after: { serial: found.serial, ownerUserNo },
  });
  return { diffId };
}

const owner = z.strictObject({ ownerUserNo: reconciliation.assignMany.request.shape.ownerUserNo });
export const assignJob = defineJob({
  kind: 'reconDifferences.assign',
  title: { en: 'Assign differences', zh: '指派对账差异' },
  code: RESOLVE,
  params: owner,
  runItem: async ({ subjectNo }, { ownerUserNo }, run) => await assign(subjectNo, ownerUserNo, asCommand(run)),
});

const stated = z.strictObject({ reason: reconciliation.resolveMany.request.shape.reason });
/** Each difference by its own resolution, with its own request. */
export const resolveJob = defineJob({
  kind: 'reconDifferences.resolve',
  title: { en: 'Resolve differences', zh: '批量处理对账差异' },
  code: RESOLVE,
  params: stated,
  runItem: async ({ subjectNo }, { reason }, run) =>
    await resolveDifference({ diffId: subjectNo, reason }, asCommand(run)),
});

const itemsOf = (diffIds: readonly string[]) => [...new Set(diffIds)].map((subjectNo) => ({ subjectNo, input: null }));

/** Hands differences to one person, or to nobody. */
export async function assignMany(
  { diffIds, ownerUserNo }: ParsedRequestOf<typeof reconciliation.assignMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(assignJob, { ownerUserNo }, call, itemsOf(diffIds)) };
}

/** Submits what each difference asks for; an approver decides each. */
export async function resolveMany(
  { diffIds, reason }: ParsedRequestOf<typeof reconciliation.resolveMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  return { jobNo: await createJob(resolveJob, { reason }, call, itemsOf(diffIds)) };
}
