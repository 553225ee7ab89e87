import { caseSettle } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { candidatesOf } from '../flows/index.ts';
import { flowsWithin, presentFlow } from '../payments/index.ts';
import { ordersOf, type System } from '../waivers/index.ts';
import { AREAS } from './task-list.ts';

/** Payments that nobody claimed, the oldest first, each with the orders in collection of a system that it may be for. */
const unmatchedIn = (system: System) =>
  defineList(
    caseSettle.byOrder.unmatched,
    (db) => db.selectFrom('paymentFlow').where('flowStatus', '=', 'UNMATCHED'),
    (by) => ({
      scope: ({ caller }) => flowsWithin(caller.scope),
      key: 'paymentFlow.flowNo',
      filters: {
        paymentCode: by.is('paymentFlow.paymentCode'),
        paymentChannel: by.is('paymentFlow.paymentChannel'),
        repayTime: by.days('paymentFlow.repayTime'),
      },
      sorts: { repayTime: 'paymentFlow.repayTime' },
      first: [['paymentFlow.repayTime', 'asc']],
      ties: 'asc',
      select: (query) => query.selectAll('paymentFlow'),
      async rows(stored, { db, caller }) {
        const candidates = await candidatesOf(db, stored, caller, (eb) =>
          eb.and([ordersOf(caller.scope, system)(eb), inCollection]),
        );
        return stored.map((row) => {
          const { flowNo, paymentCode, paymentChannel, payerName, payerPhone, ...shown } = presentFlow(row, caller);
          const { accountReference, flowAmountCents, writableCents, repayTime } = shown;
          const named = { flowNo, paymentCode, paymentChannel, payerName, payerPhone, accountReference };
          return {
            ...named,
            flowAmountCents,
            writableCents,
            repayTime,
            candidates: candidates.get(flowNo) ?? [],
            allowedActions: writableCents > 0 && mayCommit(system, caller) ? ['apply' as const] : [],
          };
        });
      },
    }),
  );

const inCollection = sql<boolean>`exists (select from collection_case k
  where k.order_no = loan_order.order_no and k.case_status <> 'CLOSED')`;

const mayCommit = (system: System, { codes }: Caller): boolean =>
  ['commit', 'commitMulti'].some((one) => codes.has(`${AREAS[system]}:writeOff:${one}`));

export const unmatchedOn = { ORDER: unmatchedIn('ORDER'), BILL: unmatchedIn('BILL') } as const;
