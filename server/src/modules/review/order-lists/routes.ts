import { auditAllot, auditOrder } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { type Call, implement } from '../../../http/implement.ts';
import { allocationRulesAt } from '../review-config/index.ts';
import { openAbridged, readAbridged } from './abridgment.ts';
import { choicesWithin, statusGroups } from './choices.ts';
import { exportAbridgedKind, exportOrdersKind, queueExport } from './export.ts';
import { exportAllotKind, exportOwnKind } from './export-work.ts';
import { findOrders, type OrderSort } from './find.ts';
import { findAnywhere } from './find-anywhere.ts';
import { readFollowUps, saveFollowUp } from './follow-ups.ts';
import { readLog, refuseUnseen } from './log.ts';
import type { OrderFilters } from './match.ts';
import { ownOrders, ownSummary } from './own.ts';
import { presentAllotted, presentManaged } from './present.ts';
import { admitOrderSearch } from './match.ts';
import { type OrderRecord, readOrders } from './read.ts';
import { summarize } from './summary.ts';

interface ListRequest {
  readonly page: number;
  readonly pageSize: number;
  readonly sort: OrderSort | null;
}

/** A page of a list: found, read and shown as this caller may see it. */
async function pageOf<Row>(
  list: string,
  asked: OrderFilters,
  { page, pageSize, sort }: ListRequest,
  call: Call,
  show: (record: OrderRecord) => Row,
) {
  const { db, caller, lang } = call;
  const filters = await admitOrderSearch(list, asked, call);
  const range = { offset: (page - 1) * pageSize, limit: pageSize };
  const { orderNos, ...count } = await findOrders(db, caller.scope, filters, sort, range);
  const records = await readOrders(db, orderNos, lang);
  return { rows: records.map(show), ...count };
}

function refuseWithoutPage({ caller }: Call, page: string): void {
  if (!caller.pages.has(page.toLowerCase())) throw new AppError('FORBIDDEN');
}

export const routes = [
  implement(
    auditOrder.manageList,
    async (request, call) =>
      await pageOf('orders', request.filters, request, call, (row) => presentManaged(call.caller, row)),
  ),
  implement(
    auditOrder.manageSummary,
    async (request, call) =>
      await summarize(call.db, call.caller.scope, await admitOrderSearch('orders', request, call)),
  ),
  implement(auditOrder.find, findAnywhere),
  implement(auditOrder.statusTypeGroups, async (_request, { db, lang }) => await statusGroups(db, lang)),
  implement(auditOrder.choices, async (_request, { db, caller, lang }) => await choicesWithin(db, caller.scope, lang)),
  implement(auditOrder.log, async ({ orderNo }, { db, caller }) => {
    await refuseUnseen(db, caller.scope, orderNo);
    return await readLog(db, orderNo);
  }),
  implement(auditOrder.manageExport, async (request, call) => {
    // Who sees the short list alone exports the short list alone.
    refuseWithoutPage(call, auditOrder.ORDER_MANAGEMENT_PAGE);
    return await queueExport(exportOrdersKind, request, call);
  }),
  implement(auditOrder.abridgmentList, async (request, call) => {
    const { db, caller } = call;
    const { page, pageSize, sort } = request;
    const range = { offset: (page - 1) * pageSize, limit: pageSize };
    const filters = await admitOrderSearch('orders', request.filters, call);
    const { orderNos, ...count } = await findOrders(db, caller.scope, filters, sort, range);
    return { rows: await readAbridged(call, orderNos), ...count };
  }),
  implement(auditOrder.abridgmentDetail, async ({ orderNo }, call) => await openAbridged(orderNo, call)),
  implement(auditOrder.abridgmentExport, async (request, call) => await queueExport(exportAbridgedKind, request, call)),
  implement(auditAllot.page, async (request, call) => {
    const targets = await allocationRulesAt(call.db);
    return await pageOf('orders', request.filters, request, call, (row) => presentAllotted(call.caller, targets, row));
  }),
  implement(auditOrder.myPage, ownOrders),
  implement(auditAllot.exportList, async (request, call) => {
    refuseWithoutPage(call, auditOrder.ORDER_ALLOCATION_PAGE);
    return await queueExport(exportAllotKind, request, call);
  }),
  implement(auditOrder.myExport, async (request, call) => {
    refuseWithoutPage(call, auditOrder.MY_AUDIT_PAGE);
    return await queueExport(exportOwnKind, request, call);
  }),
  implement(auditOrder.mySummary, async (_request, call) => await ownSummary(call)),
  implement(auditOrder.followUpSave, saveFollowUp),
  implement(auditOrder.followUpList, async ({ orderNo }, { db, caller }) => {
    await refuseUnseen(db, caller.scope, orderNo);
    return await readFollowUps(db, orderNo);
  }),
];
