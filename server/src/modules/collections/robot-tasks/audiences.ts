import type { robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Queryable } from '../../../db/database.ts';
import type { RobotSection } from './tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { customerStatusOf } from '../call-lists/index.ts';
import { casesMatching, casesWithin } from '../collections/index.ts';
import { dropReason, groupOf, membersQuery } from '../user-groups/index.ts';

export interface Person {
  readonly phone: string;
  readonly customerNo: string | null;
  readonly orderNo: string | null;
  readonly caseNo: string | null;
}

export interface Audience {
  readonly merchantNo: string;
  readonly people: readonly Person[];
}

/** Whose reach an audience is taken in: a caller's, or that of a plan's merchant. */
export interface Asker {
  readonly db: Queryable;
  readonly caller: Pick<Caller, 'scope' | 'userNo'>;
}

/** The most people of one task. */
export const MAX = 20_000;

const SCOPE_OF = { collection: 'ORDER', collectionStage: 'BILL' } as const;

/** Borrowers of cases in work, all of one merchant. @throws AppError CASE_NOT_FOUND, ROBOT_ONE_MERCHANT */
export async function ofCases(
  { db, caller }: Asker,
  caseIds: readonly string[],
  caseScope: CaseScope | null,
): Promise<Audience> {
  const wanted = [...new Set(caseIds)];
  let query = db
    .selectFrom('collectionCase')
    .innerJoin('customer as cu', 'cu.customerNo', 'collectionCase.customerNo')
    .select(['collectionCase.caseNo', 'collectionCase.customerNo', 'collectionCase.orderNo'])
    .select(['cu.phone', 'collectionCase.merchantNo'])
    .where('collectionCase.caseNo', 'in', wanted)
    .where('collectionCase.caseStatus', 'in', ['POOL', 'COLLECTING', 'RETAINED'])
    .where(casesWithin(caller.scope))
    .orderBy('collectionCase.caseNo');
  if (caseScope) query = query.where('collectionCase.caseScope', '=', caseScope);
  const found = await query.execute();
  const [first] = found;
  if (!first || found.length < wanted.length) {
    throw new AppError('CASE_NOT_FOUND', { fields: ['caseIds'] });
  }
  const { merchantNo } = first;
  if (found.some((one) => one.merchantNo !== merchantNo)) {
    throw new AppError('ROBOT_ONE_MERCHANT', { fields: ['caseIds'] });
  }
  return { merchantNo, people: found };
}

/** What says which cases, of a form or a plan. */
export function caseAudienceOf(form: robotTask.PlanAudience): robotTask.PlanAudience {
  const { caseLevel, dpd, loanType, productNo, termNo, collectorUserNo, untouchedToday, brokenPromise } = form;
  return { caseLevel, dpd, loanType, productNo, termNo, collectorUserNo, untouchedToday, brokenPromise };
}

/** @throws AppError REFERENCE_UNKNOWN */
export async function refuseUnseen({ db, caller }: Asker, merchantNo: string): Promise<void> {
  const merchant = seesMerchant(caller.scope, merchantNo)
    ? await db.selectFrom('merchant').select('merchantNo').where('merchantNo', '=', merchantNo).executeTakeFirst()
    : undefined;
  if (!merchant) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
}

/** Numbers that were typed; whether they may be called, the gate says before each dial. @throws AppError REFERENCE_UNKNOWN */
export async function ofPhones(asker: Asker, merchantNo: string, phones: readonly string[]): Promise<Audience> {
  await refuseUnseen(asker, merchantNo);
  const nobody = { customerNo: null, orderNo: null, caseNo: null };
  return { merchantNo, people: phones.map((phone) => ({ phone, ...nobody })) };
}

/**
 * Who matches an audience now, at most `limit` people: the oldest debt first, the oldest entry first.
 * @throws AppError REFERENCE_UNKNOWN, USER_GROUP_NOT_FOUND
 */
