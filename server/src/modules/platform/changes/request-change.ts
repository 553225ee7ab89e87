import { sql } from 'kysely';
import { noteMade, notesOf } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { noteTrial } from '../../../http/preview.ts';
import { writeAudit } from '../audit/index.ts';
import type { ChangeKind } from './kinds.ts';
import { announce } from './announce.ts';

/**
 * Carries the command out and takes it back: a request that cannot succeed is refused at its form. A preview
 * keeps it until its own end, so that it shows what the command would say and post.
 */
async function simulate<Payload>(kind: ChangeKind<Payload>, payload: Payload, call: CommandContext): Promise<void> {
  const { tx } = call;
  await sql`SAVEPOINT change_trial`.execute(tx);
  let isKept = false;
  try {
    await kind.apply(payload, { ...call, afterCommit: () => undefined });
    isKept = notesOf(tx)?.isDryRun === true;
    if (isKept) await noteTrial(tx);
  } finally {
    if (!isKept) await sql`ROLLBACK TO SAVEPOINT change_trial`.execute(tx);
    await sql`RELEASE SAVEPOINT change_trial`.execute(tx);
  }
}

/**
 * Stores a command for an approver instead of carrying it out; answers its `changeNo`.
 * Throws what the command itself would refuse, and CHANGE_WAITING where one of this subject waits.
 */
export async function requestChange<Payload>(
  kind: ChangeKind<Payload>,
  payload: Payload,
  call: CommandContext,
  reason?: string,
): Promise<string> {
  const { caller, tx } = call;
  const subject = await kind.describe(tx, payload, caller.scope, call.services);
  await simulate(kind, payload, call);
  const { subjectNo } = subject;
  if (subjectNo !== null) {
    // Two requests of one subject at once: the second waits here and then finds the first.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`change ${kind.kind} ${subjectNo}`}, 0))`.execute(tx);
    const waiting = await tx
      .selectFrom('changeRequest')
      .select('changeNo')
      .where('kind', '=', kind.kind)
      .where('subjectNo', '=', subjectNo)
      .where('changeState', '=', 'PENDING')
      .executeTakeFirst();
    if (waiting) throw new AppError('CHANGE_WAITING', { facts: { changeNo: waiting.changeNo } });
  }
  const hours = kind.lapsesAfterHours;
  const { changeNo } = await tx
    .insertInto('changeRequest')
    .values({
      family: kind.family,
      kind: kind.kind,
      subjectNo,
      subjectName: subject.subjectName,
      payload: JSON.stringify(payload),
      subjectState: subject.state === null ? null : JSON.stringify(subject.state),
      before: subject.before === null ? null : JSON.stringify(subject.before),
      after: JSON.stringify(subject.after),
      concerns: [...subject.concerns],
      merchantNos: [...subject.merchantNos],
      makerUserNo: caller.userNo,
      makerMerchantNos: caller.scope === 'all' ? null : [...caller.scope.merchantNos],
      makerRows: caller.scope === 'all' || caller.scope.rows === undefined ? null : JSON.stringify(caller.scope.rows),
      reason: reason ?? null,
      lapsesAt: hours === undefined ? null : new Date(Date.now() + hours * 3_600_000),
    })
    .returning('changeNo')
    .executeTakeFirstOrThrow();
  noteMade(tx, `change ${changeNo}`);
  await writeAudit(tx, call, {
    action: `${kind.kind}.requested`,
    subjectType: 'change',
    subjectNo: changeNo,
    before: subject.before ?? undefined,
    after: subject.after,
    ...(reason === undefined ? {} : { reason }),
  });
  announce(call, { changeNo, changeState: 'PENDING', makerUserNo: caller.userNo }, kind);
  return changeNo;
}
