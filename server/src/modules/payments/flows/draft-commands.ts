import type { flow, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { FlowDraftTable } from '../../../db/repayment-schema.ts';
import { noteState } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { maskPhone } from '../../platform/masking/index.ts';
import {
  type ChannelReceipt,
  channelReceiptOf,
  flowMachine,
  lockFlow,
  reachOrder,
  receiveFlow,
  refuseRecharge,
  shownSerial,
} from '../payments/index.ts';
import { advance } from '../../../state-machine/index.ts';
import { bankAccount } from './bank-account.ts';
import { type CheckedForm, refuseImpossible, refuseOther, wrong } from './draft-checks.ts';

type Form = flow.FlowDraftForm;
type Draft = Selectable<FlowDraftTable>;
type Saved = ReplyOf<typeof flow.save>;

/**
 * Writes a flow down that the channel never told us of.
 * @throws AppError ORDER_NOT_FOUND, and of `refuseImpossible`
 */
export async function saveDraft(form: Form, call: CommandContext): Promise<Saved> {
  const { tx, caller } = call;
  const { merchantNo, phone, told } = await refuseImpossible(tx, form, call);
  const made = await tx
    .insertInto('flowDraft')
    .values({ ...fieldsOf(form, phone), ...payerOf(told), merchantNo, makerUserNo: caller.userNo })
    .returning(['draftNo', 'draftStatus', 'version'])
    .executeTakeFirstOrThrow();
  await record(call, 'flow.save', made.draftNo, merchantNo, null, form);
  return made;
}

/** @throws AppError FLOW_DRAFT_NOT_FOUND, ILLEGAL_TRANSITION, STALE, and of `saveDraft` */
export async function updateDraft(request: ParsedRequestOf<typeof flow.update>, call: CommandContext): Promise<Saved> {
  const { tx } = call;
  const { draftNo, version, ...form } = request;
  const draft = await reachDraft(draftNo, call);
  refuseUnless(draft, 'DRAFT', 'update');
  if (draft.version !== version) throw new AppError('STALE');
  const { merchantNo, phone, told } = await refuseImpossible(tx, { ...form, draftNo }, call);
  await tx
    .updateTable('flowDraft')
    .set((eb) => ({ ...fieldsOf(form, phone), ...payerOf(told), merchantNo, version: eb('version', '+', 1) }))
    .where('draftNo', '=', draftNo)
    .execute();
  await record(call, 'flow.update', draftNo, merchantNo, draft, form);
  return { draftNo, draftStatus: 'DRAFT', version: version + 1 };
}

/**
 * Records a draft that its channel confirmed. Where the channel cannot be asked, or was not, somebody else has to agree
 * that it was received.
 * @throws AppError FLOW_DRAFT_NOT_FOUND, ILLEGAL_TRANSITION, SERIAL_REPEATED, SERIAL_DIFFERS, BAD_REQUEST without a
 *   voucher for what no channel confirms
 */
export async function commitDraft(
  { draftNo }: ParsedRequestOf<typeof flow.commit>,
  call: CommandContext,
): Promise<ReplyOf<typeof flow.commit>> {
  const { tx } = call;
  const draft = await reachDraft(draftNo, call);
  refuseUnless(draft, 'DRAFT', 'commit');
  const told = await channelReceiptOf(tx, draft);
  if (told) {
    refuseOther(told, draft);
    const { flowNo } = await recordFlow({ ...draft, ...payerOf(told) }, call, { makerUserNo: call.caller.userNo });
    return { draftNo, draftStatus: 'RECORDED', version: draft.version, changeNo: null, flowNo };
  }
  if (draft.voucherIds.length === 0) throw wrong('voucherIds', 'Certificate cannot be empty');
  const changeNo = await requestChange(recordKind, { draftNo }, call, draft.remark);
  await setStatus(tx, draftNo, 'WAITING');
  return { draftNo, draftStatus: 'WAITING', version: draft.version + 1, changeNo, flowNo: null };
}

const payload = z.strictObject({ draftNo: z.string() });

/** Money that nobody but a person says came in: somebody else agrees within a day. */
export const recordKind: ChangeKind<z.output<typeof payload>> = {
  kind: 'flow.commit',
  family: 'flow',
  title: { en: 'Record payment manually', zh: '人工补录流水' },
  checkerCode: 'afterLoan:flow:audit',
  payload,
  lapsesAfterHours: 24,
  async describe(db, { draftNo }) {
    const draft = await readDraft(db, draftNo);
    return {
      subjectNo: draftNo,
      subjectName: shownSerial(draft.paymentChannel, draft.paymentCode),
      before: null,
      after: {
        orderNo: draft.orderNo,
        amountCents: draft.amountCents,
        accountId: draft.accountCode,
        repayTime: draft.repayTime.toISOString(),
        payerPhone: maskPhone(draft.payerPhone),
        vouchers: draft.voucherIds.length,
      },
      concerns: [],
      merchantNos: [draft.merchantNo],
      state: { amountCents: draft.amountCents, paymentCode: draft.paymentCode },
    };
  },
  async apply({ draftNo }, call) {
    const { caller } = call;
    const draft = await reachDraft(draftNo, call);
    if (draft.draftStatus === 'RECORDED') refuseUnless(draft, 'WAITING', 'record');
    const { makerUserNo } = draft;
    // The trial of the request is the maker's own.
    const checker = caller.userNo === makerUserNo ? {} : { checkerUserNo: caller.userNo };
    return await recordFlow(draft, call, { makerUserNo, ...checker });
  },
  async ended(tx, { changeNo }) {
    const request = await tx
      .selectFrom('changeRequest')
      .select('subjectNo')
      .where('changeNo', '=', changeNo)
      .executeTakeFirst();
    if (request?.subjectNo) await setStatus(tx, request.subjectNo, 'DRAFT');
  },
};

/** Takes the draft's money in; it waits for who looks after it. @throws AppError SERIAL_REPEATED */
async function recordFlow(
  draft: Draft,
  call: CommandContext,
  people: { readonly makerUserNo: string; readonly checkerUserNo?: string },
): Promise<{ readonly flowNo: string }> {
  const { tx } = call;
  const { draftNo, merchantNo, payerName, orderNo, amountCents } = draft;
  await refuseRecharge(tx, draft);
  const { flowNo, isNew } = await receiveFlow(tx, {
    merchantNo,
    paymentChannel: draft.paymentChannel,
    paymentCode: draft.paymentCode,
    account: bankAccount(draft.accountCode),
    amountCents,
    repayTime: draft.repayTime,
    payerPhone: draft.payerPhone,
    payerName: payerName ?? undefined,
    ...people,
  });
  if (!isNew) throw new AppError('SERIAL_REPEATED', { facts: { flowNo } });
  const made = await lockFlow(tx, flowNo);
  const flowStatus = advance(flowMachine, made.flowStatus, 'matchFail');
  await tx
    .updateTable('paymentFlow')
    .set({ flowStatus, source: 'SUPPLEMENT', ownerUserNo: people.makerUserNo, orderNo })
    .where('flowNo', '=', flowNo)
    .execute();
  await tx.updateTable('flowDraft').set({ draftStatus: 'RECORDED', flowNo }).where('draftNo', '=', draftNo).execute();
  await writeAudit(tx, call, {
    action: 'flow.recorded',
    subjectType: 'flow',
    subjectNo: flowNo,
    merchantNo,
    after: { flowStatus, amountCents, orderNo },
  });
  return { flowNo };
}

const fieldsOf = (form: CheckedForm, phone: string) => ({
  orderNo: form.orderNo,
  paymentChannel: form.paymentChannel,
  paymentCode: form.paymentCode,
  accountCode: form.accountId,
  amountCents: form.amountCents,
  repayTime: new Date(form.repayTime),
  payerPhone: phone,
  payerName: form.payerName ?? null,
  voucherIds: form.voucherIds,
  remark: form.remark,
});

/** Who paid, where the channel says it: that person is the payer, whoever's loan it is put on. */
const payerOf = (told: ChannelReceipt | null) => ({
  ...(told?.payerPhone && { payerPhone: told.payerPhone }),
  ...(told?.payerName && { payerName: told.payerName }),
});

async function readDraft(db: Queryable, draftNo: string): Promise<Draft> {
  const draft = await db.selectFrom('flowDraft').selectAll().where('draftNo', '=', draftNo).executeTakeFirst();
  if (!draft) throw new AppError('FLOW_DRAFT_NOT_FOUND');
  return draft;
}

async function reachDraft(draftNo: string, { tx, caller }: CommandContext): Promise<Draft> {
  await sql`select from flow_draft where draft_no = ${draftNo} for no key update`.execute(tx);
  const draft = await readDraft(tx, draftNo);
  await reachOrder(tx, caller.scope, draft.orderNo, 'FLOW_DRAFT_NOT_FOUND');
  noteState(tx, `flow draft ${draftNo}`, draft.version);
  return draft;
}

function refuseUnless(draft: Draft, state: Draft['draftStatus'], command: string): void {
  if (draft.draftStatus === state) return;
  const facts = { subject: 'flow draft', state: draft.draftStatus, command };
  throw new AppError('ILLEGAL_TRANSITION', { facts });
}

async function setStatus(tx: Tx, draftNo: string, draftStatus: 'DRAFT' | 'WAITING'): Promise<void> {
  await tx
    .updateTable('flowDraft')
    .set((eb) => ({ draftStatus, version: eb('version', '+', 1) }))
    .where('draftNo', '=', draftNo)
    .where('draftStatus', '<>', 'RECORDED')
    .execute();
}

async function record(
  call: CommandContext,
  action: string,
  draftNo: string,
  merchantNo: string,
  before: Draft | null,
  form: CheckedForm,
): Promise<void> {
  const { orderNo, paymentCode, amountCents } = form;
  await writeAudit(call.tx, call, {
    action,
    subjectType: 'flowDraft',
    subjectNo: draftNo,
    merchantNo,
    ...(before && {
      before: {
        orderNo: before.orderNo,
        paymentCode: before.paymentCode,
        amountCents: before.amountCents,
      },
    }),
    after: { orderNo, paymentCode, amountCents },
  });
}
