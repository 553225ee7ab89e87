import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../modules/platform/policy/index.ts';
import type { Desk } from './desk.ts';

export type CallDesk = 'TELEMARKETING' | 'SERVICE';
const PERSONNEL = { TELEMARKETING: 'TELEMARKETER', SERVICE: 'SERVICE' } as const;
const HOUR_MS = 3_600_000;

export interface Earned {
  readonly orderNo: string;
  readonly merchantNo: string;
  readonly userNo: string;
  readonly applyTime: Date;
  readonly entry: Listed;
}

/** Somebody whom a desk calls. */
export interface Listed {
  readonly entryId: string;
  readonly merchantNo: string;
  readonly customerNo: string;
  readonly phone: string;
  readonly isOpen: boolean;
}

/** Callers of a desk by merchant, those who can sign in. */
export async function callersOf(tx: Tx, desk: CallDesk): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await tx
    .selectFrom('personnelMerchant as m')
    .innerJoin('personnel as p', (join) =>
      join.onRef('p.userNo', '=', 'm.userNo').onRef('p.personnelKind', '=', 'm.personnelKind'),
    )
    .innerJoin('appUser as u', 'u.userNo', 'm.userNo')
    .select(['m.merchantNo', 'm.userNo'])
    .where('m.personnelKind', '=', PERSONNEL[desk])
    .where('p.personnelStatus', '=', 'NORMAL')
    .where('u.userStatus', '=', 'NORMAL')
    .orderBy('m.merchantNo')
    .orderBy('m.userNo')
    .execute();
  const byMerchant = Map.groupBy(rows, ({ merchantNo }) => merchantNo);
  return new Map([...byMerchant].map(([merchantNo, found]) => [merchantNo, found.map(({ userNo }) => userNo)]));
}

/** A moment at which people are called, so many days ago; never today, whose limits are left to the demonstration. */
export function callTime(now: Date, daysAgo: number, place: number): Date {
  const day = startOfBusinessDate(addDays(businessDateOf(now), -Math.max(1, daysAgo)));
  return new Date(day.getTime() + (9 + (place % 9)) * HOUR_MS + ((place * 13) % 55) * 60_000);
}

interface Called {
  readonly entry: Pick<Listed, 'entryId' | 'merchantNo' | 'customerNo' | 'phone'>;
  readonly desk: CallDesk;
  readonly userNo: string;
  readonly at: Date;
  /** Null where nobody answered. */
  readonly talkSeconds: number | null;
  readonly taskNo?: string;
}

/** A call that somebody of a desk made, with what the exchange told of it. */
export async function recordCall(tx: Tx, { entry, desk, userNo, at, talkSeconds, taskNo }: Called): Promise<void> {
  const { entryId, merchantNo, customerNo, phone } = entry;
  const { attemptId } = await tx
    .insertInto('contactAttempt')
    .values({
      attemptedAt: at,
      channel: 'CALL',
      purpose: desk === 'SERVICE' ? 'SERVICE' : 'TELEMARKETING',
      partyKind: 'BORROWER',
      merchantNo,
      customerNo,
      phone,
      userNo,
    })
    .returning('attemptId')
    .executeTakeFirstOrThrow();
  const outcome = talkSeconds === null ? 'NO_ANSWER' : 'ANSWERED';
  const endedAt = new Date(at.getTime() + (talkSeconds ?? 20) * 1_000);
  await tx.insertInto('contactResult').values({ attemptId, outcome, talkSeconds, at: endedAt }).execute();
  await tx
    .insertInto('callMade')
    .values({ attemptId, entryId, userNo, at, taskNo: taskNo ?? null })
    .execute();
}

/** State, days ago, entries, how many of them are worked. */
const TASKS = [
  ['RUNNING', 2, 6, 3],
  ['PAUSED', 3, 4, 2],
  ['DRAFT', 1, 3, 0],
  ['DONE', 6, 4, 4],
  ['STOPPED', 5, 4, 1],
] as const;
const NAMES = {
  SERVICE: [
    'Sign-in reminders',
    'Unfinished applications',
    'Dormant since October',
    'Welcome calls',
    'New app version',
  ],
  TELEMARKETING: [
    'Repeat loans, November',
    'Higher limits',
    'Returning, next week',
    'First loans, October',
    'Old leads',
  ],
} as const;
const SCRIPTS = {
  SERVICE: 'Ask whether the app works for them, help with the code, do not offer a loan.',
  TELEMARKETING: 'Introduce yourself, name the lender, ask whether it is a good moment.',
} as const;
const HEARD = ['WILLING', 'NOT_CONNECTED', 'UNCLEAR', 'NO_DEMAND'] as const;
const SAID = {
  WILLING: 'Will do it in the app this evening',
  UNCLEAR: 'In a matatu, asked to be called again tomorrow',
  NO_DEMAND: 'Does not need it at the moment',
} as const;

