import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import type { ChangeKind } from '../../platform/changes/index.ts';
import { advance } from '../../../state-machine/index.ts';
import { lockDay, needAccount, rematch } from './days.ts';
import { repeatedLineMachine } from './repeated-line.machine.ts';

const payload = z.strictObject({ diffId: z.string(), isAnother: z.boolean(), makerUserNo: z.string() });

/** A line that brings a reference and its amount again: left out as the same movement, or counted as another one. */
export const repeatKind: ChangeKind<z.output<typeof payload>> = {
  family: 'reconDifference',
  checkerCode: 'afterLoan:reconDifference:audit',
  lapsesAfterHours: 24,
  payload,
  kind: 'reconDifference.repeat',
  title: { en: 'Repeated statement line', zh: '对账单重复行' },
  async describe(db, { diffId, isAnother }, scope) {
    const { runId, accountCode, line } = await lineOf(db, diffId);
    await needAccount(db, accountCode, scope);
    const { serial, amountCents, details, repeatStatus } = line;
    return {
      subjectNo: diffId,
      subjectName: serial,
      concerns: [],
      merchantNos: [],
      state: { repeatStatus },
      before: { runId, amountCents, details },
      after: { isCounted: isAnother },
    };
  },
  async apply({ diffId, isAnother }, call) {
    const { tx, caller } = call;
    const { runId, line } = await lineOf(tx, diffId);
    const day = await lockDay(tx, runId, caller.scope);
    if (day.reconStatus === 'CLOSED') throw new AppError('DAY_CLOSED');
    const repeatStatus = advance(repeatedLineMachine, line.repeatStatus, isAnother ? 'count' : 'leaveOut');
    await tx.updateTable('reconLine').set({ repeatStatus }).where('lineId', '=', line.lineId).execute();
    await rematch(tx, day);
    await writeAudit(tx, call, {
      action: 'reconciliation.repeat',
      subjectType: 'reconDay',
      subjectNo: runId,
      after: { serial: line.serial, isCounted: isAnother },
    });
    return { runId };
  },
};

/** @throws AppError NOT_FOUND where somebody has said already */
async function lineOf(db: Queryable, diffId: string) {
  const found = await db
    .selectFrom('reconDifference as x')
    .innerJoin('reconDay as d', 'd.runId', 'x.runId')
    .select(['x.runId', 'x.serial', 'd.accountCode'])
    .where('x.diffId', '=', diffId)
    .where('x.diffType', '=', 'TWICE')
    .executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  const line = await db
    .selectFrom('reconLine')
    .select(['lineId', 'serial', 'amountCents', 'details', 'repeatStatus'])
    .where('runId', '=', found.runId)
    .where('serial', '=', found.serial)
    .where('repeatStatus', 'is not', null)
    .executeTakeFirst();
  if (!line?.repeatStatus) throw new AppError('NOT_FOUND');
  return { ...found, line: { ...line, repeatStatus: line.repeatStatus } };
}
