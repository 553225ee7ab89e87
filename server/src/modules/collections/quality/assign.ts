import type { inspection, ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext } from '../../../http/implement.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { lockInspection, write } from './commands.ts';
import { inspectorsOf } from './choices.ts';

const params = z.strictObject({ inspectorUserNos: z.array(z.string()) });
const input = z.object({ inspectorUserNo: z.string() });

/** @throws AppError INSPECTION_NOT_FOUND, ILLEGAL_TRANSITION, INSPECTOR_UNFIT */
async function assignOne(inspectionNo: string, assignedUserNo: string, call: CommandContext) {
  const before = await lockInspection(inspectionNo, call);
  if (before.inspectionStatus !== 'PENDING')
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'inspection', state: before.inspectionStatus, command: 'assign' },
    });
  if (before.userNo === assignedUserNo) throw new AppError('INSPECTION_OWN');
  const fit = await inspectorsOf(call.tx, [before.merchantNo]);
  if (!fit.some(({ value }) => value === assignedUserNo)) throw new AppError('INSPECTOR_UNFIT');
  return await write(before, 'assign', { assignedUserNo }, call, { after: { assignedUserNo } });
}

/** Inspections divided among inspectors, one transaction each. */
export const assignKind: ItemsKind<z.output<typeof params>> = defineJob({
  kind: 'inspections.assign',
  title: { en: 'Assign inspections', zh: '批量分配质检' },
  code: 'quality:inspection:sample',
  params,
  runItem: async ({ subjectNo, input: given }, _params, run) =>
    await assignOne(subjectNo, input.parse(given).inspectorUserNo, asCommand(run)),
});

/** Each inspection goes to whoever has the fewest open ones, and is not inspected by it. */
export async function assignInspections(
  { inspectionNos, inspectorUserNos }: ParsedRequestOf<typeof inspection.assign>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  const { tx } = call;
  const open = await tx
    .selectFrom('inspection')
    .select(({ fn }) => ['assignedUserNo', fn.countAll<number>().as('count')])
    .where('inspectionStatus', '=', 'PENDING')
    .where('assignedUserNo', 'in', inspectorUserNos)
    .groupBy('assignedUserNo')
    .execute();
  const load = new Map(inspectorUserNos.map((userNo) => [userNo, 0]));
  for (const { assignedUserNo, count } of open) if (assignedUserNo !== null) load.set(assignedUserNo, Number(count));
  const about = await tx
    .selectFrom('inspection')
    .select(['inspectionNo', 'userNo'])
    .where('inspectionNo', 'in', [...new Set(inspectionNos)])
    .orderBy('inspectionNo')
    .execute();
  const inspected = new Map(about.map(({ inspectionNo, userNo }) => [inspectionNo, userNo]));
  const items = [...new Set(inspectionNos)].map((subjectNo) => {
    const [emptiest] = [...load]
      .filter(([userNo]) => userNo !== inspected.get(subjectNo))
      .toSorted(([, one], [, other]) => one - other);
    const inspectorUserNo = emptiest?.[0] ?? inspectorUserNos[0] ?? '';
    load.set(inspectorUserNo, (load.get(inspectorUserNo) ?? 0) + 1);
    return { subjectNo, input: { inspectorUserNo } };
  });
  return { jobNo: await createJob(assignKind, { inspectorUserNos }, call, items) };
}
