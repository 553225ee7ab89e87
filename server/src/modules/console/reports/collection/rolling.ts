import type { Counted, Measure } from '../engine/source.ts';
import { cents, ratio, type Words } from '../shared/formulas.ts';

/*
 * What rolls on, and how loans of a month age. Bills enter a level by days past due; what they owe then is the sum of
 * their postings before that day, so a cohort's figures stay as they are.
 */

/** What a bill owes before a day, as far as it was recorded. */
const owedBefore = (day: string) => `coalesce((select sum(p.amount_cents) from posting p
  join journal j on j.journal_id = p.journal_id and j.business_date = p.business_date
  where p.bill_no = b.bill_no and p.account_code like 'RECEIVABLE%' and p.business_date < ${day}
    and j.posted_at <= q.moment), 0)`;
const TODAY = `(q.moment at time zone 'Africa/Nairobi')::date`;
const COUNTS = `b.bill_status <> 'VOID'`;
/** The cohort left the level: it is known what rolled on. */
const DONE = `${COUNTS} and l.next_at is not null and b.due_date + l.next_at <= ${TODAY}`;
const PAID = `coalesce((select -sum(p.amount_cents) from posting p
  join journal j on j.journal_id = p.journal_id and j.business_date = p.business_date
  where p.bill_no = b.bill_no and p.account_code like 'RECEIVABLE%' and j.journal_kind = 'APPLICATION'
    and p.business_date >= b.due_date + l.starts_at
    and (l.next_at is null or p.business_date < b.due_date + l.next_at) and j.posted_at <= q.moment), 0)`;

const ofLevels = (words: Words, formula: string, where: string, value: string): Counted => ({
  ...cents(words, 'levelEntries', formula, where, value),
  view: 'ROLL',
});

export const rollMeasures: Readonly<Record<string, Measure>> = {
  enteredCents: ofLevels(
    ['Entered', '进入金额'],
    'outstanding of bills on entering the level by days past due',
    COUNTS,
    owedBefore('b.due_date + l.starts_at'),
  ),
  rollPct: {
    ...ratio(
      ['Rolled on', '滚动率'],
      'outstanding on entering the next level / entered, of cohorts that left the level',
      'rolledCents',
      'leftCents',
    ),
    view: 'ROLL',
  },
  recoveryPct: {
    ...ratio(
      ['Recovered in level', '级内回收率'],
      'collected while in the level / entered',
      'paidInLevelCents',
      'enteredCents',
    ),
    view: 'ROLL',
  },
  expectedPct: {
    en: 'Expected recovery',
    zh: '预期回收率',
    formula: 'collected while in the level / entered, of cohorts of the 180 days before the period',
    parts: ['enteredCents'],
    from: () => null,
    view: 'ROLL',
  },
  leftCents: ofLevels(
    ['Entered, level left', '已离级进入金额'],
    'entered, of cohorts that left the level',
    DONE,
    owedBefore('b.due_date + l.starts_at'),
  ),
  rolledCents: ofLevels(
    ['Entered the next level', '进入下一级金额'],
    'outstanding on entering the next level',
    DONE,
    owedBefore('b.due_date + l.next_at'),
  ),
  paidInLevelCents: ofLevels(
    ['Collected in level', '级内催回'],
    'C(receivable, APPLICATION) from entering the level to entering the next',
    COUNTS,
    PAID,
  ),
};

const MONTHS = [1, 2, 3, 4, 5, 6] as const;
const lent = `(o.lending_time at time zone 'Africa/Nairobi')::date`;
const reached = (months: number) => `o.lending_time is not null and ${lent} + ${months * 30} <= ${TODAY}`;
/** Principal of bills more than 30 days past due so many days after the loan. */
const lateAfter = (days: number) => `coalesce((select sum(p.amount_cents) from bill b
  join posting p on p.bill_no = b.bill_no join journal j on j.journal_id = p.journal_id and j.business_date = p.business_date
  where b.order_no = o.order_no and p.account_code = 'RECEIVABLE_PRINCIPAL' and b.due_date + 30 < ${lent} + ${days}
    and p.business_date <= ${lent} + ${days} and j.posted_at <= q.moment), 0)`;

/** By month on book: the share of what was lent that is more than 30 days late. */
export const vintageMeasures: Readonly<Record<string, Measure>> = Object.fromEntries([
  [
    'principalDisbursedCents',
    {
      ...cents(
        ['Principal disbursed', '已放款本金'],
        'loansLent',
        'principal of loans disbursed',
        'o.lending_time is not null',
        'o.approved_cents',
      ),
      view: 'VINTAGE',
    },
  ],
  ...MONTHS.flatMap((month): [string, Measure][] => {
    const after = `${month} x 30 days after disbursement`;
    return [
      [
        `mob${month}Pct`,
        {
          ...ratio(
            [`MOB ${month}`, `MOB${month}`],
            `principal over 30 days late ${after} / lent`,
            `mob${month}LateCents`,
            `mob${month}LentCents`,
          ),
          view: 'VINTAGE',
        },
      ],
      [
        `mob${month}LateCents`,
        {
          ...cents(
            [`Late at MOB ${month}`, `MOB${month}逾期本金`],
            'loansLent',
            `principal over 30 days late ${after}`,
            reached(month),
            lateAfter(month * 30),
          ),
          view: 'VINTAGE',
        },
      ],
      [
        `mob${month}LentCents`,
        {
          ...cents(
            [`Lent, at MOB ${month}`, `达到MOB${month}的放款`],
            'loansLent',
            `lent, of loans that are ${month} x 30 days old`,
            reached(month),
            'o.approved_cents',
          ),
          view: 'VINTAGE',
        },
      ],
    ];
  }),
]);
