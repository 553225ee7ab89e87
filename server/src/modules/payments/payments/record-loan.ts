import { sql } from 'kysely';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { changed, readLoanFacts } from './loan-facts.ts';
import { lockLoan } from './loan-lock.ts';

/**
 * Does something to a loan and records it: the order, its bills and the flows named, before and after. Days
 * that were still to be charged are charged before, so the record shows the command alone.
 */
export async function recordOnLoan<T>(
  call: CommandContext,
  about: {
    readonly action: string;
    readonly orderNo: string;
    readonly merchantNo: string;
    readonly flowNos: readonly string[];
    readonly reason?: string | undefined;
  },
  work: () => Promise<T>,
): Promise<T> {
  const { tx } = call;
  const { action, orderNo, merchantNo, flowNos, reason } = about;
  await lockLoan(tx, orderNo, businessDateOf(new Date()));
  // Flows change under their lock; until then the record would show what another command leaves behind.
  await sql`select from payment_flow where flow_no = any(${[...flowNos]}::text[])
    order by flow_no for no key update`.execute(tx);
  const before = await readLoanFacts(tx, orderNo, flowNos);
  const done = await work();
  const after = await readLoanFacts(tx, orderNo, flowNos);
  await writeAudit(tx, call, {
    action,
    subjectType: 'order',
    subjectNo: orderNo,
    merchantNo,
    ...changed(before, after),
    ...(reason !== undefined && { reason }),
  });
  return done;
}
