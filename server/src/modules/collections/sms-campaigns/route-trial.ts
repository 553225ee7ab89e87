import {
  type ParsedRequestOf,
  type marketingRouteTrial,
  type ReplyOf,
  smsMarketingTemplate,
  smsPartsOf,
} from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { isHiddenFrom } from '../../../lists/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import {
  marketingRouteList,
  networkOf,
  type RouteInForce,
  routeOf,
  routesFor,
} from '../../platform/sms-routes/index.ts';
import { membersQuery } from '../user-groups/index.ts';
import { countReach, storedAudience } from './audience.ts';
import { enabledTemplates } from './cost.ts';
import { dayOf } from './route.ts';
import { endOf } from './route-end.ts';
import { readTask, type SmsTask } from './store.ts';
import { taskWords } from './task-words.ts';

type Reply = ReplyOf<typeof marketingRouteTrial.simulateTask>;

const MOST_TASKS = 200;
const UNDER_WAY = ['RUNNING', 'PAUSED', 'FAILED'];

/** Campaigns that a route may still be tried with. */
export async function openTasks(
  _request: object,
  { db, caller }: Call,
): Promise<ReplyOf<typeof marketingRouteTrial.tasks>> {
  const merchantNos = merchantsSeen(caller.scope);
  const rows = await db
    .selectFrom('smsMarketingTask as t')
    .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
    .select(['t.taskNo', 't.taskName', 'm.merchantName', 't.scheduledAt'])
    .where('t.taskStatus', 'not in', ['DONE', 'STOPPED'])
    .$if(merchantNos !== null, (query) => query.where('t.merchantNo', '=', sql<string>`any(${merchantNos}::text[])`))
    .orderBy('t.scheduledAt')
    .limit(MOST_TASKS)
    .execute();
  return rows.map(({ scheduledAt, ...row }) => ({ ...row, scheduledAt: scheduledAt.toISOString() }));
}

/**
 * Whom a campaign still writes to, as a query of phones: its audience, or of one that started those who wait. To whom
 * phones are hidden, every number of a file or list counts, as when it is estimated.
 */
async function peopleOf(db: Queryable, task: SmsTask, caller: Caller, now: Date): Promise<RawBuilder<unknown>> {
  if (UNDER_WAY.includes(task.taskStatus)) {
    return sql`select r.phone from sms_marketing_recipient r
      where r.task_no = ${task.taskNo} and r.recipient_status = 'PENDING'`;
  }
  const audience = await storedAudience(db, task);
  if (audience.phones !== null && isHiddenFrom({ caller }, 'phone')) {
    return sql`select distinct p.phone from (${audience.phones}) p`;
  }
  const members = await membersQuery(db, audience, now);
  return sql`select m.phone from (${members}) m where m.drop is null or m.drop = 'CAP'`;
}

/** How many of them the route takes: each number goes by the narrowest route of its network. */
async function takenOf(db: Queryable, people: RawBuilder<unknown>, { merchantNo }: SmsTask, routeNo: string) {
  const { rows } = await sql<{ prefix: string; people: number }>`
    select left(p.phone, 6) as prefix, count(*)::int as people from (${people}) p group by 1`.execute(db);
  const taken: string[] = [];
  const byNetwork = new Map<string | null, boolean>();
  let [carried, elsewhere] = [0, 0];
  for (const { prefix, people: count } of rows) {
    const network = networkOf(prefix);
    if (!byNetwork.has(network)) {
      const [first] = await routesFor(db, { smsKind: 'MARKETING', merchantNo, phone: prefix });
      byNetwork.set(network, first?.routeNo === routeNo);
    }
    if (byNetwork.get(network) === true) {
      taken.push(prefix);
      carried += count;
    } else elsewhere += count;
  }
  return { carried, elsewhere, taken };
}

