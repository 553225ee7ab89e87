import { ApiError, call } from '@kituo/sdk';
import type { payment } from '@kituo/sdk/contracts';
import type { CommandPreview, ReplyOf, RequestOf } from '@kituo/sdk/contracts';
import { useEffect, useState } from 'react';
import type { AttachedFile } from '@kituo/sdk/page';
import type { WriteOffEndpoints, WriteOffSubject } from './use-write-off.ts';

export type WriteOffPlan = ReplyOf<typeof payment.billsOfOrder>;
export type CustomerFlow = ReplyOf<typeof payment.flowsOfOrder>['rows'][number];
export type WriteOffRequest = RequestOf<typeof payment.writeOffPreview>;

/** A row of the table as it is typed: a payment and how much of it is used. */
export interface TypedRow {
  readonly id: number;
  readonly paymentCode: string;
  readonly paymentChannel: string;
  readonly amount: string;
  /** A payment that we do not hold: all that was paid, when, and to which account; any of ours where that is empty. */
  readonly typed?: { readonly paid: string; readonly at: string; readonly account: string };
}

export interface TypedForm {
  readonly repayType: WriteOffRequest['repayType'];
  readonly billNo: string | null;
  readonly couponNo: string;
  readonly deductionNo: string;
  readonly remark: string;
  /** What proves the payments that we do not hold. */
  readonly voucher: AttachedFile | null;
  readonly rows: readonly TypedRow[];
}

const shillings = (cents: number): string => (cents / 100).toFixed(2);

/** Typed shillings as cents; null where nothing or no amount was typed. */
export function typedCents(typed: string): number | null {
  const [, whole, fraction = ''] = /^(0|[1-9]\d{0,12})(?:\.(\d{1,2}))?$/.exec(typed.trim().replaceAll(',', '')) ?? [];
  return whole === undefined ? null : Number(whole + fraction.padEnd(2, '0'));
}

/** `2026-11-20T10:30` in Nairobi as a moment; null where no time was typed. */
function instantOf(typed: string): string | null {
  const at = new Date(`${typed}:00+03:00`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** A moment as the field for it takes it, in Nairobi. */
export const minuteOf = (at: string): string =>
  new Date(new Date(at).getTime() + 3 * 3_600_000).toISOString().slice(0, 16);

export const rowOf = (
  flow: Pick<CustomerFlow, 'paymentCode' | 'paymentChannel' | 'writableCents'>,
  id: number,
  cents = flow.writableCents,
): TypedRow => ({
  id,
  paymentCode: flow.paymentCode,
  paymentChannel: flow.paymentChannel,
  amount: shillings(cents),
});

/** What the form begins with: its draft, else the customer's first payment, up to what settles the bill. */
export function startOf(subject: WriteOffSubject, plan: WriteOffPlan, flows: readonly CustomerFlow[]): TypedForm {
  const { task } = subject;
  if (task) {
    return {
      repayType: task.repayType,
      billNo: task.billNo,
      couponNo: task.couponNo ?? '',
      deductionNo: task.deductionNo ?? '',
      remark: task.remark ?? '',
      // Its name is kept with the file; the draft has its number alone.
      voucher: task.voucherIds[0] === undefined ? null : { attachId: task.voucherIds[0], fileName: task.voucherIds[0] },
      rows: task.rows.map(({ paymentCode, paymentChannel, writeOffAmountCents, ...row }, id) => ({
        id,
        paymentCode,
        paymentChannel,
        amount: writeOffAmountCents === null ? '' : shillings(writeOffAmountCents),
        ...(!row.isrecord && {
          typed: {
            paid: typeof row.flowAmountCents === 'number' ? shillings(row.flowAmountCents) : '',
            at: typeof row.repayTime === 'string' ? minuteOf(row.repayTime) : '',
            account: row.accountId ?? '',
          },
        }),
      })),
    };
  }
  if (subject.uses) {
    const rows = subject.uses.map((use, id) => rowOf(use, id, use.amountCents));
    return { repayType: 'GENERIC', billNo: null, couponNo: '', deductionNo: '', remark: '', voucher: null, rows };
  }
  const bill = plan.bills.find(({ billNo }) => billNo === subject.billNo);
  const isOnBill = bill?.billStatus === 'ACTIVE';
  const flow = subject.payment ?? flows.find(({ writableCents }) => writableCents > 0);
  const cents = Math.min(flow?.writableCents ?? 0, isOnBill ? bill.payoffCents : Number.MAX_SAFE_INTEGER);
  const first = flow ? rowOf(flow, 0, cents) : { id: 0, paymentCode: '', paymentChannel: 'MPESA', amount: '' };
  const settles = isOnBill && cents >= bill.payoffCents;
  return {
    repayType: !isOnBill ? 'GENERIC' : settles ? 'SETTLE' : 'PARTIAL',
    billNo: isOnBill ? subject.billNo : null,
    couponNo: '',
    deductionNo: '',
    remark: '',
    voucher: null,
    rows: [first],
  };
}

/** The form as it is sent. Empty and 0 go through, to be refused each in its cell. */
export function requestOf(orderNo: string, form: TypedForm): WriteOffRequest {
  const { repayType, billNo, couponNo, deductionNo, remark, voucher, rows } = form;
  return {
    orderNo,
    billNo: repayType === 'GENERIC' ? null : billNo,
    repayType,
    couponNo: couponNo.trim() || null,
    deductionNo: deductionNo.trim() || null,
    ...(remark.trim() !== '' && { remark }),
    ...(voucher !== null && { voucherIds: [voucher.attachId] }),
    rows: rows.map(({ paymentCode, paymentChannel, amount, typed }) => ({
      paymentCode,
      paymentChannel,
      writeOffAmountCents: typedCents(amount),
      isrecord: typed === undefined,
      ...(typed && {
        flowAmountCents: typedCents(typed.paid),
        repayTime: instantOf(typed.at),
        accountId: typed.account || null,
      }),
    })),
  };
}

interface Previewed {
  readonly asked: string;
  readonly preview: CommandPreview | null;
  readonly error: ApiError | null;
}

/** Typing ends before the server is asked. */
const AFTER_TYPING_MS = 250;

/** What the form would do now. The last preview stays until the next one comes; `isCurrent` tells them apart. */
export function useWriteOffPreview(
  request: WriteOffRequest,
  { round, endpoints }: { readonly round: number; readonly endpoints: Pick<WriteOffEndpoints, 'preview'> },
): Previewed & { readonly isCurrent: boolean } {
  const { preview: endpoint } = endpoints;
  const asked = `${round} ${JSON.stringify(request)}`;
  const [held, setHeld] = useState<Previewed>({ asked: '', preview: null, error: null });
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const parsed = endpoint.request.parse(JSON.parse(asked.slice(asked.indexOf(' '))));
      call(endpoint, parsed, { quiet: true, showLoading: false, signal: stop.signal }).then(
        (preview) => {
          if (!stop.signal.aborted) setHeld({ asked, preview, error: null });
        },
        (error: unknown) => {
          if (!stop.signal.aborted && error instanceof ApiError) setHeld({ asked, preview: null, error });
        },
      );
    }, AFTER_TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, endpoint]);
  return { ...held, isCurrent: held.asked === asked };
}
