import { type ParsedRequestOf, type smsMarketingTask, userGroup } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { isHiddenFrom } from '../../../lists/index.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { checkedGroup, countMembers, groupOf } from '../user-groups/index.ts';
import type { SmsTask } from './store.ts';

type Asked = Pick<
  ParsedRequestOf<typeof smsMarketingTask.save>,
  'audienceType' | 'userGroupNo' | 'batchNo' | 'merchantNo' | 'rules' | 'phones'
>;

/** Whom a campaign goes to: customers of a merchant by rules, or by numbers. */
export interface Audience {
  readonly merchantNo: string;
  readonly rules: userGroup.GroupRules;
  /** Narrows the rules further; of the customer `c`. */
  readonly among?: RawBuilder<boolean>;
  /** The numbers that were given; null where rules alone say who. */
  readonly phones: RawBuilder<unknown> | null;
}

const EVERYBODY: userGroup.GroupRules = {
  loanState: null,
  settledDaysFrom: null,
  settledDaysTo: null,
  maxDaysLate: null,
  minOnTimeCount: null,
  notAppliedDays: null,
  notContactedDays: null,
  county: null,
};

const byPhones = (merchantNo: string, phones: RawBuilder<unknown>): Audience => ({
  merchantNo,
  rules: EVERYBODY,
  among: sql<boolean>`c.phone in (select p.phone from (${phones}) p)`,
  phones,
});
const ofBatch = (batchNo: string) => sql`select e.phone from call_entry e where e.batch_no = ${batchNo}`;

/** @throws AppError REFERENCE_UNKNOWN */
export function seenMerchant(merchantNo: string | null | undefined, caller: Caller): string {
  if (!merchantNo || !seesMerchant(caller.scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  return merchantNo;
}

/** @throws AppError SMS_BATCH_NOT_FOUND */
async function batchMerchant(db: Queryable, batchNo: string, caller: Caller): Promise<string> {
  const entry = await db
    .selectFrom('callEntry')
    .select('merchantNo')
    .where('batchNo', '=', batchNo)
    .limit(1)
    .executeTakeFirst();
  if (!entry || !seesMerchant(caller.scope, entry.merchantNo)) {
    throw new AppError('SMS_BATCH_NOT_FOUND', { fields: ['batchNo'] });
  }
  return entry.merchantNo;
}

/**
 * The audience that a form names.
 *
 * @param checkToken Where given, the group has to be checked as it is now.
 * @throws AppError USER_GROUP_NOT_FOUND, USER_GROUP_UNCHECKED, SMS_BATCH_NOT_FOUND, REFERENCE_UNKNOWN
 */
export async function askedAudience(
  db: Queryable,
  asked: Asked,
  { caller, checkToken }: { readonly caller: Caller; readonly checkToken?: string },
): Promise<Audience> {
  switch (asked.audienceType) {
    case undefined:
    case 'USER_GROUP': {
      const userGroupNo = asked.userGroupNo ?? '';
      const group =
        checkToken === undefined
          ? await groupOf(db, userGroupNo, caller)
          : await checkedGroup(db, { userGroupNo, checkToken }, caller);
      return { merchantNo: group.merchantNo, rules: group.rules, phones: null };
    }
    case 'LIST_BATCH': {
      const batchNo = asked.batchNo ?? '';
      return byPhones(await batchMerchant(db, batchNo, caller), ofBatch(batchNo));
    }
    case 'CUSTOMER_FILTER':
      return { merchantNo: seenMerchant(asked.merchantNo, caller), rules: asked.rules ?? EVERYBODY, phones: null };
    case 'FILE':
      return byPhones(
        seenMerchant(asked.merchantNo, caller),
        sql`select unnest(${asked.phones ?? []}::text[]) as phone`,
      );
  }
}

/** The audience as the task keeps it. @throws AppError USER_GROUP_NOT_FOUND */
export async function storedAudience(db: Queryable, task: SmsTask): Promise<Audience> {
  const { merchantNo, taskNo } = task;
  switch (task.audienceType) {
    case 'USER_GROUP': {
      const { rules } = await groupOf(db, task.userGroupNo ?? '', null);
      return { merchantNo, rules, phones: null };
    }
    case 'LIST_BATCH':
      return byPhones(merchantNo, ofBatch(task.batchNo ?? ''));
    case 'CUSTOMER_FILTER':
      return { merchantNo, rules: userGroup.groupRules.parse(task.audienceRules), phones: null };
    case 'FILE':
      return byPhones(merchantNo, sql`select s.phone from sms_marketing_phone s where s.task_no = ${taskNo}`);
  }
}

/** How many of the numbers that were given belong to no customer of the merchant. */
async function unknownNumbers(db: Queryable, { merchantNo, phones }: Audience): Promise<number> {
  if (phones === null) return 0;
  const { rows } = await sql<{ unknown: number }>`select count(distinct p.phone)::int as unknown from (${phones}) p
    where not exists (select from customer c where c.merchant_no = ${merchantNo} and c.phone = p.phone)`.execute(db);
  return rows[0]?.unknown ?? 0;
}

/**
 * How many an audience reaches, and who falls out why. To whom phones are hidden, everybody counts whose number was
 * given: a file of one number would else tell whether its owner is a customer.
 */
export async function countReach(db: Queryable, audience: Audience, caller: Caller) {
  const { phones } = audience;
  if (phones === null || !isHiddenFrom({ caller }, 'phone')) {
    const members = await countMembers(db, audience, new Date());
    return { ...members, unknown: await unknownNumbers(db, audience), isUpperBound: false };
  }
  const { rows } = await sql<{
    given: number;
  }>`select count(distinct p.phone)::int as given from (${phones}) p`.execute(db);
  const given = rows[0]?.given ?? 0;
  return { size: given, optedIn: given, duplicates: 0, drops: [], unknown: 0, isUpperBound: true };
}

/** Keeps the numbers of a file with its task. */
export async function keepPhones(tx: Tx, taskNo: string, phones: readonly string[]): Promise<void> {
  await tx.deleteFrom('smsMarketingPhone').where('taskNo', '=', taskNo).execute();
  if (phones.length === 0) return;
  await sql`insert into sms_marketing_phone (task_no, phone)
    select distinct ${taskNo}, unnest(${phones}::text[])`.execute(tx);
}
