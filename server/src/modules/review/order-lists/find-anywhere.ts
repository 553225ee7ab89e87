import type { auditOrder, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { statusGroups } from './choices.ts';
import { findOrders } from './find.ts';
import { admitOrderSearch } from './match.ts';
import { shownName } from './present.ts';
import { readOrders } from './read.ts';

const MAX = 8;

/** The newest orders of whoever is meant. Asking by what the caller sees masked counts as it does in lists. */
export async function findAnywhere(
  by: ParsedRequestOf<typeof auditOrder.find>,
  call: Call,
): Promise<ReplyOf<typeof auditOrder.find>> {
  const { db, caller, lang } = call;
  const filters = await admitOrderSearch('orders', by, call);
  const { orderNos } = await findOrders(db, caller.scope, filters, null, { offset: 0, limit: MAX });
  const records = await readOrders(db, orderNos, lang);
  const groups = await statusGroups(db, lang);
  const labels = new Map(groups.flatMap(({ orderStatus }) => orderStatus).map(({ value, label }) => [value, label]));
  return records.map((record) => ({
    orderNo: record.orderNo,
    customerName: shownName(caller, record.customerName),
    productName: record.productName,
    statusLabel: labels.get(record.orderStatus) ?? record.orderStatus,
    applyTime: record.applyTime.toISOString(),
  }));
}
