import { Button, Empty, formatMoney, useText } from '@kituo/sdk';
import type { Detail, List } from '@kituo/sdk/page';
import {
  Answered,
  AsOf,
  BatchButton,
  DataTable,
  DetailActions,
  FilterBar,
  ListPage,
  useDetail,
  useRefreshOn,
} from '@kituo/sdk/page';
import { OwnPause, PhoneDock } from '@kituo/sdk/phone';
import { useState } from 'react';
import { BorrowerSheet } from './borrower-sheet.tsx';
import { caseColumns } from './case-columns.ts';
import { CaseDetail } from './case-detail.tsx';
import { hasNote } from './case-draft.ts';
import { CaseExport } from './case-export.tsx';
import { caseFilters } from './case-filters.ts';
import { useCaseGroups } from './case-groups.ts';
import { useCaseList } from './case-list.tsx';
import { deskOf, systemOf } from './case-system.ts';
import type { CaseRow, DeskScope } from './case-system.ts';
import { CaseWorkForms } from './case-work-forms.tsx';
import { CASES_TEXTS } from './cases-texts.ts';
import { ContactPanel } from './contact-panel.tsx';
import { FollowUpForm } from './follow-up-form.tsx';
import { OlderCases } from './older-cases.tsx';
import { OwnBatchForms, useOwnBatches } from './own-batches.tsx';
import { OwnSummary } from './own-summary.tsx';
import { useCaseWork } from './use-case-work.ts';

const COLUMNS = { ORDER: caseColumns('ORDER'), BILL: caseColumns('BILL'), BOTH: caseColumns('BOTH') } as const;
const FILTERS = { ORDER: caseFilters('ORDER'), BILL: caseFilters('BILL'), BOTH: caseFilters('BOTH') } as const;

/**
 * A collector's own cases of one system, or of both, worked one after the other: the list, and beside it the case with its gate,
 * its note and its history. The next case is the one with the most reasons.
 *
 * @example <MyCases scope="ORDER" title={t('mine.title')} source="MyCollection" />
 */
export function MyCases(props: { readonly scope: DeskScope; readonly title: string; readonly source: string }) {
  const { scope, title, source } = props;
  const t = useText(CASES_TEXTS);
  const of = deskOf(scope);
  const { list, layout, views, opened } = useCaseList({
    load: of.selfPage,
    columns: COLUMNS[scope],
    filters: FILTERS[scope],
    // By bill a borrower has several: they stand together, the best of them first.
    defaultSort: scope === 'ORDER' ? '-score' : '-borrower',
  });
  const summary = useDetail(of.selfSummary, {});
  const next = useDetail(of.selfNext, { skip: opened.row === null ? [] : [opened.row.caseId] });
  const detail = useDetail(
    systemOf(opened.row?.caseScope ?? 'ORDER').of.selfOne,
    opened.row && { caseId: opened.row.caseId },
  );
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const refresh = (): void => {
    list.refresh();
    summary.refresh();
    detail.refresh();
  };
  useRefreshOn('changed', refresh);
  // What is done with a case goes by its own system.
  const works = {
    ORDER: useCaseWork('ORDER', { list: { refresh } }),
    BILL: useCaseWork('BILL', { list: { refresh } }),
  };
  const batches = useOwnBatches(scope, { ...list, refresh });
  const file = <CaseExport list={list} of={of.selfExport} />;
  const work = works[opened.row?.caseScope ?? 'ORDER'];
  const openNext = (): void => {
    const found = next.data?.next ?? null;
    if (found === null) return;
    setReasons(found.reasons);
    opened.open(found.row);
  };
  const openRow = (row: CaseRow): void => {
    setReasons([]);
    opened.open(row);
  };
  return (
    <ListPage
      list={list}
      title={title}
      views={views}
      batch={
        <>
          <BatchButton batch={batches.smsMany} />
          <BatchButton batch={batches.notReached} />
          {file}
        </>
      }
      action={
        <>
          <AsOf list={list} />
          <OwnPause />
          <Button
            intent="primary"
            text={t('cases.next')}
            disabled={(next.data?.next ?? null) === null}
            onClick={openNext}
          />
        </>
      }
    >
      <OwnSummary list={list} summary={summary} isGroupable={scope !== 'ORDER'} />
      <OlderCases list={list} load={of.selfPage} />
      <FilterBar list={list} layout={layout}>
        {file}
      </FilterBar>
      <div className="cases-cockpit" data-open={opened.row !== null}>
        <OwnTable list={list} layout={layout} title={title} onOpen={openRow} />
        {opened.row !== null && (
          <aside className="cases-aside" aria-label={opened.row.caseNo}>
            <header className="cases-line">
              <h2>{opened.row.caseNo}</h2>
              {reasons.map((reason) => (
                <span key={reason} className="cases-reason">
                  {t(`cases.reason.${reason}`)}
                </span>
              ))}
              <Button size="small" variant="minimal" text={t('cases.close')} onClick={opened.close} />
            </header>
            <Beside
              desk={scope}
              key={opened.row.caseId}
              row={opened.row}
              detail={detail}
              work={work}
              source={source}
              onSaved={() => {
                refresh();
                openNext();
                next.refresh();
              }}
            />
            <div className="cases-line">
              <DetailActions
                row={opened.row}
                // A case that left its collector takes nothing more.
                current={detail.error === null ? (detail.data?.row ?? opened.row) : null}
                actions={work.rowActions}
                onClose={() => undefined}
              />
            </div>
          </aside>
        )}
      </div>
      <CaseWorkForms work={works.ORDER} />
      <CaseWorkForms work={works.BILL} />
      <OwnBatchForms of={batches} />
      <PhoneDock />
    </ListPage>
  );
}

