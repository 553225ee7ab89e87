import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

/** How a robot's call ended, as follow-ups say it. What somebody only might pay stays for a person to hear: the robot makes no promise. */
export function robotActionOf(outcome: string, willingness: string | null): string {
  if (outcome === 'NUMBER_FAULT' || willingness === 'NUMBER_FAULT') return 'NUMBER_FAULT';
  if (outcome === 'NO_ANSWER' || outcome === 'BUSY' || outcome === 'SWITCHED_OFF') return outcome;
  if (outcome !== 'ANSWERED') return 'NOT_REACHED';
  if (willingness === 'WILLING') return 'WILL_PAY_LATER';
  return willingness === 'UNWILLING' ? 'REFUSED_TO_PAY' : 'ROBOT_SPOKE';
}

/**
 * Writes the robot's own follow-up on each case that a call spoke for, once a call. The case counts it; what a collector
 * noted last, and when, stays theirs.
 */
export async function noteRobotCall(
  tx: Tx,
  call: {
    readonly caseNos: readonly string[];
    readonly attemptId: number;
    readonly taskNo: string;
    readonly outcome: string;
    readonly willingness: string | null;
    readonly at: Date;
  },
): Promise<void> {
  const { attemptId, taskNo, outcome, willingness, at } = call;
  const remark = [`Robot call ${taskNo}: ${outcome}`, willingness].filter((part) => part !== null).join(', ');
  await sql`with noted as (
      insert into case_follow_up (case_no, contact_person, contact_channel, action_code, remark, case_level,
        robot_attempt_id, at)
      select c.case_no, 'BORROWER', 'ROBOT', ${robotActionOf(outcome, willingness)}::text, ${remark}::text, c.case_level,
        ${attemptId}::bigint, ${at}::timestamptz
      from collection_case c where c.case_no = any(${[...call.caseNos].toSorted()}::text[])
      on conflict do nothing returning case_no)
    update collection_case c set follow_up_count = c.follow_up_count + 1, version = c.version + 1
    from noted where noted.case_no = c.case_no`.execute(tx);
}
