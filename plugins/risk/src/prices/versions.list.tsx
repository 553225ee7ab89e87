import { useText } from '@kituo/sdk';
import { config, riskPricing } from '@kituo/sdk/contracts';
import {
  CONFIG_VERSION_STATUS,
  count,
  DataTable,
  day,
  decision,
  DecisionDialogs,
  defineColumns,
  defineFilters,
  DescriptionList,
  DetailActions,
  DetailDrawer,
  FilterBar,
  JobPanel,
  known,
  ListPage,
  merchantOptions,
  number,
  oneOf,
  status,
  text,
  time,
  useDecisions,
  useLayout,
  useList,
  useOpened,
  useRefreshOn,
  yesNo,
  type RowAction,
} from '@kituo/sdk/page';
import { Compare } from './compare.tsx';
import { PriceBacktestForm, PriceBacktestOf, usePriceBacktest } from './price-backtest.tsx';
import { PriceForm, usePriceEdit } from './price.form.tsx';

type Version = config.ConfigVersion;

const columns = defineColumns<Version>([
  number('subjectNo', { width: 130 }),
  count('versionNo', { width: 80, sortable: true }),
  status('versionStatus', CONFIG_VERSION_STATUS, { width: 130 }),
  day('effectiveFrom', { sortable: true }),
  text('makerName', { width: 150 }),
  text('checkerName', { width: 150 }),
  text('reason', { width: 220 }),
  text('decisionReason', { width: 200 }),
  time('updatedAt', { sortable: true, width: 165 }),
]);
const filters = defineFilters({
  versionStatus: oneOf(CONFIG_VERSION_STATUS),
  isDecidable: yesNo(),
  subjectNo: oneOf(merchantOptions),
});
const one = ({ versionId, version }: Version) => ({ versionId, version });
const noted = (row: Version, reason?: string) => ({ ...one(row), ...(reason !== undefined && { reason }) });
/** Not in force yet: what can still be tried. */
const TO_COME: readonly Version['versionStatus'][] = ['DRAFT', 'PENDING', 'SCHEDULED'];
const OVER: readonly Version['versionStatus'][] = ['REJECTED', 'WITHDRAWN', 'SUPERSEDED'];

/** The versions of all matrices, each beside the one before it, with their decision. */
export function PriceVersions() {
  const t = useText();
  const list = useList<Version>({
    load: config.page,
    idOf: (row) => row.versionId,
    columns,
    filters,
    defaultSort: '-updatedAt',
    always: { configKey: riskPricing.RISK_PRICING_KEY },
  });
  const layout = useLayout('risk.priceVersions', columns);
  const opened = useOpened(list);
  const editing = usePriceEdit(list);
  useRefreshOn('change', list.refresh);
  const decisions = useDecisions<Version>({
    list: { refresh: list.refresh },
    nameOf: ({ subjectNo, versionNo }) => t('rule.version', { name: subjectNo, no: versionNo }),
    approve: decision(config.approve, noted),
    reject: decision(config.reject, (row: Version, reason: string) => ({ ...one(row), reason })),
    withdraw: decision(config.withdraw, noted),
  });
  const copy: RowAction<Version> = {
    name: 'copy',
    label: t('price.copy'),
    isDangerous: false,
    isAllowed: ({ versionStatus }) => editing.edit.isPermitted && OVER.includes(versionStatus),
    open: ({ subjectNo, versionId }) => {
      editing.edit.open({ merchantNo: subjectNo, versionId });
    },
  };
  const backtest = usePriceBacktest(list);
  const tryOut: RowAction<Version> = {
    name: 'backtest',
    label: t('action.priceBacktest.label'),
    isDangerous: false,
    isAllowed: ({ versionStatus }) => backtest.action.isPermitted && TO_COME.includes(versionStatus),
    open: ({ versionId }) => {
      backtest.action.open({ ids: [versionId], filters: {}, count: 1 });
    },
  };
  const rowActions = [...decisions.rowActions, tryOut, copy];
  const { row } = opened;
  return (
    <ListPage list={list} title={t('price.versions')}>
      <FilterBar list={list} layout={layout} />
      <DataTable
        list={list}
        layout={layout}
        label={t('price.versions')}
        nameOf={decisions.nameOf}
        rowActions={rowActions}
        onOpen={opened.open}
        emptyText={t('price.empty')}
      />
      <DetailDrawer
        detail={known(row)}
        isOpen={row !== null}
        title={row === null ? t('price.versions') : decisions.nameOf(row)}
        onClose={opened.close}
        actions={<DetailActions row={row} current={row} actions={rowActions} onClose={opened.close} />}
      >
        {(version) =>
          version && (
            <>
              <DescriptionList of={version} columns={columns} />
              <Compare versionId={version.versionId} />
              <PriceBacktestOf versionId={version.versionId} />
            </>
          )
        }
      </DetailDrawer>
      <PriceForm {...editing} />
      <PriceBacktestForm batch={backtest} />
      <JobPanel followed={backtest.followed} />
      <DecisionDialogs decisions={decisions}>
        {({ versionId }) => (
          <>
            <Compare versionId={versionId} />
            <PriceBacktestOf versionId={versionId} />
          </>
        )}
      </DecisionDialogs>
    </ListPage>
  );
}
