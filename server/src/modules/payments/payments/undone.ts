import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { PaymentApplicationTable } from '../../../db/engine-schema.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import { type Bill, billMachine, type BillStatus, FINAL_BILL_STATES } from '../../lending/bills/index.ts';
import { flowMachine } from './flow.machine.ts';
import type { FlowAfter, PaymentFlow } from './receive-flow.ts';

export type Application = Selectable<PaymentApplicationTable>;

const billsBefore = z.array(
  z.object({
    billNo: z.string(),
    billStatus: z.enum(['ACTIVE', 'SETTLED', 'ROLLED_OVER', 'CHARGED_OFF', 'VOID']),
    actualDate: z.nullable(z.string()),
  }),
);

interface BillState {
  readonly billNo: string;
  readonly billStatus: BillStatus;
  readonly actualDate: string | null;
}

/** What applications touched, as it is under lock. */
interface Before {
  readonly bills: readonly Bill[];
  readonly flows: readonly PaymentFlow[];
  /** Credit that refunds hold, by flow. */
  readonly held: ReadonlyMap<string, number>;
}

interface After {
  /** Only those that change. */
  readonly bills: readonly BillState[];
  readonly flows: readonly FlowAfter[];
  /** Whether a bill is not final afterwards. */
  readonly isOpen: boolean;
}

/**
 * The states of bills and flows when these applications are undone one by one, newest first. Pure.
 * @throws AppError SURPLUS_REFUNDED, CHARGED_OFF_SINCE, ILLEGAL_TRANSITION
 */
export function undone(newestFirst: readonly Application[], before: Before): After {
  const bills = new Map<string, BillState>(before.bills.map((bill) => [bill.billNo, bill]));
  const flows = new Map(before.flows.map((flow) => [flow.flowNo, flow]));
  for (const application of newestFirst) {
    const flow = flows.get(application.flowNo);
    if (!flow) throw new AppError('SERIAL_NOT_FOUND');
    const freeCents = flow.creditedCents - (before.held.get(flow.flowNo) ?? 0);
    if (application.surplusCents > freeCents) throw new AppError('SURPLUS_REFUNDED');
    restoreBills(application, bills);
    flows.set(flow.flowNo, { ...flow, ...givenBack(flow, application) });
  }
  const all = [...bills.values()];
  return {
    bills: all.filter((bill) => !before.bills.some((was) => was === bill)),
    flows: [...flows.values()],
    isOpen: all.some(({ billStatus }) => !FINAL_BILL_STATES.has(billStatus)),
  };
}

function restoreBills(application: Application, bills: Map<string, BillState>): void {
  const before = billsBefore.parse(application.billsBefore);
  refuseChargedOffSince(before, bills);
  const { settledBillNos, recoveredBillNos, successorBillNo, billNo: own } = application;
  const extended = successorBillNo === null ? [] : [own];
  const moved = [...settledBillNos, ...recoveredBillNos, ...extended];
  const successor = bills.get(successorBillNo ?? '');
  if (successor) {
    const billStatus = advance(billMachine, successor.billStatus, 'void');
    bills.set(successor.billNo, { ...successor, billStatus });
  }
  for (const was of before) {
    const bill = bills.get(was.billNo);
    if (!bill || bill.billStatus === was.billStatus || !moved.includes(bill.billNo)) continue;
    const command = was.billStatus === 'CHARGED_OFF' ? 'rollBackRecovery' : 'rollBack';
    const billStatus = advance(billMachine, bill.billStatus, command);
    bills.set(bill.billNo, { billNo: bill.billNo, billStatus, actualDate: was.actualDate });
  }
}

/** A loss was reckoned with this payment in: it has to be taken back first. */
function refuseChargedOffSince(before: readonly BillState[], bills: ReadonlyMap<string, BillState>): void {
  const isSince = before.some(
    ({ billNo, billStatus }) => billStatus === 'ACTIVE' && bills.get(billNo)?.billStatus === 'CHARGED_OFF',
  );
  if (isSince) throw new AppError('CHARGED_OFF_SINCE');
}

/** What comes back into a flow: its money, and credit where credit had been used. */
function givenBack(
  flow: PaymentFlow,
  { appliedCents, surplusCents, creditUsedCents }: Application,
): Pick<PaymentFlow, 'appliedCents' | 'creditedCents' | 'writableCents' | 'flowStatus'> {
  const isUntouched = flow.appliedCents === appliedCents && flow.creditedCents === surplusCents;
  // Where a remainder went back to its payer, the flow stays one that was used in part.
  const hasPart = !isUntouched || flow.flowStatus === 'REFUNDED';
  const command = hasPart ? 'rollBackPart' : 'rollBackAll';
  const flowStatus = advance(flowMachine, flow.flowStatus, command);
  const isCreditAgain = creditUsedCents > 0 && flow.writableCents + appliedCents === creditUsedCents;
  return {
    appliedCents: flow.appliedCents - appliedCents,
    creditedCents: flow.creditedCents + creditUsedCents - surplusCents,
    writableCents: flow.writableCents + appliedCents - creditUsedCents + surplusCents,
    flowStatus: isCreditAgain ? advance(flowMachine, flowStatus, 'applyAll') : flowStatus,
  };
}