export async function peopleMatching(
  section: RobotSection,
  { merchantNo, audience }: { readonly merchantNo: string; readonly audience: robotTask.PlanAudience },
  asker: Asker,
  limit: number,
): Promise<readonly Person[]> {
  await refuseUnseen(asker, merchantNo);
  switch (section) {
    case 'collection':
    case 'collectionStage': {
      return await casesMatching(asker, SCOPE_OF[section], { merchantNo, ...caseAudienceOf(audience) }, limit);
    }
    case 'marketing':
      return await ofGroup(asker.db, merchantNo, audience.userGroupNo ?? '', limit);
    case 'telemarketing':
      return await ofList(asker.db, merchantNo, audience, limit);
  }
}

/** Members whom nothing but today's limit keeps from being called: the gate judges each as it is made. */
async function ofGroup(db: Queryable, merchantNo: string, userGroupNo: string, limit: number): Promise<Person[]> {
  const group = await groupOf(db, userGroupNo, null);
  // A plan of one merchant calls no customers of another.
  if (group.merchantNo !== merchantNo) throw new AppError('USER_GROUP_NOT_FOUND', { fields: ['audience.userGroupNo'] });
  const members = await membersQuery(db, group, new Date(), 'ROBOT');
  const { rows } = await sql<Person>`select m.customer_no, m.phone, null as order_no, null as case_no
    from (${members}) m where m.drop is null or m.drop = 'CAP' order by m.customer_no limit ${limit}`.execute(db);
  return rows;
}

/** Entries that nobody works on and whose time has come. */
async function ofList(
  db: Queryable,
  merchantNo: string,
  { listType, marketingTarget, customerStatus, willingness, batchNo }: robotTask.PlanAudience,
  limit: number,
): Promise<Person[]> {
  const is = (column: string, value: string | undefined) =>
    value === undefined ? [] : [sql<boolean>`${sql.ref(column)} = ${value}`];
  const conditions = [
    sql<boolean>`e.merchant_no = ${merchantNo} and e.desk = 'TELEMARKETING' and e.list_status = 'POOL'`,
    sql<boolean>`coalesce(e.next_call_at, now()) <= now() and coalesce(e.expire_at, now()) >= now()`,
    ...is('e.listType', listType),
    ...is('e.marketingTarget', marketingTarget),
    ...is('e.willingness', willingness),
    ...(customerStatus === undefined ? [] : [sql<boolean>`${customerStatusOf} = ${customerStatus}`]),
    ...is('e.batchNo', batchNo),
  ];
  const { rows } = await sql<Person>`select e.phone, c.customer_no, null as order_no, null as case_no
    from call_entry e left join customer c on c.merchant_no = e.merchant_no and c.phone = e.phone
    where ${sql.join(conditions, sql` and `)} order by e.created_at, e.entry_id limit ${limit}`.execute(db);
  return rows;
}

/** Numbers of people whom a task that has not ended calls, here or at the vendor's. */
export async function busyPhones(db: Queryable, phones: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = sql`any(${[...phones]}::text[])`;
  const { rows } = await sql<{ phone: string }>`
    select i.phone from robot_task_item i join robot_task t on t.task_no = i.task_no
    where i.phone = ${asked} and i.item_status in ('QUEUED', 'DIALLED') and t.task_status in ('QUEUED', 'RUNNING', 'PAUSED')
    union
    select i.phone from ai_task_item i join ai_task t on t.task_no = i.task_no
    where i.phone = ${asked} and i.refused_for is null and t.task_status in ('CREATED', 'SENT', 'UNKNOWN', 'RUNNING', 'PAUSED')
      and not exists (select from contact_result r where r.attempt_id = i.attempt_id
        and r.outcome not in ('SENT', 'UNKNOWN', 'REFUSED'))`.execute(db);
  return new Set(rows.map(({ phone }) => phone));
}

/** How many of the numbers the gate would refuse now, but for the hours. */
export async function refusedOf(db: Queryable, merchantNo: string, phones: readonly string[]): Promise<number> {
  const reason = await dropReason(db, new Date(), 'ROBOT');
  const { rows } = await sql<{ refused: number }>`select count(*) filter (where ${reason} is not null)::int as refused
    from (select p.phone, ${merchantNo}::text as merchant_no, k.customer_no, k.id_card_no,
        coalesce(k.account_status, 'NORMAL') as account_status
      from unnest(${[...phones]}::text[]) as p(phone)
      left join customer k on k.merchant_no = ${merchantNo} and k.phone = p.phone) c`.execute(db);
  return rows[0]?.refused ?? 0;
}
