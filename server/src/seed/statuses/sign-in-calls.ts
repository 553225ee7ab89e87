import { sql } from 'kysely';
import { callersOf, callTasks, callTime, type Listed } from './call-desk.ts';
import type { Desk } from './desk.ts';

/** Of each merchant. */
const PEOPLE = 16;
const DAY_MS = 86_400_000;
const TYPES = ['DORMANT', 'UNFINISHED_APPLICATION', 'NEVER_LOGGED_IN'] as const;
const STATES = ['POOL', 'ASSIGNED', 'ASSIGNED', 'POOL', 'SELF_RETURNED', 'DONE', 'ASSIGNED', 'POOL'] as const;

/** Customers who do not sign in, in every state, and the tasks in which customer service calls them. */
export async function signInCalls(desk: Desk): Promise<void> {
  const { db, now, maker } = desk;
  const { rows: customers } = await sql<{ customerNo: string; merchantNo: string; phone: string }>`
    select customer_no, merchant_no, phone from (select customer_no, merchant_no, phone,
      row_number() over (partition by merchant_no order by id_card_no desc, customer_no) as n from customer) c
    where n <= ${PEOPLE} order by merchant_no, n`.execute(db);
  const listed = await desk.does(async (tx) => {
    const callers = await callersOf(tx, 'SERVICE');
    const made: Listed[] = [];
    for (const [merchantNo, people] of Map.groupBy(customers, (one) => one.merchantNo)) {
      const userNos = callers.get(merchantNo) ?? [];
      const startedAt = callTime(now, 9, 0);
      const { batchNo } = await tx
        .insertInto('callImport')
        .values({
          desk: 'SERVICE',
          importType: 'FILE',
          merchantNo,
          listType: 'DORMANT',
          jobNo: `SEED-SIGN-IN-${merchantNo}`,
          totalCount: people.length + 1,
          successCount: people.length,
          failCount: 1,
          importResult: 'PARTIAL_SUCCESS',
          operatorUserNo: maker,
          startedAt,
          finishedAt: new Date(startedAt.getTime() + 4_000),
        })
        .returning('batchNo')
        .executeTakeFirstOrThrow();
      for (const [index, customer] of people.entries()) {
        const state = STATES[index % STATES.length] ?? 'POOL';
        const owner = state === 'ASSIGNED' ? userNos[index % userNos.length] : undefined;
        const listStatus = state === 'ASSIGNED' && owner === undefined ? 'POOL' : state;
        const { entryId } = await tx
          .insertInto('callEntry')
          .values({
            desk: 'SERVICE',
            merchantNo,
            phone: customer.phone,
            batchNo,
            listType: TYPES[index % TYPES.length] ?? 'DORMANT',
            appName: 'Kituo',
            lastLoginAt: index % 3 === 2 ? null : new Date(now.getTime() - (40 + index * 3) * DAY_MS),
            listStatus,
            followStatus: listStatus === 'DONE' || listStatus === 'SELF_RETURNED' ? 'DONE' : 'NOT_FOLLOWED',
            createdAt: startedAt,
            ...(owner !== undefined && { ownerUserNo: owner, assignedAt: callTime(now, 8, index) }),
          })
          .returning('entryId')
          .executeTakeFirstOrThrow();
        if (owner !== undefined) {
          const assigned = { entryId, userNo: owner, cause: 'assign', byUserNo: maker, at: callTime(now, 8, index) };
          await tx.insertInto('callAssignment').values(assigned).execute();
        }
        made.push({ ...customer, entryId, isOpen: listStatus === 'POOL' || listStatus === 'ASSIGNED' });
      }
    }
    return made;
  });
  await callTasks(desk, 'SERVICE', listed);
}
