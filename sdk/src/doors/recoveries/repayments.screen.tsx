import { canOpen, formatMoney, useText } from '@kituo/sdk';
import type { caseRepay, collection } from '@kituo/sdk/contracts';
import { ListScreen, PageTabs, useDetail, useListPage } from '@kituo/sdk/page';
import type { List, RowAction } from '@kituo/sdk/page';
import { useNavigate } from 'react-router-dom';
import { CorrectionForms, useCorrections } from '@kituo/sdk/credit';
import { ChangesTab } from './changes.tab.tsx';
import { lastSevenDays } from './last-days.ts';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';
import { RepayDetail } from './repay-detail.tsx';
import { REPAY_ENDPOINTS } from './repay-endpoints.ts';
import { REPAY_FIELDS } from './repay-fields.ts';

type Row = caseRepay.RepayRow;

interface ScreenProps {
  readonly scope: collection.CaseScope;
  readonly title: string;
}

const CREDITED = {
  subject: 'lineNos',
  numbersOf: ({ lineNo }: Row) => [lineNo],
  factsOf: ({ lineNo, appliedCents }: Row) => ({ name: lineNo, cents: appliedCents }),
} as const;

/** Filters that leave out lines of a payment. */
const LINE_FILTERS = ['billNo', 'termNo', 'levelAtRepay', 'collectorUserNos', 'early', 'onePerPayment'];

/**
 * Every repayment on what is in collection, whose it is, and its correction.
 *
 * @example <RepaymentsScreen scope="ORDER" title={t('repaymentDetails.title')} />
 */
export function RepaymentsScreen({ scope, title }: ScreenProps) {
  return (
    <PageTabs
      label={title}
      tabs={[
        { name: 'repayments', content: () => <Repayments key="repayments" scope={scope} title={title} /> },
        {
          name: 'approvals',
          content: () => (
            <ChangesTab key="approvals" family={scope === 'ORDER' ? 'caseAttribution' : 'caseAttributionStage'} />
          ),
        },
      ]}
    />
  );
}

function Repayments({ scope, title }: ScreenProps) {
  const { repay, repayJob } = REPAY_ENDPOINTS[scope];
  const screen = useListPage<Row>({
    load: repay.page,
    idOf: (row) => row.lineNo,
    ...REPAY_FIELDS[scope],
    defaultSort: '-appliedAt',
    initial: { repayTime: lastSevenDays() },
    file: { endpoint: repay.exportList, jobKind: repayJob },
  });
  const attribution = useCorrections({ scope, ...CREDITED }, screen.list);
  const [toRollback, toTask] = useLinks(scope);
  const t = useText(RECOVERIES_TEXTS);
  const { setFilter } = screen.list;
  const wholeFlow: RowAction<Row> = {
    name: 'wholeFlow',
    label: t('action.wholeFlow.label'),
    isDangerous: false,
    isAllowed: ({ shareOfFlow }) => shareOfFlow !== null,
    open: ({ flowNo }) => {
      setFilter('flowNo', flowNo);
    },
  };
  return (
    <ListScreen
      of={screen}
      title={title}
      rowActions={[attribution.rowAction, ...(scope === 'BILL' ? [wholeFlow] : []), toRollback, toTask]}
      batches={[attribution.batch]}
      above={<Sums scope={scope} list={screen.list} />}
      detail={({ lineNo }) => <RepayDetail scope={scope} lineNo={lineNo} />}
    >
      <CorrectionForms of={attribution} />
    </ListScreen>
  );
}

/** Leads to the rollbacks and to the write-off tasks of a repayment's order. */
function useLinks(scope: collection.CaseScope): readonly [RowAction<Row>, RowAction<Row>] {
  const t = useText(RECOVERIES_TEXTS);
  const navigate = useNavigate();
  const { rollbackPath, settlePath } = REPAY_ENDPOINTS[scope];
  const link = (name: string, path: string, isAllowed: (row: Row) => boolean): RowAction<Row> => ({
    name,
    label: t(`action.${name}.label`),
    isDangerous: false,
    isAllowed,
    open: ({ orderNo }) => {
      void navigate(`${path}?orderNo=${orderNo}`);
    },
  });
  return [
    link('goToRollback', rollbackPath, ({ allowedActions }) => allowedActions.includes('goToRollback')),
    link('goToWriteOff', settlePath, () => canOpen(settlePath)),
  ];
}

function Sums({ scope, list }: { readonly scope: collection.CaseScope; readonly list: List<Row> }) {
  const t = useText(RECOVERIES_TEXTS);
  const { summary } = REPAY_ENDPOINTS[scope].repay;
  const asked = summary.request.safeParse({ filters: list.request.filters });
  const { data } = useDetail(summary, asked.success ? asked.data : null);
  return (
    <p className="recoveries-sums" role="status">
      {data === null
        ? ' '
        : [
            `${t('repay.sums', { count: data.count })}: ${formatMoney(data.appliedCents)}`,
            ...(data.uncreditedCents > 0 ? [`${t('repay.uncredited')}: ${formatMoney(data.uncreditedCents)}`] : []),
            ...(data.reversed > 0 ? [t('repay.reversed', { count: data.reversed })] : []),
            // A line is one bill's part: the payments themselves may be more.
            ...(scope === 'BILL' && LINE_FILTERS.some((name) => list.state.filters[name]) ? [t('repay.ofLines')] : []),
          ].join(' · ')}
    </p>
  );
}
