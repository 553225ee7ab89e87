import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { nextOpening } from '../contacts/index.ts';
import { businessDateOf, policyOn, startOfBusinessDate } from '../../platform/policy/index.ts';

/** What the contact gate goes by, as far as a list can ask it for many at once. */
export interface CallableFacts {
  readonly at: Date;
  readonly isWithinHours: boolean;
  readonly dayStart: Date;
  readonly callCap: number;
  readonly allCap: number;
}

export async function callableFacts(db: Queryable, at: Date): Promise<CallableFacts> {
  const { policy } = await policyOn(db, businessDateOf(at));
  return {
    at,
    isWithinHours: nextOpening(at, policy.contactHours) === null,
    dayStart: startOfBusinessDate(businessDateOf(at)),
    callCap: policy.contactCaps.call,
    allCap: policy.contactCaps.all,
  };
}

/** Whether the borrower may be called now: hours, blocks and today's attempts. The gate itself decides at the dial. */
export function callableNow({ at, isWithinHours, dayStart, callCap, allCap }: CallableFacts) {
  // With an end, the months to come are not looked through.
  const dayEnd = new Date(dayStart.getTime() + 24 * 3_600_000);
  return sql<boolean>`(${isWithinHours} and not exists (select from contact_block k where k.lifted_at is null
      and (k.customer_no = collection_case.customer_no or k.phone = cu.phone) and k.block_kind <> 'OPT_OUT'
      and k.block_scopes && array['ALL', 'NO_CALL'] and (k.expires_at is null or k.expires_at > ${at}))
    and (select count(*) < ${allCap} and count(*) filter (where t.channel = 'CALL') < ${callCap}
      from contact_attempt t where t.phone = cu.phone and t.attempted_at >= ${dayStart} and t.attempted_at < ${dayEnd}
        and t.refused_for is null))`;
}
