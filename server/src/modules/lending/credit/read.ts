import type { temporaryCredit } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { countedTo } from '../../../db/counted.ts';
import type { Queryable } from '../../../db/database.ts';
import { anywhere } from '../../../db/like.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { textOfError } from '../../../http/messages.ts';
import { maskPhone } from '../../platform/masking/index.ts';
import { creditOf } from '../../review/order-file/index.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';
import type { CreditFault } from './eligibility.ts';

const listed = <Row>(rows: Row[], total: number) => ({
  rows,
  ...countedTo(total),
});

function matching(db: Queryable, { scope }: Caller, filters: temporaryCredit.TaskFilters) {
  const merchantNos = merchantsSeen(scope);
  const { taskNo, taskName, merchantNo, taskStatus, makerUserNo, createdFrom, createdTo } = filters;
  let found = db.selectFrom('temporaryCreditTask as t').where('t.removedAt', 'is', null);
  if (merchantNos) found = found.where(sql<boolean>`t.merchant_no = any(${merchantNos})`);
  if (taskNo) found = found.where('t.taskNo', '=', taskNo);
  if (taskName) {
    found = found.where('t.taskName', 'ilike', anywhere(taskName));
  }
  if (merchantNo) found = found.where('t.merchantNo', '=', merchantNo);
  if (taskStatus) found = found.where('t.taskStatus', '=', taskStatus);
  if (makerUserNo) found = found.where('t.makerUserNo', '=', makerUserNo);
  if (createdFrom) found = found.where('t.createdAt', '>=', startOfBusinessDate(createdFrom));
  if (createdTo) {
    found = found.where('t.createdAt', '<', startOfBusinessDate(addDays(createdTo, 1)));
  }
  return found;
}

async function rowsOf(
  query: ReturnType<typeof matching>,
  { userNo, codes }: Caller,
): Promise<temporaryCredit.TaskRow[]> {
  const rows = await query
    .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
    .innerJoin('appUser as a', 'a.userNo', 't.makerUserNo')
    .leftJoin('appUser as c', 'c.userNo', 't.auditorUserNo')
    .select(['t.taskNo', 't.taskName', 't.merchantNo', 'm.merchantName', 't.amountCents'])
    .select(['t.validDays', 't.effectiveOn', 't.reason', 'a.realName as makerName'])
    .select(['c.realName as auditorName', 't.auditRemark', 't.taskStatus', 't.createdAt'])
    .select(['t.version', 't.makerUserNo'])
    .select(sql<number>`(select count(*) from temporary_credit_item i where i.task_no = t.task_no)`.as('customers'))
    .select(sql<number>`(select count(*) from temporary_credit x where x.task_no = t.task_no)`.as('granted'))
    .select(sql<number>`(select count(i.fault) from temporary_credit_item i where i.task_no = t.task_no)`.as('failed'))
    .execute();
  return rows.map(({ makerUserNo, ...row }) => {
    const can = (action: string) => codes.has(`operation:temporaryCreditTask:${action}`);
    const isPending = row.taskStatus === 'PENDING';
    const mayAudit = isPending && makerUserNo !== userNo && can('audit');
    const is = {
      approve: mayAudit,
      reject: mayAudit,
      remove: row.taskStatus !== 'APPROVED' && can('remove'),
    };
    return {
      ...row,
      totalAmountCents: row.customers * row.amountCents,
      createdAt: row.createdAt.toISOString(),
      allowedActions: (['approve', 'reject', 'remove'] as const).filter((action) => is[action]),
    };
  });
}

type TaskRequest = (typeof temporaryCredit.taskPage.request)['_zod']['output'];

