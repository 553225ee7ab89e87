import { call, formatDate, normalizePhone } from '@kituo/sdk';
import { auditOrder, orderDetail, type RequestOf } from '@kituo/sdk/contracts';
import { useMemo } from 'react';
import { useText } from '../texts.ts';
import { type Finding, leafOf, useFinder } from './use-finder.ts';

type By = RequestOf<typeof auditOrder.find>;

/** What a typed number may name of a person: a phone or an ID number; null for anything else. */
export function personOf(typed: string): { readonly phone: string } | { readonly idCardNo: string } | null {
  const text = typed.trim();
  const phone = normalizePhone(text);
  if (/^254\d{9}$/.test(phone)) return { phone };
  return /^\d{7,9}$/.test(text) ? { idCardNo: text } : null;
}

function orderOf(typed: string): By | null {
  const order = /^lo(\d{1,10})$/i.exec(typed.trim())?.[1];
  return order === undefined ? personOf(typed) : { orderNo: `LO${order.padStart(10, '0')}` };
}

async function find(by: By) {
  const rows = await call(auditOrder.find, by);
  return rows.map((row) =>
    leafOf(
      `order:${row.orderNo}`,
      `${row.orderNo} · ${row.customerName} · ${row.productName}`,
      `${row.statusLabel}, ${formatDate(row.applyTime)}`,
      `${orderDetail.ORDER_DETAIL_PAGE}?orderNo=${row.orderNo}&source=Search`,
    ),
  );
}

/** Orders by number, phone or ID number, for those who may open an order. */
export function useFoundOrders(typed: string): Finding {
  const t = useText();
  const finder = useMemo(
    () => ({
      id: 'find:orders',
      page: orderDetail.ORDER_DETAIL_PAGE,
      byOf: orderOf,
      question: (text: string) => t('palette.findOrders', { typed: text }),
      find,
    }),
    [t],
  );
  return useFinder(typed, finder);
}
