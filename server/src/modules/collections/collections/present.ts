import type { collection } from '@kituo/sdk/contracts';
import type { Caller } from '../../../http/implement.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { maskIdCard, maskName, maskPhone } from '../../platform/masking/index.ts';
import { businessDateOf, daysPastDue } from '../../platform/policy/index.ts';
import { caseMachine } from './case.machine.ts';
import { isTheirs } from './cases.ts';
import type { PointsOf } from './load-points.ts';
import type { CaseRecord } from './read.ts';

const AREA = { ORDER: 'collection', BILL: 'collectionStage' } as const;

/** What the caller may do with the case now: the machine's commands, cut by codes and by whose case it is. */
export function actionsOn(
  caller: Pick<Caller, 'codes' | 'userNo' | 'pages'>,
  one: Pick<CaseRecord, 'caseScope' | 'caseStatus' | 'collectorUserNo' | 'collectedCents'>,
): collection.CaseAction[] {
  const can = (thing: string): boolean => caller.codes.has(`${AREA[one.caseScope]}:${thing}`);
  const states: readonly string[] = allowedActions(caseMachine, one.caseStatus);
  const isOwn = isTheirs(one, caller);
  const isWorked = ['COLLECTING', 'RETAINED', 'BAD_DEBT_POOL'].includes(one.caseStatus);
  const is: Readonly<Record<collection.CaseAction, boolean>> = {
    distribute: can('case:distribute') && states.includes('distribute'),
    redistribute: can('case:redistribute') && states.includes('redistribute'),
    recall: can('case:recall') && states.includes('cancelAllocationToPool'),
    retain: can('case:retain') && states.includes('retain'),
    cancelRetain: can('case:retain') && states.includes('cancelRetention'),
    enterBadDebt: can('badDebt:enter') && states.includes('enterBadDebt'),
    leaveBadDebt: can('badDebt:cancel') && states.includes('leaveBadDebtToCollecting'),
    followUp: can('followUp:save') && isWorked && isOwn,
    promise: can('promise:save') && isWorked && isOwn,
    call: can('contact:call') && isWorked && isOwn,
    sms: can('contact:sms') && isWorked && isOwn,
    waive: can('deduction:apply') && isOwn && (one.caseStatus === 'COLLECTING' || one.caseStatus === 'RETAINED'),
    correctAttribution: can('attribution:update') && one.caseStatus === 'CLOSED' && one.collectedCents > 0,
  };
  const order = [
    'distribute',
    'redistribute',
    'recall',
    'retain',
    'cancelRetain',
    'enterBadDebt',
    'leaveBadDebt',
    'followUp',
    'promise',
    'call',
    'sms',
    'waive',
    'correctAttribution',
  ] as const;
  return order.filter((action) => is[action]);
}

/** A case as it leaves the server: phone and ID number masked for everyone, the name where the role masks. */
export function presentCase(
  caller: Pick<Caller, 'codes' | 'userNo' | 'pages' | 'isMasked' | 'maskedFields'>,
  one: CaseRecord,
  {
    now,
    nextAllowedAt,
    pointsOf,
  }: { readonly now: Date; readonly nextAllowedAt: Date | null; readonly pointsOf: PointsOf },
): collection.CaseRow {
  const isNameMasked = caller.isMasked || caller.maskedFields.has('customerName');
  const {
    oldestDueOn,
    openedAt,
    closedAt,
    assignedAt,
    lastFollowUpAt,
    lastActionCode,
    lastOverdueReason,
    nextFollowUpAt,
    promisedOn,
    badDebtEnteredAt,
    ...rest
  } = one;
  return {
    ...rest,
    caseId: one.caseNo,
    loadPoints: pointsOf(one.caseScope),
    dueDate: oldestDueOn,
    customerName: isNameMasked ? maskName(one.customerName) : one.customerName,
    phone: maskPhone(one.phone),
    idCardNo: maskIdCard(one.idCardNo),
    dpd: daysPastDue(oldestDueOn, businessDateOf(now)),
    assignedAt: assignedAt?.toISOString() ?? null,
    entryTime: openedAt.toISOString(),
    lastFollowUpAt: lastFollowUpAt?.toISOString() ?? null,
    actionCode: lastActionCode,
    overdueReason: lastOverdueReason,
    nextFollowUpAt: nextFollowUpAt?.toISOString() ?? null,
    promisedRepaymentTime: promisedOn,
    nextAllowedAt: nextAllowedAt?.toISOString() ?? null,
    badDebtEnteredAt: badDebtEnteredAt?.toISOString() ?? null,
    outTime: closedAt?.toISOString() ?? null,
    allowedActions: actionsOn(caller, one),
  };
}
