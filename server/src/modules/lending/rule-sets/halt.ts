import type { ParsedRequestOf, ReplyOf, ruleSet } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';

const open = (db: Queryable) =>
  db.selectFrom('riskHalt as h').innerJoin('appUser as u', 'u.userNo', 'h.haltedBy').where('h.resumedAt', 'is', null);

/** Whether at a moment every application goes to a person. */
export async function isHalted(db: Queryable, at: Date): Promise<boolean> {
  const found = await db
    .selectFrom('riskHalt')
    .select('haltId')
    .where('haltedAt', '<=', at)
    .where((eb) => eb.or([eb('resumedAt', 'is', null), eb('resumedAt', '>', at)]))
    .executeTakeFirst();
  return found !== undefined;
}

export async function readHalt(_request: object, { db }: Call): Promise<ReplyOf<typeof ruleSet.halted>> {
  const halt = await open(db).select(['h.haltedAt', 'h.reason', 'u.realName as haltedByName']).executeTakeFirst();
  const pending = await db
    .selectFrom('changeRequest')
    .select('changeNo')
    .where('family', '=', 'ruleSet')
    .where('changeState', '=', 'PENDING')
    .executeTakeFirst();
  return {
    halt: halt ? { ...halt, haltedAt: halt.haltedAt.toISOString() } : null,
    hasPending: pending !== undefined,
  };
}

const refused = (state: string, command: string) =>
  new AppError('ILLEGAL_TRANSITION', { facts: { subject: 'machine review', state, command } });

/** @throws AppError ILLEGAL_TRANSITION where it is halted already */
export async function haltReviews({ reason }: ParsedRequestOf<typeof ruleSet.halt>, call: CommandContext) {
  const { tx, caller } = call;
  const made = await tx
    .insertInto('riskHalt')
    .values({ haltedBy: caller.userNo, reason })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['haltId', 'haltedAt'])
    .executeTakeFirst();
  if (!made) throw refused('HALTED', 'halt');
  noteMade(tx, `riskHalt ${made.haltId}`);
  await writeAudit(tx, call, {
    action: 'ruleSet.halt',
    subjectType: 'ruleSet',
    subjectNo: 'HALT',
    before: { isHalted: false },
    after: { isHalted: true },
    reason,
  });
  return { haltedAt: made.haltedAt.toISOString() };
}

async function lockHalt(tx: Tx): Promise<{ readonly haltId: number }> {
  const found = await tx
    .selectFrom('riskHalt')
    .select('haltId')
    .where('resumedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw refused('RUNNING', 'resume');
  return found;
}

const nothing = z.strictObject({ haltId: z.number() });

/** Machine review goes on: two people agree. */
export const resumeKind: ChangeKind<z.output<typeof nothing>> = {
  family: 'ruleSet',
  checkerCode: 'risk:ruleSet:resume',
  lapsesAfterHours: 72,
  kind: 'ruleSet.resume',
  title: { en: 'Resume machine review', zh: '恢复机审' },
  payload: nothing,
  async describe(db, { haltId }) {
    const halt = await db.selectFrom('riskHalt').selectAll().where('haltId', '=', haltId).executeTakeFirst();
    return {
      subjectNo: 'HALT',
      subjectName: halt?.reason ?? '-',
      before: { isHalted: true },
      after: { isHalted: false },
      concerns: [],
      merchantNos: [],
      state: { resumedAt: halt?.resumedAt?.toISOString() ?? null },
    };
  },
  async apply(_payload, call) {
    const { tx, caller } = call;
    const { haltId } = await lockHalt(tx);
    await tx
      .updateTable('riskHalt')
      .set({ resumedAt: new Date(), resumedBy: caller.userNo })
      .where('haltId', '=', haltId)
      .execute();
    await writeAudit(tx, call, {
      action: 'ruleSet.resume',
      subjectType: 'ruleSet',
      subjectNo: 'HALT',
      before: { isHalted: true },
      after: { isHalted: false },
    });
    return { isHalted: false };
  },
};

/** @throws AppError ILLEGAL_TRANSITION without a halt, CHANGE_WAITING */
export async function requestResume({ reason }: ParsedRequestOf<typeof ruleSet.resume>, call: CommandContext) {
  const { haltId } = await lockHalt(call.tx);
  return { changeNo: await requestChange(resumeKind, { haltId }, call, reason) };
}
