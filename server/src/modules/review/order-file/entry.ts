import type { orderFile } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { applicantReasons, keptDecision } from '../../lending/rule-sets/index.ts';
import { readSnapshot } from '../review-config/index.ts';
import { detailsOf } from './details.ts';
import { visibilityOf } from '../../staff/roles/index.ts';
import { findOrder } from './find-order.ts';
import { headerOf, timelineOf } from './header.ts';
import { planOf } from './plan.ts';

/** Header, path and the first tab; for roles that hide details, header and plan. */
export async function entryOf({ orderNo }: { readonly orderNo: string }, call: Call): Promise<orderFile.OrderEntry> {
  const { db, caller } = call;
  const [order, { hidesDetails, hidesAddressBook }] = await Promise.all([
    findOrder(db, caller, orderNo),
    visibilityOf(db, caller),
  ]);
  const [timeline, plan, details, reviewConfig, decided] = await Promise.all([
    timelineOf(db, orderNo),
    planOf(db, { ...order, installments: order.terms.installments }, new Date()),
    hidesDetails ? null : detailsOf(order, call),
    hidesDetails ? null : readSnapshot(db, orderNo),
    hidesDetails ? null : keptDecision(db, orderNo),
  ]);
  return {
    header: headerOf(caller, order, timeline),
    // Remarks of reviewers belong to the details.
    timeline: hidesDetails ? timeline.map((each) => ({ ...each, remark: null })) : timeline,
    plan,
    details,
    ...(decided && {
      machine: {
        ...decided.machine,
        applicantReasons: applicantReasons({ ...decided.machine, score: decided.score }, call.lang),
      },
      ...(decided.score && { score: decided.score }),
    }),
    isAddressBookHidden: hidesDetails || hidesAddressBook,
    reviewConfig,
  };
}
