import { robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { passGate, queueDispatch } from '../contacts/index.ts';
import { isTried } from './read.ts';
import { lockTask } from './store.ts';
import type { OfferSection } from './tables.ts';

/**
 * Calls the caller's own phone with the script of a task that has not begun. The gate is asked as for a customer: hours,
 * caps and blocks apply; who registered the phone agreed.
 * @throws AppError ROBOT_TASK_NOT_FOUND, ILLEGAL_TRANSITION, ROBOT_TRIAL_NO_PHONE, ROBOT_TRIAL_LIMIT, CONTACT_…
 */
export async function tryTask(section: OfferSection, { taskNo }: { readonly taskNo: string }, call: CommandContext) {
  const { tx, caller } = call;
  const task = await lockTask(tx, taskNo, { section, scope: caller.scope });
  if (!isTried(task.taskStatus)) {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'robot task', state: task.taskStatus, command: 'trial' },
    });
  }
  const { phone } = await tx
    .selectFrom('appUser')
    .select('phone')
    .where('userNo', '=', caller.userNo)
    .executeTakeFirstOrThrow();
  if (phone === null) throw new AppError('ROBOT_TRIAL_NO_PHONE');
  const at = new Date();
  const made = await trialsToday(tx, caller.userNo, at);
  const most = robotTask.MAX_TRIALS_PER_DAY;
  if (made >= most) throw new AppError('ROBOT_TRIAL_LIMIT', { facts: { most } });
  const { merchantNo, scriptCode, voiceLanguage: language } = task;
  const attemptId = await passGate(
    call,
    {
      phone,
      customerNo: null,
      merchantNo,
      purpose: section === 'marketing' ? 'MARKETING' : 'TELEMARKETING',
      channel: 'ROBOT',
      at,
      party: { partyKind: 'LEAD', hasAgreed: true },
    },
    { userNo: caller.userNo },
  );
  await queueDispatch(tx, { attemptId, channel: 'ROBOT', phone, payload: { scriptCode, language, variables: {} } });
  await tx.insertInto('robotTaskTrial').values({ attemptId, taskNo, userNo: caller.userNo, triedAt: at }).execute();
  await writeAudit(tx, call, {
    action: `${section}.robotTask.trial`,
    subjectType: 'robotTask',
    subjectNo: taskNo,
    merchantNo,
    after: { attemptId },
  });
  return { taskNo, left: most - made - 1 };
}

/** Trials of a person today; who asks waits for their other ones. */
async function trialsToday(tx: Tx, userNo: string, at: Date): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`robot trial ${userNo}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('robotTaskTrial')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userNo', '=', userNo)
    .where('triedAt', '>=', startOfBusinessDate(businessDateOf(at)))
    .executeTakeFirstOrThrow();
  return count;
}

/** The newest 10 trials of a task, with how each ended. */
export async function trialsOf(db: Queryable, taskNo: string): Promise<robotTask.RobotTrial[]> {
  const rows = await db
    .selectFrom('robotTaskTrial as x')
    .innerJoin('appUser as u', 'u.userNo', 'x.userNo')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('contactResult')
          .select(['outcome', 'willingness'])
          .whereRef('contactResult.attemptId', '=', 'x.attemptId')
          .where('outcome', '<>', 'SENT')
          .orderBy('resultId', 'desc')
          .limit(1)
          .as('r'),
      (join) => join.onTrue(),
    )
    .select(['u.realName', 'x.triedAt', 'r.outcome', 'r.willingness'])
    .where('x.taskNo', '=', taskNo)
    .orderBy('x.triedAt', 'desc')
    .limit(10)
    .execute();
  return rows.map(({ triedAt, ...row }) => ({ ...row, triedAt: triedAt.toISOString() }));
}
