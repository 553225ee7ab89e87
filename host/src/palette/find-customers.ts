import { call } from '@kituo/sdk';
import { customerManage, type RequestOf } from '@kituo/sdk/contracts';
import { useMemo } from 'react';
import { useText } from '../texts.ts';
import { personOf } from './find-orders.ts';
import { type Finding, leafOf, useFinder } from './use-finder.ts';

type By = RequestOf<typeof customerManage.page>['filters'];

/** Of a page of the list, as many as orders. */
const MAX = 8;

function customerOf(typed: string): By | null {
  const customer = /^c(\d{1,9})$/i.exec(typed.trim())?.[1];
  return customer === undefined ? personOf(typed) : { customerNo: `C${customer.padStart(9, '0')}` };
}

/** As their list does: within the scope, masked as there, a hit counted where the number is hidden. */
async function find(filters: By) {
  const { rows } = await call(customerManage.page, { filters, page: 1, pageSize: 20, sort: null });
  return rows
    .slice(0, MAX)
    .map((row) =>
      leafOf(
        `customer:${row.customerNo}`,
        `${row.customerNo} · ${row.customerName}`,
        row.appName,
        `${customerManage.CUSTOMER_PAGE}?customerNo=${row.customerNo}&registeredAt=any`,
      ),
    );
}

/** Customers by number, phone or ID number, for those who may open their list. */
export function useFoundCustomers(typed: string): Finding {
  const t = useText();
  const finder = useMemo(
    () => ({
      id: 'find:customers',
      page: customerManage.CUSTOMER_PAGE,
      byOf: customerOf,
      question: (text: string) => t('palette.findCustomers', { typed: text }),
      find,
    }),
    [t],
  );
  return useFinder(typed, finder);
}
