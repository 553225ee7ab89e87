import { formatMoney, useText } from '@kituo/sdk';
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
  const toRollback = useRollbackLink(scope);
  return (
    <ListScreen
      of={screen}
      title={title}
      rowActions={[attribution.rowAction, toRollback]}
      batches={[attribution.batch]}
      above={<Sums scope={scope} list={screen.list} />}
      detail={({ lineNo }) => <RepayDetail scope={scope} lineNo={lineNo} />}
    >
      <CorrectionForms of={attribution} />
    </ListScreen>
  );
}

/** Leads to the rollbacks of a repayment's order, or bill. */
function useRollbackLink(scope: collection.CaseScope): RowAction<Row> {
  const t = useText(RECOVERIES_TEXTS);
  const navigate = useNavigate();
  return {
    name: 'goToRollback',
    label: t('action.goToRollback.label'),
    isDangerous: false,
    isAllowed: ({ allowedActions }) => allowedActions.includes('goToRollback'),
    open: ({ orderNo }) => {
      void navigate(`${REPAY_ENDPOINTS[scope].rollbackPath}?orderNo=${orderNo}`);
    },
  };
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
          ].join(' · ')}
    </p>
  );
}