function OwnTable(props: {
  readonly list: List<CaseRow>;
  readonly layout: ReturnType<typeof useCaseList>['layout'];
  readonly title: string;
  readonly onOpen: (row: CaseRow) => void;
}) {
  const t = useText(CASES_TEXTS);
  const group = useCaseGroups(props.list);
  return (
    <DataTable
      list={props.list}
      layout={props.layout}
      label={props.title}
      nameOf={(row) => row.caseNo}
      rowActions={[]}
      isSelectable
      onOpen={props.onOpen}
      group={group}
      emptyText={t('cases.noneOwn')}
    />
  );
}

function Beside(props: {
  readonly desk: DeskScope;
  readonly row: CaseRow;
  readonly detail: Detail<Parameters<typeof CaseDetail>[0]['facts']>;
  readonly work: ReturnType<typeof useCaseWork>;
  readonly source: string;
  readonly onSaved: () => void;
}) {
  const { row, detail, work } = props;
  const t = useText(CASES_TEXTS);
  // Handed on meanwhile: what was typed stays to be copied.
  const isGone = detail.error !== null;
  return (
    <>
      {isGone && <Empty title={t('cases.gone')} {...(hasNote(row.caseId) && { text: t('cases.goneNote') })} />}
      {!isGone && <ContactPanel row={row} work={work} />}
      {!isGone && (
        <p className="cases-figures ks-figures">
          {t('cases.owes', { due: formatMoney(row.dueCents), payoff: formatMoney(row.payoffCents) })}
          {row.olderDueCents > 0 && ` · ${t('cases.olderFirst', { money: formatMoney(row.olderDueCents) })}`}
        </p>
      )}
      {!isGone && row.casesOfBorrower > 1 && <BorrowerSheet desk={props.desk} row={row} />}
      {(!isGone || hasNote(row.caseId)) && <FollowUpForm desk={props.desk} row={row} onSaved={props.onSaved} />}
      {!isGone && <Answered detail={detail}>{(facts) => <CaseDetail facts={facts} source={props.source} />}</Answered>}
    </>
  );
}
