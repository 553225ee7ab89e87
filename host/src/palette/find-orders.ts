import { call, formatDate, normalizePhone, session$, useValue } from '@kituo/sdk';
import { auditOrder, orderDetail, type RequestOf } from '@kituo/sdk/contracts';
import { useMemo, useState } from 'react';
import type { MenuLeaf } from '../menu/menu-tree.ts';
import { useText } from '../texts.ts';

type By = RequestOf<typeof auditOrder.find>;

const FIND = 'find:orders';

/** What a typed number may name: an order, a phone, an ID number; null for anything else. */
export function numberOf(typed: string): By | null {
  const text = typed.trim();
  const order = /^lo(\d{1,10})$/i.exec(text)?.[1];
  if (order !== undefined) return { orderNo: `LO${order.padStart(10, '0')}` };
  const phone = normalizePhone(text);
  if (/^254\d{9}$/.test(phone)) return { phone };
  return /^\d{7,9}$/.test(text) ? { idCardNo: text } : null;
}

const leafOf = (id: string, title: string, section: string | null, path: string | null): MenuLeaf => ({
  node: { id, title, path, externalUrl: null, icon: path === null ? 'search' : 'document', children: [] },
  section,
});

interface Found {
  readonly typed: string;
  readonly leaves: readonly MenuLeaf[];
}

/**
 * Orders by number, phone or ID number, for those who may open an order. Asked for by Enter and not by each key: what
 * a person sees masked is found against their limit of reveals.
 */
export function useFoundOrders(typed: string): {
  readonly leaves: readonly MenuLeaf[];
  /** Whether the entry of that id is the question itself. */
  readonly isQuestion: (id: string) => boolean;
  readonly ask: () => Promise<void>;
  /** Nothing belongs to what was asked for. */
  readonly isNothing: boolean;
} {
  const t = useText();
  const mayOpen = useValue(session$).fullPaths.has(orderDetail.ORDER_DETAIL_PAGE.toLowerCase());
  const by = useMemo(() => (mayOpen ? numberOf(typed) : null), [mayOpen, typed]);
  const [found, setFound] = useState<Found | null>(null);
  const answer = found?.typed === typed ? found.leaves : null;
  const question = useMemo(
    () => (by === null ? [] : [leafOf(FIND, t('palette.findOrders', { typed: typed.trim() }), null, null)]),
    [by, t, typed],
  );
  const ask = async (): Promise<void> => {
    if (by === null) return;
    const rows = await call(auditOrder.find, by);
    const leaves = rows.map((row) =>
      leafOf(
        `order:${row.orderNo}`,
        `${row.orderNo} · ${row.customerName} · ${row.productName}`,
        `${row.statusLabel}, ${formatDate(row.applyTime)}`,
        `${orderDetail.ORDER_DETAIL_PAGE}?orderNo=${row.orderNo}&source=Search`,
      ),
    );
    setFound({ typed, leaves });
  };
  return {
    leaves: answer ?? question,
    isQuestion: (id) => id === FIND,
    ask,
    isNothing: answer?.length === 0,
  };
}
