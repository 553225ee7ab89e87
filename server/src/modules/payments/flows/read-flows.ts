import { flow, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller, CommandContext } from '../../../http/implement.ts';
import { admitPhones, defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { maskName } from '../../platform/masking/index.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { flowsWithin, lockFlow, presentFlow, reachFlow } from '../payments/index.ts';
import { candidatesOf } from './candidates.ts';
import { customerOfDraft } from './draft-checks.ts';
import { peopleWith } from './owners.ts';
import { isReversible } from './request-reversal.ts';

type Row = ReplyOf<typeof flow.page>['rows'][number];

const rowsOf = (query: SelectQueryBuilder<Schema, 'paymentFlow', Record<never, never>>) =>
  query
    .leftJoin('appUser as owner', 'owner.userNo', 'paymentFlow.ownerUserNo')
    .selectAll('paymentFlow')
    .select('owner.realName as ownerName');

type StoredFlow = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

/** Money received, newest first. */
export const flows = defineList(
  flow.page,
  (db) => db.selectFrom('paymentFlow'),
  (by) => ({
    scope: ({ caller }) => flowsWithin(caller.scope),
    key: 'paymentFlow.flowNo',
    missing: 'SERIAL_NOT_FOUND',
    filters: {
      flowNo: by.is('paymentFlow.flowNo'),
      paymentCode: by.is('paymentCode'),
      paymentChannel: by.is('paymentChannel'),
      phone: by.is('payerPhone'),
      orderNo: by.is('orderNo'),
      flowStatus: by.is('flowStatus'),
      source: by.is('source'),
      amountCents: by.between('amountCents'),
      repayTime: by.days('repayTime'),
      ownerUserNo: by.is('ownerUserNo'),
      isWithoutOwner: (is) => (is ? (eb) => eb('ownerUserNo', 'is', null) : null),
    },
    sorts: { repayTime: 'paymentFlow.repayTime', amountCents: 'paymentFlow.amountCents' },
    first: [['paymentFlow.repayTime', 'desc']],
    select: (query) => rowsOf(query),
    row: (row, { caller }) => present(row, caller),
  }),
);

/** Flows that belong to nobody yet, oldest first, with whom they may belong to. */
export const unmatchedFlows = defineList(
  flow.unmatched,
  (db) => db.selectFrom('paymentFlow').where('flowStatus', '=', 'UNMATCHED'),
  (by) => ({
    scope: ({ caller }) => flowsWithin(caller.scope),
    key: 'paymentFlow.flowNo',
    filters: {
      ownerUserNo: by.is('ownerUserNo'),
      isWithoutOwner: (is) => (is ? (eb) => eb('ownerUserNo', 'is', null) : null),
    },
    sorts: { repayTime: 'paymentFlow.repayTime' },
    first: [['paymentFlow.repayTime', 'asc']],
    ties: 'asc',
    select: (query) => rowsOf(query),
    async rows(stored, { db, caller }) {
      const candidates = await candidatesOf(db, stored, caller);
      return stored.map((row) => ({ ...present(row, caller), candidates: candidates.get(row.flowNo) ?? [] }));
    },
  }),
);

function present(row: StoredFlow, caller: Caller): Row {
  return {
    ...presentFlow(row, caller),
    source: row.source,
    unmatchedFor: row.flowStatus === 'UNMATCHED' ? row.unmatchedFor : null,
    ownerUserNo: row.ownerUserNo,
    ownerName: row.ownerName,
    receivedAt: row.receivedAt.toISOString(),
    allowedActions: actionsOf(row, caller),
  };
}

function actionsOf(row: StoredFlow, { userNo, codes }: Caller): Row['allowedActions'] {
  const { flowStatus, writableCents, amountCents, ownerUserNo } = row;
  const isOpen = flowStatus === 'UNMATCHED' || flowStatus === 'PART_APPLIED';
  const actions: Row['allowedActions'] = [];
  const mayApply = ['commit', 'commitMulti'].some((one) => codes.has(`afterLoan:writeOff:${one}`));
  if (isOpen && writableCents > 0 && mayApply) actions.push('apply');
  if (flowStatus === 'UNMATCHED' && codes.has('afterLoan:flow:assign')) {
    actions.push(ownerUserNo === userNo ? 'handOver' : 'take');
  }
  const mayResolve = codes.has('afterLoan:reconDifference:resolve');
  if (mayResolve && flowStatus !== 'REVERSED') actions.push('adjust');
  const isUnused = flowStatus === 'RECEIVED' || flowStatus === 'UNMATCHED';
  if (mayResolve && isUnused && writableCents === amountCents) actions.push('reverse');
  const mayReverse = codes.has('afterLoan:flow:reverse') && isReversible(row);
  if (mayReverse && isUnused && writableCents === amountCents) actions.push('requestReversal');
  return actions;
}

/** @throws AppError SERIAL_NOT_FOUND, ILLEGAL_TRANSITION, USER_NOT_FOUND */
export async function assignFlow(
  { flowNo, ownerUserNo }: ParsedRequestOf<typeof flow.assign>,
  call: CommandContext,
): Promise<ReplyOf<typeof flow.assign>> {
  const { tx, caller } = call;
  const before = await lockFlow(tx, await reachFlow(tx, caller.scope, flowNo));
  if (before.flowStatus !== 'UNMATCHED') {
    const facts = { subject: 'flow', state: before.flowStatus, command: 'assign' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  if (ownerUserNo !== null) {
    const [owner] = await peopleWith('afterLoan:flow:assign', { db: tx, caller }, ownerUserNo);
    if (!owner) throw new AppError('USER_NOT_FOUND', { fields: ['ownerUserNo'] });
  }
  await tx
    .updateTable('paymentFlow')
    .set((eb) => ({ ownerUserNo, version: eb('version', '+', 1) }))
    .where('flowNo', '=', flowNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'flow.assign',
    subjectType: 'flow',
    subjectNo: flowNo,
    merchantNo: before.merchantNo,
    before: { ownerUserNo: before.ownerUserNo },
    after: { ownerUserNo },
  });
  return { flowNo, ownerUserNo };
}

/**
 * The loans of a customer by phone, or of a draft's customer: who that is was told already, so that it is no search.
 * @throws AppError FLOW_DRAFT_NOT_FOUND, REVEAL_BUDGET
 */
export async function readByPhone(
  { phone, draftNo = '' }: ParsedRequestOf<typeof flow.checkPhone>,
  call: Call,
): Promise<ReplyOf<typeof flow.checkPhone>> {
  const { db, caller } = call;
  const known = phone === undefined ? await customerOfDraft(db, draftNo, caller.scope) : null;
  const owed = sql<number>`coalesce((select sum(x.outstanding_cents) from bill b
    join bill_balance x using (bill_no) where b.order_no = loan_order.order_no), 0)::bigint`;
  const orders = await db
    .selectFrom('loanOrder')
    .innerJoin('customer', 'customer.customerNo', 'loanOrder.customerNo')
    .select(['loanOrder.orderNo', 'loanOrder.merchantNo', 'customerName', 'orderStatus'])
    .select(['repaymentCode', 'lendingTime', owed.as('outstandingCents')])
    .where((eb) => (known === null ? eb('customer.phone', '=', phone ?? '') : eb('customer.customerNo', '=', known)))
    .where('orderStatus', 'in', ['DISBURSED', 'CLOSED'])
    .where(ordersWithin(caller.scope))
    .orderBy('lendingTime', 'desc')
    .limit(20)
    .execute();
  const found = orders.slice(0, 1).map((one) => one.orderNo);
  if (phone !== undefined) await admitPhones('flow.checkPhone', { phones: [phone], found }, call);
  const hides = caller.isMasked || caller.maskedFields.has('customerName');
  return {
    orders: orders.map(({ customerName, lendingTime, ...order }) => ({
      ...order,
      customerName: hides ? maskName(customerName) : customerName,
      lendingTime: lendingTime?.toISOString() ?? null,
    })),
  };
}

/** Drafts that are not recorded yet, newest first. */
export const flowDrafts = defineList(
  flow.drafts,
  (db) =>
    db
      .selectFrom('flowDraft as d')
      .innerJoin('loanOrder', 'loanOrder.orderNo', 'd.orderNo')
      .innerJoin('appUser as maker', 'maker.userNo', 'd.makerUserNo')
      .where('d.draftStatus', '<>', 'RECORDED'),
  (by) => ({
    scope: ({ caller }) => ordersWithin(caller.scope),
    key: 'd.draftNo',
    filters: {
      orderNo: by.is('d.orderNo'),
      mine: (is, { caller }) => (is ? (eb) => eb('d.makerUserNo', '=', caller.userNo) : null),
    },
    sorts: { createdAt: 'd.createdAt' },
    first: [['d.createdAt', 'desc']],
    select: (query) => query.selectAll('d').select('maker.realName as makerName'),
    row: (row, { caller }) => {
      const isDraft = row.draftStatus === 'DRAFT';
      const allowedActions: ('update' | 'commit')[] = [];
      if (isDraft && caller.codes.has('afterLoan:flow:update')) allowedActions.push('update');
      if (isDraft && caller.codes.has('afterLoan:flow:commit')) allowedActions.push('commit');
      return {
        draftNo: row.draftNo,
        draftStatus: row.draftStatus,
        version: row.version,
        orderNo: row.orderNo,
        paymentChannel: row.paymentChannel,
        paymentCode: row.paymentCode,
        accountId: row.accountCode,
        amountCents: row.amountCents,
        repayTime: row.repayTime.toISOString(),
        payerPhone: row.payerPhone,
        payerName: row.payerName,
        voucherIds: row.voucherIds,
        remark: row.remark,
        makerName: row.makerName,
        createdAt: row.createdAt.toISOString(),
        allowedActions,
      };
    },
    personal: { payerPhone: 'phone', payerName: 'name' },
  }),
);

/** What of draft payments is masked, in full for those who hold the page. */
export const flowDraftReveals = rowReveals(flowDrafts, {
  name: 'flowDraft',
  title: { en: 'draft payments', zh: '流水草稿' },
  page: flow.drafts,
  fields: { payerName: 'customerName', payerPhone: 'phone' },
});
