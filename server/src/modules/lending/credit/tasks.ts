import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { TemporaryCreditTaskTable } from './tables.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { temporaryCreditTaskMachine } from '../../parties/customers/index.ts';
import { addDays, businessDateOf, policyOn, startOfBusinessDate } from '../../platform/policy/index.ts';
import { checkCustomers, type CheckedCustomer } from './eligibility.ts';
import { heldOut } from './held-out.ts';

/** Rows of one statement. */
const AT_ONCE = 1_000;

export type CreditTask = Selectable<TemporaryCreditTaskTable>;

interface Who {
  readonly userNo: string;
  readonly scope: DataScope;
  readonly at: Date;
}

/** What was checked, as the form sends it back: these numbers at this merchant, in any order. */
export function checkMark(merchantNo: string, phones: readonly string[]): string {
  const text = [merchantNo, ...[...new Set(phones)].toSorted()].join(' ');
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * The merchant's customers with these numbers and what is in each one's way, and the numbers that nobody
 * has. @throws AppError REFERENCE_UNKNOWN
 */
export async function checkPhones(
  db: Queryable,
  { merchantNo, phones }: { readonly merchantNo: string; readonly phones: readonly string[] },
  { scope, at }: Pick<Who, 'scope' | 'at'>,
): Promise<{ readonly customers: CheckedCustomer[]; readonly unknown: string[] }> {
  if (!seesMerchant(scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  const wanted = [...new Set(phones)];
  const rows = await db
    .selectFrom('customer')
    .select(['customerNo', 'phone'])
    .where('merchantNo', '=', merchantNo)
    .where(sql<boolean>`phone = any(${wanted})`)
    .execute();
  const known = new Set(rows.map(({ phone }) => phone));
  const customerNos = rows.map(({ customerNo }) => customerNo);
  return {
    customers: await checkCustomers(db, customerNos, at),
    unknown: wanted.filter((phone) => !known.has(phone)),
  };
}

export interface NewTask {
  readonly merchantNo: string;
  readonly taskName: string;
  readonly phones: readonly string[];
  /** What the check answered for these very numbers. */
  readonly checked: string;
  readonly amountCents: number;
  readonly validDays: number;
  /** EAT; today where it is left out. */
  readonly effectiveOn?: string | undefined;
  /** A tenth of whom it could raise is left out. */
  readonly holdsOut?: boolean;
  readonly reason: string;
}

/**
 * Writes a task for an auditor. Who may get nothing now stays in it: the audit looks again.
 * @throws AppError CREDIT_NOT_CHECKED, COUPON_PHONES_UNKNOWN, CREDIT_ABOVE_CAP, CONFIG_DATE_PAST, WHOLE_SHILLINGS
 */
export async function createTask(tx: Tx, task: NewTask, who: Who): Promise<string> {
  const { phones, checked, ...fields } = task;
  const { merchantNo } = fields;
  if (checked !== checkMark(merchantNo, phones)) {
    throw new AppError('CREDIT_NOT_CHECKED', { fields: ['phones'] });
  }
  const { customers, unknown } = await checkPhones(tx, task, who);
  if (unknown.length > 0) {
    const facts = { count: unknown.length };
    throw new AppError('COUPON_PHONES_UNKNOWN', { fields: ['phones'], facts });
  }
  return await writeTask(
    tx,
    fields,
    customers.map(({ customerNo }) => customerNo),
    who,
  );
}

/** @throws AppError CREDIT_ABOVE_CAP, CONFIG_DATE_PAST, WHOLE_SHILLINGS */
export async function refuseTerms(
  db: Queryable,
  { amountCents, effectiveOn }: Pick<NewTask, 'amountCents' | 'effectiveOn'>,
  at: Date,
): Promise<void> {
  if (amountCents % 100 !== 0) throw new AppError('WHOLE_SHILLINGS', { fields: ['amountCents'] });
  const today = businessDateOf(at);
  const { capCents } = (await policyOn(db, today)).policy.temporaryCredit;
  if (amountCents > capCents) {
    const facts = { cap: capCents / 100 };
    throw new AppError('CREDIT_ABOVE_CAP', { fields: ['amountCents'], facts });
  }
  if (effectiveOn !== undefined && effectiveOn < today) {
    throw new AppError('CONFIG_DATE_PAST', { fields: ['effectiveOn'] });
  }
}

/**
 * The task of these customers, whatever they were chosen by.
 * @throws AppError CREDIT_ABOVE_CAP, CONFIG_DATE_PAST, WHOLE_SHILLINGS
 */
export async function writeTask(
  tx: Tx,
  { amountCents, effectiveOn: requested, ...fields }: Omit<NewTask, 'phones' | 'checked'>,
  customerNos: readonly string[],
  who: Pick<Who, 'userNo' | 'at'>,
): Promise<string> {
  await refuseTerms(tx, { amountCents, effectiveOn: requested }, who.at);
  const effectiveOn = requested ?? businessDateOf(who.at);
  const { taskNo } = await tx
    .insertInto('temporaryCreditTask')
    .values({
      ...fields,
      amountCents,
      effectiveOn,
      makerUserNo: who.userNo,
      createdAt: who.at,
    })
    .returning('taskNo')
    .executeTakeFirstOrThrow();
  await sql`INSERT INTO temporary_credit_item (task_no, customer_no)
    SELECT ${taskNo}, unnest(${[...customerNos]}::text[])`.execute(tx);
  return taskNo;
}

/** @throws AppError CREDIT_TASK_NOT_FOUND; a removed task is as good as none */
async function lockTask(tx: Tx, taskNo: string, scope: DataScope): Promise<CreditTask> {
  return await lockOne(
    tx,
    tx.selectFrom('temporaryCreditTask').selectAll().where('taskNo', '=', taskNo).where('removedAt', 'is', null),
    {
      missing: 'CREDIT_TASK_NOT_FOUND',
      subject: `temporary credit task ${taskNo}`,
      state: ({ version }) => version,
      isSeen: ({ merchantNo }) => seesMerchant(scope, merchantNo),
    },
  );
}

/**
 * Agrees to a task, which raises the limit of each customer whom nothing is in the way of, or rejects it.
 * @throws AppError CREDIT_TASK_NOT_FOUND, MAKER_IS_CHECKER, ILLEGAL_TRANSITION
 */
export async function auditTask(
  tx: Tx,
  taskNo: string,
  decision: Who & { readonly isApproved: boolean; readonly remark: string | null },
): Promise<{ readonly task: CreditTask; readonly granted: number; readonly failed: number }> {
  const { isApproved, remark, userNo, scope, at } = decision;
  const before = await lockTask(tx, taskNo, scope);
  if (before.makerUserNo === userNo) throw new AppError('MAKER_IS_CHECKER');
  const command = isApproved ? 'approve' : 'reject';
  const taskStatus = advance(temporaryCreditTaskMachine, before.taskStatus, command);
  const change = { taskStatus, auditorUserNo: userNo, auditRemark: remark, auditedAt: at };
  await tx
    .updateTable('temporaryCreditTask')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('taskNo', '=', taskNo)
    .execute();
  const done = isApproved ? await grantAll(tx, before, at) : { granted: 0, failed: 0 };
  return { task: { ...before, ...change }, ...done };
}

async function grantAll(tx: Tx, task: CreditTask, at: Date) {
  const { taskNo, merchantNo, amountCents, validDays } = task;
  const items = await tx.selectFrom('temporaryCreditItem').select('customerNo').where('taskNo', '=', taskNo).execute();
  const customerNos = items.map(({ customerNo }) => customerNo);
  // As `lockCredit`: two tasks, or a task and a pass, of one customer come one after the other.
  await sql`SELECT FROM customer WHERE customer_no = any(${customerNos}::text[])
    ORDER BY customer_no FOR NO KEY UPDATE`.execute(tx);
  const checked = await checkCustomers(tx, customerNos, at);
  const today = businessDateOf(at);
  const effectiveOn = task.effectiveOn < today ? today : task.effectiveOn;
  const able = checked.filter(({ fault }) => fault === null);
  const left = task.holdsOut
    ? heldOut(
        taskNo,
        able.map(({ customerNo }) => customerNo),
      )
    : new Set<string>();
  const eligible = able.filter(({ customerNo }) => !left.has(customerNo));
  for (let from = 0; from < eligible.length; from += AT_ONCE) {
    await tx
      .insertInto('temporaryCredit')
      .values(
        eligible.slice(from, from + AT_ONCE).map(({ customerNo }) => ({
          taskNo,
          merchantNo,
          customerNo,
          amountCents,
          creditStatus: effectiveOn > today ? ('GRANTING' as const) : ('GRANTED' as const),
          effectiveAt: effectiveOn > today ? startOfBusinessDate(effectiveOn) : at,
          // The last of its days counts whole.
          expiresAt: startOfBusinessDate(addDays(effectiveOn, validDays)),
        })),
      )
      .execute();
  }
  const refused = checked.filter(({ fault }) => fault !== null);
  await sql`UPDATE temporary_credit_item i SET fault = f.fault
    FROM unnest(${refused.map(({ customerNo }) => customerNo)}::text[],
      ${refused.map(({ fault }) => fault)}::text[]) AS f (customer_no, fault)
    WHERE i.task_no = ${taskNo} AND i.customer_no = f.customer_no`.execute(tx);
  await sql`UPDATE temporary_credit_item SET is_held_out = true
    WHERE task_no = ${taskNo} AND customer_no = any(${[...left]}::text[])`.execute(tx);
  return { granted: eligible.length, failed: refused.length };
}

/** Takes a task that granted nothing off the list. @throws AppError CREDIT_TASK_NOT_FOUND, ILLEGAL_TRANSITION */
export async function removeTask(tx: Tx, taskNo: string, who: Who): Promise<CreditTask> {
  const before = await lockTask(tx, taskNo, who.scope);
  if (before.taskStatus === 'APPROVED') {
    const facts = { subject: 'temporary credit task', state: before.taskStatus, command: 'remove' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  const change = { removedAt: who.at, removedBy: who.userNo };
  await tx
    .updateTable('temporaryCreditTask')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('taskNo', '=', taskNo)
    .execute();
  return { ...before, ...change };
}
