import type { CaseLevelName, CaseScope, CaseStatus, OutReason } from '../../../db/collection-schema.ts';
import { advance } from '../../../state-machine/index.ts';
import { type BusinessDate, daysPastDue } from '../../platform/policy/index.ts';
import { caseLevelOf, levelsFrom, nextCaseLevel } from './case-level.ts';
import { caseMachine } from './case.machine.ts';

/*
 * What the bills of a loan make of its cases: a case opens when its first bill nears its due date, takes each
 * further one, changes its level with the days, closes when its bills are final and opens again when a
 * rollback makes one of them open. Pure: the same bills and cases on the same day give the same plan, and a
 * plan carried out gives an empty one.
 */

export interface PlannedBillState {
  readonly billNo: string;
  readonly billStatus: 'ACTIVE' | 'SETTLED' | 'ROLLED_OVER' | 'CHARGED_OFF' | 'VOID';
  readonly dueDate: BusinessDate;
}

export interface PlannedCaseState {
  readonly caseNo: string;
  readonly caseStatus: CaseStatus;
  readonly caseLevel: CaseLevelName;
  readonly statusBeforeBadDebt: 'COLLECTING' | 'RETAINED' | null;
  readonly oldestDueOn: BusinessDate;
  readonly billNos: readonly string[];
}

export interface LoanInCollection {
  readonly caseScope: CaseScope;
  /** Days past due at which its reminders begin, where a due-date rule says so: S0 begins then, too. */
  readonly startsAtDpd?: number | null;
  readonly bills: readonly PlannedBillState[];
  readonly cases: readonly PlannedCaseState[];
}

export interface CaseChange {
  /** Null for a case that begins. */
  readonly caseNo: string | null;
  /** Null where the state stays. */
  readonly command: 'open' | 'close' | 'reopen' | 'reopenToBadDebt' | 'enterBadDebt' | null;
  readonly fromStatus: CaseStatus | null;
  readonly toStatus: CaseStatus;
  readonly fromLevel: CaseLevelName | null;
  readonly caseLevel: CaseLevelName;
  readonly oldestDueOn: BusinessDate;
  readonly outReason: OutReason | null;
  readonly addedBillNos: readonly string[];
}

export interface PlanOptions {
  readonly today: BusinessDate;
  readonly levels: Parameters<typeof caseLevelOf>[1];
  /** New cases, new bills of a case and levels are the end of day's; a payment only closes and opens again. */
  readonly isEndOfDay: boolean;
}

const FINAL: ReadonlySet<string> = new Set(['SETTLED', 'ROLLED_OVER', 'VOID']);
const isOpen = ({ billStatus }: PlannedBillState): boolean => !FINAL.has(billStatus);

/** What has to change; nothing where all is as it should be. */
export function planCases(loan: LoanInCollection, given: PlanOptions): CaseChange[] {
  const options = { ...given, levels: levelsFrom(loan.startsAtDpd ?? null, given.levels) };
  const open = loan.bills.filter(isOpen);
  const held = new Set<string>();
  const requested = new Map<PlannedCaseState, PlannedBillState[]>();
  for (const one of loan.cases) {
    if (one.caseStatus === 'CLOSED') continue;
    requested.set(one, []);
    for (const billNo of one.billNos) held.add(billNo);
  }
  const joins = (bill: PlannedBillState): PlannedCaseState | undefined => {
    const current = [...requested.keys()];
    if (loan.caseScope === 'ORDER' && current[0]) return current[0];
    const before = loan.cases.findLast(({ billNos }) => billNos.includes(bill.billNo));
    if (before) requested.set(before, []);
    return before;
  };
  const begun: PlannedBillState[][] = [];
  const isKnown = ({ billNo }: PlannedBillState) => loan.cases.some(({ billNos }) => billNos.includes(billNo));
  // Those that come back first: a case that opens again takes what begins, and no second one is made.
  const waiting = open.toSorted((left, right) => Number(isKnown(right)) - Number(isKnown(left)));
  for (const bill of waiting) {
    if (held.has(bill.billNo)) continue;
    const wasHeld = isKnown(bill);
    if (!wasHeld && !(options.isEndOfDay && isNear(bill, options))) continue;
    const joined = joins(bill);
    if (joined) requested.get(joined)?.push(bill);
    else if (loan.caseScope === 'ORDER' && begun[0]) begun[0].push(bill);
    else begun.push([bill]);
  }
  const changes = [...requested].map(([one, added]) => changeOf(loan, one, added, options));
  return [...changes.filter((change) => change !== null), ...begun.map((bills) => beginning(bills, options))];
}

