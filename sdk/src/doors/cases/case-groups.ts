import { formatMoney, useText } from '@kituo/sdk';
import type { List, RowGroup } from '@kituo/sdk/page';
import type { CaseRow } from './case-system.ts';
import { CASES_TEXTS } from './cases-texts.ts';

/** Headings above the cases of a borrower, or of an order, while the list is sorted so that they stand together. */
export function useCaseGroups(list: List<CaseRow>): RowGroup<CaseRow> | undefined {
  const t = useText(CASES_TEXTS);
  const field = list.request.sort?.field;
  if (field === 'borrower') {
    return {
      keyOf: (row) => row.customerNo,
      titleOf: (row) =>
        `${row.customerName} · ${t('cases.borrowerGroup', {
          count: row.casesOfBorrower,
          money: formatMoney(row.borrowerDueCents),
        })}`,
    };
  }
  if (field === 'orderNo') {
    return {
      keyOf: (row) => row.orderNo,
      titleOf: (row) =>
        `${row.orderNo} · ${row.customerName} · ${t('cases.orderGroup', {
          count: row.siblingCount + 1,
          money: formatMoney(row.payoffCents),
        })}`,
    };
  }
  return undefined;
}
