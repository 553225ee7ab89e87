import type { ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { scheduling } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import { AppError } from '../../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../../http/implement.ts';
import { createJob, defineJob, type ItemsKind, ownJob, rootJobOf } from '../../../platform/jobs/index.ts';
import { proposalFor, refuseRange } from './commands.ts';
import { boundOf, gapOf } from './solve.ts';

type Params = z.output<typeof scheduling.autoPreview.request>;

const tenth = (value: number): number => Math.round(value * 10) / 10;

/**
 * A group's schedule, found and then held against the best possible one: two steps, each in a thread of its own, so that
 * a month of a large group holds up neither a request nor the server.
 */
export const autoKind: ItemsKind<Params> = defineJob({
  kind: 'scheduling.auto',
  title: { en: 'Auto-scheduling', zh: '自动排班' },
  code: 'schedule:shift:auto',
  params: scheduling.autoPreview.request,
  async runItem({ subjectNo }, request, run) {
    const { tx, caller, jobNo: ownNo } = run;
    const jobNo = await rootJobOf(tx, ownNo);
    const began = Date.now();
    const seconds = () => tenth((Date.now() - began) / 1_000);
    if (subjectNo === 'SCHEDULE') {
      const { cells, cancelled, kept, differences, fits, broken, cost, program } = await proposalFor(
        request,
        { db: tx, caller },
        run.signal,
      );
      await tx
        .insertInto('autoSchedule')
        .values({
          jobNo,
          deptNo: request.deptNo,
          fromDay: request.from,
          toDay: request.to,
          keepExisting: request.keepExisting,
          cells: JSON.stringify(cells),
          broken: JSON.stringify(broken),
          cancelled,
          kept,
          differences: JSON.stringify(differences),
          fits: JSON.stringify(fits),
          cost,
          seconds: seconds(),
          program,
        })
        .execute();
      return { shifts: cells.length };
    }
    const found = await tx
      .selectFrom('autoSchedule')
      .select(['program', 'cost', 'seconds'])
      .where('jobNo', '=', jobNo)
      .executeTakeFirst();
    if (!found?.program) throw new AppError('NOT_FOUND');
    const gapPercent = gapOf(Number(found.cost), await boundOf(found.program, run.signal));
    await tx
      .updateTable('autoSchedule')
      .set({ gapPercent, program: null, seconds: tenth(Number(found.seconds) + seconds()) })
      .where('jobNo', '=', jobNo)
      .execute();
    return { gapPercent };
  },
});

/** @throws AppError AUTO_RANGE, PLAN_NOT_IN_FORCE */
export async function startAuto(
  request: ParsedRequestOf<typeof scheduling.autoPreview>,
  call: CommandContext,
): Promise<{ jobNo: string }> {
  await refuseRange(call.tx, request);
  const items = ['SCHEDULE', 'BOUND'].map((subjectNo) => ({ subjectNo, input: {} }));
  return { jobNo: await createJob(autoKind, request, call, items) };
}

/** What one's own job found. @throws AppError JOB_NOT_FOUND, NOT_FOUND */
export async function autoFound(
  { jobNo }: { readonly jobNo: string },
  call: Call,
): Promise<ReplyOf<typeof scheduling.autoFound>> {
  await ownJob(call.db, jobNo, call);
  const row = await call.db
    .selectFrom('autoSchedule')
    .selectAll()
    .where('jobNo', '=', await rootJobOf(call.db, jobNo))
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  const { deptNo, fromDay: from, toDay: to, keepExisting, cells, broken, cancelled, kept, differences, fits } = row;
  const gapPercent = row.gapPercent === null ? null : Number(row.gapPercent);
  return {
    deptNo,
    from,
    to,
    keepExisting,
    cells,
    kept,
    cancelled,
    differences,
    broken,
    fits,
    gapPercent,
    seconds: Number(row.seconds),
  };
}