/** Tasks of a desk in every state, with the calls that were made in them. */
export async function callTasks({ now, maker, does }: Desk, desk: CallDesk, listed: readonly Listed[]): Promise<void> {
  const today = businessDateOf(now);
  const free = [...listed];
  await does(async (tx) => {
    const callers = await callersOf(tx, desk);
    const merchantNos = [...callers.keys()];
    for (const [place, [taskStatus, days, size, worked]] of TASKS.entries()) {
      const merchantNo = merchantNos[taskStatus === 'PAUSED' ? 1 : taskStatus === 'STOPPED' ? 2 : 0] ?? '';
      const userNos = [...(callers.get(merchantNo) ?? [])].slice(0, 2);
      // Who is still to be called belongs to one live task.
      const isLive = taskStatus !== 'DONE' && taskStatus !== 'STOPPED';
      const fit = free.filter((one) => one.merchantNo === merchantNo && one.isOpen === isLive).slice(0, size);
      if (userNos.length === 0 || fit.length === 0) continue;
      for (const one of fit) free.splice(free.indexOf(one), 1);
      const createdAt = callTime(now, days, place);
      const { taskNo } = await tx
        .insertInto('callTask')
        .values({
          desk,
          merchantNo,
          taskName: NAMES[desk][place] ?? taskStatus,
          taskStatus,
          purpose: desk === 'SERVICE' ? 'SERVICE' : 'MARKETING',
          source: JSON.stringify({ entryIds: fit.map(({ entryId }) => entryId) }),
          userNos,
          dialMode: place % 2 === 0 ? 'CLICK' : 'AUTO_NEXT',
          hoursFrom: '09:00',
          hoursTo: '18:00',
          maxAttempts: 3,
          retryMinutes: 240,
          script: SCRIPTS[desk],
          validFrom: addDays(today, -days),
          validTo: addDays(today, isLive ? 14 : -1),
          createdBy: maker,
          createdAt,
        })
        .returning('taskNo')
        .executeTakeFirstOrThrow();
      for (const [at, entry] of fit.entries()) {
        const isWorked = at < worked;
        await workOn(tx, { desk, taskNo, entry, isWorked, userNo: userNos[at % userNos.length] ?? '', now, at, days });
      }
    }
  });
}

interface Work {
  readonly desk: CallDesk;
  readonly taskNo: string;
  readonly entry: Listed;
  readonly isWorked: boolean;
  readonly userNo: string;
  readonly now: Date;
  readonly at: number;
  readonly days: number;
}

async function workOn(tx: Tx, { desk, taskNo, entry, isWorked, userNo, now, at, days }: Work): Promise<void> {
  const { entryId } = entry;
  const willingness = HEARD[at % HEARD.length] ?? 'UNCLEAR';
  const workedAt = callTime(now, Math.max(1, days - 1), at + 3);
  await tx
    .insertInto('callTaskEntry')
    .values({
      taskNo,
      entryId,
      ...(isWorked && { itemStatus: 'DONE' as const, attempts: 1, willingness, workedBy: userNo, workedAt }),
    })
    .execute();
  if (!isWorked) return;
  const talkSeconds = willingness === 'NOT_CONNECTED' ? null : 45 + at * 38;
  await recordCall(tx, { entry, desk, userNo, at: workedAt, talkSeconds, taskNo });
  const content = willingness === 'NOT_CONNECTED' ? 'Rang out twice' : SAID[willingness];
  await tx.insertInto('callFollowUp').values({ entryId, taskNo, userNo, willingness, content, at: workedAt }).execute();
  await sql`update call_entry set call_count = call_count + 1, last_call_at = ${workedAt}, willingness = ${willingness},
      follow_status = case when list_status in ('POOL', 'ASSIGNED') then 'FOLLOWING' else 'DONE' end
    where entry_id = ${entryId}`.execute(tx);
}
