import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import type { PersonalSearch } from '../../../lists/index.ts';
import { businessDateOf } from '../policy/index.ts';
import { allowanceOf, countOne, lockDay } from './budget.ts';

/** In the log; nobody chooses it for a reveal. */
const SEARCH = 'SEARCH';
/** Misses of a day that cost nothing, what each further one costs, and the most. */
const FREE_MISSES = 3;
const WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

type Outcome = 'SHOWN' | 'REPEATED' | 'EMPTY' | 'REFUSED';

/** Within the command that asks, where one does: a job is made and its search recorded, or neither. */
async function within<Result>(db: Queryable, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? await work(db as Tx) : await db.transaction().execute(work);
}

async function missesToday(db: Queryable, { userNo }: Caller, eatDay: string): Promise<number> {
  const { rows } = await sql<{ misses: number }>`
    SELECT count(*)::int AS misses FROM (SELECT FROM reveal_log
      WHERE user_no = ${userNo} AND eat_day = ${eatDay} AND purpose = ${SEARCH} AND outcome = 'EMPTY' LIMIT 100) missed
  `.execute(db);
  return rows[0]?.misses ?? 0;
}

async function decide(tx: Tx, search: PersonalSearch, caller: Caller, eatDay: string): Promise<Outcome> {
  const { budget } = await allowanceOf(tx, caller);
  const used = await lockDay(tx, caller.userNo, eatDay);
  const isSpent = used >= budget;
  const found = await search.find();
  const kind = `search.${search.list}`;
  const repeated =
    found === null
      ? undefined
      : await tx
          .selectFrom('revealLog')
          .select('revealId')
          .where('userNo', '=', caller.userNo)
          .where('eatDay', '=', eatDay)
          .where('kind', '=', kind)
          .where('subjectNo', '=', found)
          .where('outcome', '=', 'SHOWN')
          .executeTakeFirst();
  // Without budget hit and miss are refused alike: a refusal would tell as much as a row.
  const outcome: Outcome = repeated ? 'REPEATED' : isSpent ? 'REFUSED' : found === null ? 'EMPTY' : 'SHOWN';
  if (outcome === 'SHOWN') await countOne(tx, caller.userNo, eatDay);
  const [field = ''] = search.fields;
  await tx
    .insertInto('revealLog')
    .values({
      eatDay,
      userNo: caller.userNo,
      sessionId: caller.sessionId,
      requestId: '-',
      address: '-',
      kind,
      field,
      // What was refused was not found: the log of it tells no more than the answer.
      subjectNo: outcome === 'REFUSED' || found === null ? '-' : found,
      purpose: SEARCH,
      note: search.fields.length > 1 ? search.fields.join(', ').slice(0, 200) : null,
      outcome,
    })
    .execute();
  return outcome;
}

/** As `Services.recordSearch` says. */
export async function recordSearch(
  search: PersonalSearch,
  { db, caller }: { readonly db: Queryable; readonly caller: Caller },
): Promise<void> {
  const eatDay = businessDateOf(new Date());
  const misses = await missesToday(db, caller, eatDay);
  // Before it is looked for, and of hits as well: how long an answer takes tells nothing.
  if (misses > FREE_MISSES) await delay(Math.min((misses - FREE_MISSES) * WAIT_MS, LONGEST_WAIT_MS));
  const outcome = await within(db, async (tx) => await decide(tx, search, caller, eatDay));
  if (outcome !== 'REFUSED') return;
  const { budget } = await allowanceOf(db, caller);
  throw new AppError('REVEAL_BUDGET', { facts: { budget } });
}
