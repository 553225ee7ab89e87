import { Button, useText } from '@kituo/sdk';
import { ActionButton, ImportDialog, type List, useDetail, useImport, useRefreshOn } from '@kituo/sdk/page';
import { AllotForms } from './allot-forms.tsx';
import { allotColumns } from './case-columns.ts';
import { CaseDetail } from './case-detail.tsx';
import { CaseExport } from './case-export.tsx';
import { allotFilters, lastMonthIn } from './case-filters.ts';
import { useCaseGroups } from './case-groups.ts';
import { CaseList, useCaseList } from './case-list.tsx';
import { deskOf, systemOf } from './case-system.ts';
import type { CaseRow, DeskScope } from './case-system.ts';
import { CASES_TEXTS } from './cases-texts.ts';
import { FilterChip } from './filter-chip.tsx';
import { LoadForecast } from './load-forecast.tsx';
import { LoadBoard } from './load-board.tsx';
import { OlderCases } from './older-cases.tsx';
import { PoolDivision } from './pool-division.form.tsx';
import { useAllotActions } from './use-allot-actions.ts';

const COLUMNS = { ORDER: allotColumns('ORDER'), BILL: allotColumns('BILL'), BOTH: allotColumns('BOTH') } as const;
const FILTERS = { ORDER: allotFilters('ORDER'), BILL: allotFilters('BILL'), BOTH: allotFilters('BOTH') } as const;

/**
 * The allocation desk of one system, or of both: cases with who has them, assigned, handed on and taken back.
 *
 * @example <AllocationDesk scope="ORDER" title={t('allocation.title')} source="CaseAllocation" />
 */
export function AllocationDesk(props: {
  readonly scope: DeskScope;
  readonly title: string;
  /** The page's name, for what is opened from it. */
  readonly source: string;
}) {
  const { scope, title, source } = props;
  const t = useText(CASES_TEXTS);
  const cases = useCaseList({
    load: deskOf(scope).allotPage,
    columns: COLUMNS[scope],
    filters: FILTERS[scope],
    // By bill, an order's bills stand together unless their reader chose otherwise.
    defaultSort: scope === 'BILL' ? '-orderNo' : '-dpd',
    initial: lastMonthIn(),
  });
  const { list, opened } = cases;
  const group = useCaseGroups(list);
  const detail = useDetail(
    systemOf(opened.row?.caseScope ?? 'ORDER').of.allotOne,
    opened.row && { caseId: opened.row.caseId },
  );
  const refresh = (): void => {
    list.refresh();
    detail.refresh();
  };
  useRefreshOn('changed', refresh);
  const actions = useAllotActions(scope, { list: { ...list, refresh } });
  const { area } = systemOf(scope === 'BOTH' ? 'ORDER' : scope);
  const importer = useImport({
    name: 'caseImport',
    kind: `${area}.caseImport`,
    code: `${area}:case:import`,
    list: { refresh },
  });
  return (
    <CaseList
      of={cases}
      title={title}
      rowActions={actions.rowActions}
      batches={[
        actions.distributeMany,
        actions.redistributeMany,
        actions.recallMany,
        // Over both systems retention stays on each system's own page.
        ...(scope === 'BOTH' ? [] : [actions.retainMany, actions.cancelRetainMany]),
      ]}
      detail={detail}
      group={scope === 'BILL' ? group : undefined}
      emptyText={t('cases.noneToAssign')}
      file={<CaseExport list={list} of={deskOf(scope).allotExport} />}
      // A file is of one system.
      action={
        scope === 'BOTH' ? undefined : (
          <>
            <ActionButton action={importer.action} subject={null} />
            <PoolDivision scope={scope} onDone={refresh} />
            {actions.recallUnworked.filtered !== null && (
              <ActionButton action={actions.recallUnworked.action} subject={actions.recallUnworked.filtered} />
            )}
          </>
        )
      }
      above={
        <>
          <OlderCases list={list} load={deskOf(scope).allotPage} />
          {scope === 'BILL' && <ByOrder list={list} />}
          {scope !== 'BOTH' && <LoadBoard scope={scope} onDone={refresh} />}
          {scope === 'BOTH' && <LoadForecast />}
          <AllotForms scope={scope} actions={actions} />
          <ImportDialog importer={importer} />
        </>
      }
    >
      {(facts) => <CaseDetail facts={facts} source={source} />}
    </CaseList>
  );
}

/** The bills of an order stand together, or the latest first. */
function ByOrder({ list }: { readonly list: List<CaseRow> }) {
  const t = useText(CASES_TEXTS);
  const isGrouped = list.request.sort?.field === 'orderNo';
  return (
    <div className="cases-line">
      <Button
        size="small"
        variant={isGrouped ? 'solid' : 'outlined'}
        aria-pressed={isGrouped}
        text={t('cases.byOrder')}
        onClick={() => {
          list.setSort({ field: isGrouped ? 'dpd' : 'orderNo', direction: 'desc' });
        }}
      />
      {/* Each of them is joined by an action of its row. */}
      <FilterChip list={list} filter="siblingWithOther" value="true" text={t('cases.splitOrders')} />
    </div>
  );
}
