import { collectionReport } from '@kituo/sdk/contracts';
import type { Measure } from '../engine/source.ts';
import { cents, ratio } from '../shared/formulas.ts';
import { OWED_BEFORE_PAYMENTS } from './owed-before-payments.ts';

/*
 * Bills that fell due together, and how much of their principal is unpaid so many days later. A charge-off is no
 * payment: what was written off counts as unpaid.
 */

/** Principal of a bill by what moved it, before a day. */
const principal = (condition: string, day: string) => `coalesce((select sum(p.amount_cents) from posting p
  join journal j on j.journal_id = p.journal_id and j.business_date = p.business_date
  where p.bill_no = b.bill_no and p.account_code = 'RECEIVABLE_PRINCIPAL' and ${condition}
    and p.business_date < ${day} and j.posted_at <= q.moment), 0)`;
const TODAY = `(q.moment at time zone 'Africa/Nairobi')::date`;
/** The bill was so many days past due, to the end of that day. */
const reached = (dpd: number) => `b.bill_status <> 'VOID' and b.due_date + ${dpd} < ${TODAY}`;
const LENT = principal(OWED_BEFORE_PAYMENTS, 'b.due_date + 1');

const ofDpd = (dpd: number): [string, Measure][] => [
  [
    `unpaid${dpd}Pct`,
    {
      ...ratio(
        [`DPD ${dpd}`, `DPD${dpd}`],
        `principal unpaid at the end of DPD ${dpd} / principal due, of bills that reached it`,
        `unpaid${dpd}Cents`,
        `reached${dpd}Cents`,
      ),
      view: 'COHORT',
    },
  ],
  [
    `unpaid${dpd}Cents`,
    {
      ...cents(
        [`Unpaid at DPD ${dpd}`, `DPD${dpd}未还本金`],
        'dueBills',
        `principal less payments to the end of DPD ${dpd}`,
        reached(dpd),
        principal(`j.journal_kind <> 'CHARGE_OFF'`, `b.due_date + ${dpd + 1}`),
      ),
      view: 'COHORT',
    },
  ],
  [
    `reached${dpd}Cents`,
    {
      ...cents(
        [`Due, at DPD ${dpd}`, `达到DPD${dpd}的到期本金`],
        'dueBills',
        `principal due of bills that reached the end of DPD ${dpd}`,
        reached(dpd),
        LENT,
      ),
      view: 'COHORT',
    },
  ],
];

/** By day past due: the share of what fell due that is unpaid. */
export const cohortMeasures: Readonly<Record<string, Measure>> = Object.fromEntries([
  [
    'duePrincipalCents',
    {
      ...cents(
        ['Principal due', '到期本金'],
        'dueBills',
        'principal of bills with a due date in the period, before payments',
        `b.bill_status <> 'VOID'`,
        LENT,
      ),
      view: 'COHORT',
    },
  ],
  ...collectionReport.COHORT_DAYS.flatMap(ofDpd),
]);