/** Of whom the route takes, those whose own day or week is full. */
async function waitingOf(
  db: Queryable,
  people: RawBuilder<unknown>,
  taken: readonly string[],
  { marketing }: RouteInForce,
  now: Date,
): Promise<number> {
  if (marketing === null || taken.length === 0) return 0;
  const today = businessDateOf(now);
  const since = startOfBusinessDate(addDays(today, -6));
  const { rows } = await sql<{ people: number }>`
    with got as (select a.phone, count(*) filter (where a.attempted_at >= ${startOfBusinessDate(today)}) as day, count(*) as week
      from contact_attempt a where a.purpose = 'MARKETING' and a.channel = 'SMS' and a.refused_for is null
        and a.attempted_at >= ${since} group by a.phone)
    select count(*)::int as people from (${people}) p join got on got.phone = p.phone
    where left(p.phone, 6) = any(${[...taken]}::text[])
      and (got.day >= ${marketing.perPhonePerDay}::int or got.week >= ${marketing.perPhonePerWeek}::int)`.execute(db);
  return rows[0]?.people ?? 0;
}

/** SMS that so many messages are sent as by the route, each arm at its own length. @throws AppError MARKETING_TEMPLATE_NOT_ENABLED */
async function segmentsOf(db: Queryable, task: SmsTask, route: RouteInForce, messages: number): Promise<number> {
  const { taskNo, merchantNo } = task;
  const arms = await db
    .selectFrom('smsMarketingArm')
    .select(['templateNo', 'sharePercent'])
    .where('taskNo', '=', taskNo)
    .execute();
  const templates = await enabledTemplates(db, merchantNo, arms, 'taskNo');
  const values = { ...smsMarketingTemplate.SAMPLE_VALUES, ...taskWords(task) };
  const last = route.marketing === null ? undefined : ` ${route.marketing.optOutText}`;
  const segments = arms.map(({ templateNo, sharePercent }) => {
    const text = smsMarketingTemplate.fillIn(templates.get(templateNo)?.content ?? '', values, last);
    return (messages * sharePercent * smsPartsOf(text).parts) / 100;
  });
  return Math.ceil(segments.reduce((sum, one) => sum + one, 0));
}

async function dearestCents(db: Queryable, { value }: RouteInForce): Promise<number> {
  const { cents } = await db
    .selectFrom('smsAccount')
    .select(({ fn }) => fn.max<number | null>('unitPriceCents').as('cents'))
    .where(
      'accountCode',
      'in',
      value.accounts.map(({ accountCode }) => accountCode),
    )
    .executeTakeFirstOrThrow();
  return cents ?? 0;
}

/** @throws AppError SMS_ROUTE_NOT_FOUND, SMS_ROUTE_NOT_IN_FORCE, SMS_TASK_NOT_FOUND, MARKETING_TEMPLATE_NOT_ENABLED */
export async function simulateTask(
  { routeNo, taskNo }: ParsedRequestOf<typeof marketingRouteTrial.simulateTask>,
  call: Call,
): Promise<Reply> {
  const { db, caller } = call;
  await marketingRouteList.one(routeNo, call);
  const route = await routeOf(db, routeNo);
  if (route === null || route.marketing === null) throw new AppError('SMS_ROUTE_NOT_IN_FORCE');
  const task = await readTask(db, taskNo, caller.scope);
  const now = new Date();
  const isUnderWay = UNDER_WAY.includes(task.taskStatus);
  const people = await peopleOf(db, task, caller, now);
  const { carried, elsewhere, taken } = await takenOf(db, people, task, routeNo);
  // Who is held out of a campaign that started waits no more.
  const heldOut = isUnderWay ? 0 : Math.floor((carried * task.holdOutPercent) / 100);
  const messages = carried - heldOut;
  const segments = await segmentsOf(db, task, route, messages);
  const costCents = segments * (await dearestCents(db, route));
  const from = task.scheduledAt > now ? task.scheduledAt : now;
  const end = endOf(route, {
    messages,
    centsEach: messages === 0 ? 0 : costCents / messages,
    ratePerMinute: task.ratePerMinute,
    from,
    today: await dayOf(db, route, now),
  });
  const reach = isUnderWay
    ? { size: carried + elsewhere, drops: [] }
    : await countReach(db, await storedAudience(db, task), caller);
  return {
    people: reach.size,
    drops: [...reach.drops],
    elsewhere,
    heldOut,
    messages,
    segments,
    costCents,
    waiting: await waitingOf(db, people, taken, route, now),
    days: end.days,
    finishesAt: end.finishesAt?.toISOString() ?? null,
    boundBy: end.boundBy,
  };
}
