import { canOpen, useNavigate, useText } from '@kituo/sdk';
import type { report } from '@kituo/sdk/contracts';
import type { RowAction } from '@kituo/sdk/page';

type Fact = report.ReportFact;

/** Where each number of a row behind a figure is read, by the page and its query. */
const PLACES = [
  {
    name: 'order',
    page: '/AdminContent/OrderDetailAudit/OrderDetail',
    no: ({ orderNo }: Fact) => orderNo,
    query: (no: string) => ({ orderNo: no, source: 'ReportSystem' }),
  },
  {
    name: 'bill',
    page: '/AdminContent/AfterLoanSystem/RepaymentManagementNew',
    no: ({ billNo }: Fact) => billNo,
    query: (no: string) => ({ billNo: no }),
  },
  {
    name: 'case',
    page: '/AdminContent/CollectionSystemNew/CaseAllocationMerge',
    no: ({ caseNo }: Fact) => caseNo,
    // Whenever it entered.
    query: (no: string) => ({ caseNo: no, entryTime: 'any' }),
  },
  {
    name: 'customer',
    page: '/AdminContent/CustomerServiceSystem/CustomerManage',
    no: ({ customerNo }: Fact) => customerNo,
    query: (no: string) => ({ customerNo: no }),
  },
  {
    name: 'flow',
    page: '/AdminContent/AfterLoanSystem/FlowRecordSupplement',
    no: ({ flowNo }: Fact) => flowNo,
    query: (no: string) => ({ tab: 'flows', flowNo: no }),
  },
] as const;

/** Opens the order, bill, case, customer or payment of a row, where the reader has the page that shows it. */
export function useFactLinks(): readonly RowAction<Fact>[] {
  const t = useText();
  const navigate = useNavigate();
  return PLACES.filter(({ page }) => canOpen(page)).map(({ name, page, no, query }) => ({
    name,
    label: t(`figures.open.${name}`),
    isDangerous: false,
    isAllowed: (row) => no(row) !== null,
    open: (row) => {
      void navigate(`${page}?${new URLSearchParams(query(no(row) ?? '')).toString()}`);
    },
  }));
}