/** A page of the tasks that match. */
export async function findTasks(db: Queryable, caller: Caller, request: TaskRequest) {
  const { filters, sort, page, pageSize } = request;
  const found = matching(db, caller, filters);
  const { field, direction } = sort ?? { field: 'createdAt', direction: 'desc' };
  const rows = await rowsOf(
    found
      .orderBy(`t.${field}`, direction)
      .orderBy('t.taskNo', direction)
      .offset((page - 1) * pageSize)
      .limit(pageSize),
    caller,
  );
  const counted = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  return listed(rows, counted?.total ?? 0);
}

/** A task with whom it is for. @throws AppError CREDIT_TASK_NOT_FOUND */
export async function readTask(taskNo: string, { db, caller, lang }: Call) {
  const [row] = await rowsOf(matching(db, caller, { taskNo }), caller);
  if (!row) throw new AppError('CREDIT_TASK_NOT_FOUND');
  const items = await db
    .selectFrom('temporaryCreditItem as i')
    .innerJoin('customer as c', 'c.customerNo', 'i.customerNo')
    .leftJoin('temporaryCredit as t', (join) =>
      join.onRef('t.taskNo', '=', 'i.taskNo').onRef('t.customerNo', '=', 'i.customerNo'),
    )
    .select(['i.customerNo', 'c.phone', 't.creditStatus', 't.expiresAt', 'i.fault'])
    .where('i.taskNo', '=', taskNo)
    .orderBy('i.customerNo')
    .execute();
  return {
    row,
    items: items.map(({ fault, ...item }) => ({
      ...item,
      phone: maskPhone(item.phone),
      expiresAt: item.expiresAt?.toISOString() ?? null,
      fault: fault === null ? null : { error: fault, text: textOfFault(fault, lang) },
    })),
  };
}

const FAULTS: readonly CreditFault[] = [
  'CREDIT_BLACKLISTED',
  'CREDIT_OVERDUE',
  'CREDIT_LINE_MISSING',
  'CREDIT_NOT_ADJUSTABLE',
  'CREDIT_GRANTED_ALREADY',
];

export function textOfFault(fault: string, lang: 'en' | 'zh'): string {
  const known = FAULTS.find((name) => name === fault);
  return known === undefined ? fault : textOfError(known, lang, {});
}

type RecordRequest = (typeof temporaryCredit.recordPage.request)['_zod']['output'];

/** A page of the raises that match, with the limit each stands on. */
export async function findRecords(db: Queryable, caller: Caller, request: RecordRequest) {
  const { filters, sort, page, pageSize } = request;
  const { phone, taskNo, customerNo, creditStatus } = filters;
  const merchantNos = merchantsSeen(caller.scope);
  let found = db.selectFrom('temporaryCredit as t').innerJoin('customer as c', 'c.customerNo', 't.customerNo');
  if (merchantNos) found = found.where(sql<boolean>`t.merchant_no = any(${merchantNos})`);
  if (phone) found = found.where('c.phone', '=', phone);
  if (taskNo) found = found.where('t.taskNo', '=', taskNo);
  if (customerNo) found = found.where('t.customerNo', '=', customerNo);
  if (creditStatus) found = found.where('t.creditStatus', '=', creditStatus);
  const direction = sort?.direction ?? 'desc';
  const rows = await found
    .select(['t.creditNo', 't.taskNo', 't.merchantNo', 't.customerNo', 'c.phone', 't.amountCents'])
    .select(['t.creditStatus', 't.effectiveAt', 't.expiresAt'])
    .orderBy(sort === null ? 't.creditNo' : 't.expiresAt', direction)
    .orderBy('t.creditNo', direction)
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
  const counted = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  const now = new Date();
  const full = [];
  for (const row of rows) {
    const line = await creditOf(db, row.customerNo, now);
    full.push({
      ...row,
      phone: maskPhone(row.phone),
      creditType: line?.creditType ?? null,
      limitCents: line?.limitCents ?? 0,
      remainingCents: line?.remainingCents ?? 0,
      isAdjustable: line?.isAdjustable ?? false,
      effectiveAt: row.effectiveAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    });
  }
  return listed(full, counted?.total ?? 0);
}