function isNear({ dueDate }: PlannedBillState, { today, levels }: PlanOptions): boolean {
  return caseLevelOf(daysPastDue(dueDate, today), levels) !== null;
}

const oldestOf = (bills: readonly PlannedBillState[]): BusinessDate | undefined =>
  bills.map(({ dueDate }) => dueDate).toSorted()[0];

function levelOn(dueOn: BusinessDate, { today, levels }: PlanOptions): CaseLevelName {
  return caseLevelOf(daysPastDue(dueOn, today), levels) ?? 'S0';
}

function beginning(bills: readonly PlannedBillState[], options: PlanOptions): CaseChange {
  const oldestDueOn = oldestOf(bills) ?? options.today;
  return {
    caseNo: null,
    command: 'open',
    fromStatus: null,
    toStatus: 'POOL',
    fromLevel: null,
    caseLevel: levelOn(oldestDueOn, options),
    oldestDueOn,
    outReason: null,
    addedBillNos: bills.map(({ billNo }) => billNo),
  };
}

function changeOf(
  loan: LoanInCollection,
  one: PlannedCaseState,
  added: readonly PlannedBillState[],
  options: PlanOptions,
): CaseChange | null {
  const bills = loan.bills.filter((bill) => one.billNos.includes(bill.billNo) || added.includes(bill));
  const open = bills.filter(isOpen);
  const oldestDueOn = oldestOf(open) ?? one.oldestDueOn;
  const addedBillNos = added.map(({ billNo }) => billNo);
  const command = commandFor(one, open);
  const outReason = command === 'close' ? outReasonOf(bills) : null;
  const isAnew = command === 'reopen' || command === 'reopenToBadDebt';
  const caseLevel = isAnew
    ? levelOn(oldestDueOn, options)
    : options.isEndOfDay && open.length > 0
      ? nextCaseLevel(
          { caseLevel: one.caseLevel, caseStatus: frozenAs(one) },
          daysPastDue(oldestDueOn, options.today),
          options.levels,
        )
      : one.caseLevel;
  const isSame =
    command === null && caseLevel === one.caseLevel && oldestDueOn === one.oldestDueOn && addedBillNos.length === 0;
  if (isSame) return null;
  return {
    caseNo: one.caseNo,
    command,
    fromStatus: one.caseStatus,
    toStatus: command === null ? one.caseStatus : advance(caseMachine, one.caseStatus, command),
    fromLevel: one.caseLevel,
    caseLevel,
    oldestDueOn,
    outReason,
    addedBillNos,
  };
}

/** The pool of bad debt keeps the level of a case that was retained when it came there. */
function frozenAs({ caseStatus, statusBeforeBadDebt }: PlannedCaseState): string {
  return caseStatus === 'BAD_DEBT_POOL' ? (statusBeforeBadDebt ?? caseStatus) : caseStatus;
}

function commandFor(
  { caseStatus }: PlannedCaseState,
  open: readonly PlannedBillState[],
): 'close' | 'reopen' | 'reopenToBadDebt' | 'enterBadDebt' | null {
  const isLost = open.length > 0 && open.every(({ billStatus }) => billStatus === 'CHARGED_OFF');
  if (caseStatus === 'CLOSED') {
    if (open.length === 0) return null;
    return isLost ? 'reopenToBadDebt' : 'reopen';
  }
  if (open.length === 0) return 'close';
  // A loss that was recognised is worked in the pool of bad debt, whoever had the case.
  const isWorked = caseStatus === 'COLLECTING' || caseStatus === 'RETAINED';
  return isLost && isWorked ? 'enterBadDebt' : null;
}

function outReasonOf(bills: readonly PlannedBillState[]): OutReason {
  const states = new Set(bills.map(({ billStatus }) => billStatus));
  if (states.has('ROLLED_OVER')) return 'ROLLED_OVER';
  return states.has('SETTLED') ? 'SETTLED' : 'VOID';
}
