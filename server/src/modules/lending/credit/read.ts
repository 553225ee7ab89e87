import { temporaryCredit } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { textOfError } from '../../../http/messages.ts';
import { defineList } from '../../../lists/index.ts';
import { maskPhone } from '../../platform/masking/index.ts';
import { addDays } from '../../platform/policy/index.ts';
import { comparisonOf } from './held-out.ts';
import { levelsOf } from './levels.ts';
import { creditOf } from './credit-line.ts';
import type { CreditFault } from './eligibility.ts';

/** Raises of limits as they were asked for, many customers a task. */
export const creditTasks = defineList(
  temporaryCredit.taskPage,
  (db) => db.selectFrom('temporaryCreditTask as t').where('t.removedAt', 'is', null),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 't.taskNo',
    missing: 'CREDIT_TASK_NOT_FOUND',
    filters: {
      taskNo: by.is('t.taskNo'),
      taskName: by.contains('t.taskName'),
      merchantNo: by.is('t.merchantNo'),
      taskStatus: by.is('t.taskStatus'),
      makerUserNo: by.is('t.makerUserNo'),
      createdAt: by.days('t.createdAt'),
    },
    sorts: { createdAt: 't.createdAt', amountCents: 't.amountCents' },
    first: [['t.createdAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
        .innerJoin('appUser as a', 'a.userNo', 't.makerUserNo')
        .leftJoin('appUser as c', 'c.userNo', 't.auditorUserNo')
        .select(['t.taskNo', 't.taskName', 't.merchantNo', 'm.merchantName', 't.amountCents'])
        .select(['t.validDays', 't.effectiveOn', 't.reason', 'a.realName as makerName'])
        .select(['c.realName as auditorName', 't.auditRemark', 't.taskStatus', 't.createdAt', 't.holdsOut'])
        .select(['t.version', 't.makerUserNo'])
        .select(sql<number>`(select count(*) from temporary_credit_item i where i.task_no = t.task_no)`.as('customers'))
        .select(sql<number>`(select count(*) from temporary_credit x where x.task_no = t.task_no)`.as('granted'))
        .select(
          sql<number>`(select count(i.fault) from temporary_credit_item i where i.task_no = t.task_no)`.as('failed'),
        ),
    row: ({ makerUserNo, ...row }, { caller: { userNo, codes } }) => {
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
        expiresOn: addDays(row.effectiveOn, row.validDays - 1),
        totalAmountCents: row.customers * row.amountCents,
        createdAt: row.createdAt.toISOString(),
        allowedActions: (['approve', 'reject', 'remove'] as const).filter((action) => is[action]),
      };
    },
  }),
);

const SHOWN = 200;

/** A task with whom it is for. @throws AppError CREDIT_TASK_NOT_FOUND */
export async function readTask(taskNo: string, call: Call) {
  const { db, lang } = call;
  const row = await creditTasks.one(taskNo, call);
  const items = await db
    .selectFrom('temporaryCreditItem as i')
    .innerJoin('customer as c', 'c.customerNo', 'i.customerNo')
    .leftJoin('temporaryCredit as t', (join) =>
      join.onRef('t.taskNo', '=', 'i.taskNo').onRef('t.customerNo', '=', 'i.customerNo'),
    )
    .select(['i.customerNo', 'c.phone', 't.creditStatus', 't.expiresAt', 'i.fault', 'i.isHeldOut'])
    .where('i.taskNo', '=', taskNo)
    .orderBy((eb) => eb('i.fault', 'is', null))
    .orderBy('i.customerNo')
    .limit(SHOWN)
    .execute();
  const exposed = await db
    .selectFrom('temporaryCreditItem')
    .select('customerNo')
    .where('taskNo', '=', taskNo)
    .where('fault', 'is', null)
    .where('isHeldOut', '=', false)
    .execute();
  return {
    row,
    comparison: await comparisonOf(db, taskNo),
    levels: await levelsOf(
      db,
      exposed.map(({ customerNo }) => customerNo),
    ),
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

/** Raises that were granted, with the limit each stands on. */
export const credits = defineList(
  temporaryCredit.recordPage,
  (db) => db.selectFrom('temporaryCredit as t').innerJoin('customer as c', 'c.customerNo', 't.customerNo'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 't.creditNo',
    filters: {
      phone: by.is('c.phone'),
      taskNo: by.is('t.taskNo'),
      customerNo: by.is('t.customerNo'),
      creditStatus: by.is('t.creditStatus'),
    },
    sorts: { expiresAt: 't.expiresAt' },
    first: [],
    select: (query) =>
      query
        .select(['t.creditNo', 't.taskNo', 't.merchantNo', 't.customerNo', 'c.phone', 't.amountCents'])
        .select(['t.creditStatus', 't.effectiveAt', 't.expiresAt']),
    async rows(stored, { db }) {
      const now = new Date();
      const rows = [];
      for (const row of stored) {
        const line = await creditOf(db, row.customerNo, now);
        rows.push({
          ...row,
          creditType: line?.creditType ?? null,
          limitCents: line?.limitCents ?? 0,
          remainingCents: line?.remainingCents ?? 0,
          isAdjustable: line?.isAdjustable ?? false,
          effectiveAt: row.effectiveAt.toISOString(),
          expiresAt: row.expiresAt.toISOString(),
        });
      }
      return rows;
    },
    personal: { phone: 'phone' },
  }),
);
