import { type ReplyOf, type reveal, revealField } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { Caller } from '../../../http/implement.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../policy/index.ts';
import type { RevealField } from './kinds.ts';

export interface Allowance {
  readonly budget: number;
  readonly fields: readonly RevealField[];
}

/** What the caller's roles allow: the largest budget, the fields of all of them. */
export async function allowanceOf(db: Queryable, { roleNos }: Caller): Promise<Allowance> {
  if (roleNos.length === 0) return { budget: 0, fields: [] };
  const roles = await db
    .selectFrom('role')
    .select(['dailyRevealBudget', 'revealFields'])
    .where('roleNo', 'in', [...roleNos])
    .execute();
  const held = new Set(roles.flatMap(({ revealFields }) => revealFields));
  return {
    budget: Math.max(0, ...roles.map(({ dailyRevealBudget }) => dailyRevealBudget)),
    fields: revealField.options.filter((field) => held.has(field)),
  };
}

/** Locks the person's day and answers what it has used: whoever reveals for them next waits. */
export async function lockDay(tx: Tx, userNo: string, eatDay: string): Promise<number> {
  const { used } = await tx
    .insertInto('revealDay')
    .values({ userNo, eatDay })
    .onConflict((conflict) => conflict.columns(['userNo', 'eatDay']).doUpdateSet({ used: sql.ref('reveal_day.used') }))
    .returning('used')
    .executeTakeFirstOrThrow();
  return used;
}

export async function countOne(tx: Tx, userNo: string, eatDay: string): Promise<void> {
  await tx
    .updateTable('revealDay')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where('userNo', '=', userNo)
    .where('eatDay', '=', eatDay)
    .execute();
}

/** What is left of the caller's day. */
export async function budgetLeft(db: Queryable, caller: Caller, now: Date): Promise<ReplyOf<typeof reveal.budget>> {
  const eatDay = businessDateOf(now);
  const [{ budget, fields }, day] = await Promise.all([
    allowanceOf(db, caller),
    db
      .selectFrom('revealDay')
      .select('used')
      .where('userNo', '=', caller.userNo)
      .where('eatDay', '=', eatDay)
      .executeTakeFirst(),
  ]);
  const used = day?.used ?? 0;
  return {
    budget,
    used,
    left: Math.max(0, budget - used),
    fields: [...fields],
    resetsAt: startOfBusinessDate(addDays(eatDay, 1)).toISOString(),
  };
}
