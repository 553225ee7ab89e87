import { canOpen, formatDateTime, formatMoney, useNavigate, useText } from '@kituo/sdk';
import { collection, type PostedJournal, type ReplyOf } from '@kituo/sdk/contracts';
import { CorrectionForms, useCorrections } from '@kituo/sdk/credit';
import { type RowAction, useDetail } from '@kituo/sdk/page';
import { type ComponentType, useEffect, useState } from 'react';
import { outColumns } from './case-columns.ts';
import { CaseDetail } from './case-detail.tsx';
import { lastWeekOut, outFilters } from './case-filters.ts';
import { CaseExport } from './case-export.tsx';
import { CaseStory } from './case-story.tsx';
import { CaseList, useCaseList } from './case-list.tsx';
import type { CaseListParts } from './case-list.tsx';
import { systemOf } from './case-system.ts';
import type { CaseRow, CaseScope } from './case-system.ts';
import { FilterChip } from './filter-chip.tsx';
import { CureCurve } from './cure-curve.tsx';
import { CASES_TEXTS } from './cases-texts.ts';

const COLUMNS = { ORDER: outColumns('ORDER'), BILL: outColumns('BILL') } as const;
const FILTERS = { ORDER: outFilters('ORDER'), BILL: outFilters('BILL') } as const;

const ROLLBACKS = {
  ORDER: '/AdminContent/CollectionSystem/RollbackFlow',
  BILL: '/AdminContent/CollectionSystemNew/RollbackFlowNew',
} as const;
const SIBLINGS = '/AdminContent/CollectionSystemNew/CaseAllocationNew';

/** All that came in on a closed case is credited together. */
const CREDITED = {
  subject: 'caseIds',
  numbersOf: ({ caseId }: CaseRow) => [caseId],
  factsOf: ({ caseNo, collectedCents }: CaseRow) => ({ name: caseNo, cents: collectedCents }),
} as const;

/**
 * Cases of one system that left collection: how, when, and who brought them home.
 *
 * @example <OutDesk scope="BILL" title={t('out.title')} source="OutCollectionListNew" />
 */
export function OutDesk(props: { readonly scope: CaseScope; readonly title: string; readonly source: string }) {
  const { scope, title, source } = props;
  const t = useText(CASES_TEXTS);
  const { of, area } = systemOf(scope);
  const cases = useCaseList({
    load: of.outPage,
    columns: COLUMNS[scope],
    filters: FILTERS[scope],
    defaultSort: '-outTime',
    initial: lastWeekOut(),
  });
  const { list, opened } = cases;
  const detail = useDetail(of.outOne, opened.row && { caseId: opened.row.caseId });
  const attribution = useCorrections({ scope, ...CREDITED }, list);
  const links = useLinks(scope);
  return (
    <CaseList
      of={cases}
      title={title}
      rowActions={[attribution.rowAction, ...links]}
      batches={[attribution.batch]}
      detail={detail}
      emptyText={t('cases.noneOut')}
      above={
        <>
          <Figures scope={scope} list={list} />
          {scope === 'BILL' && (
            <div className="cases-line">
              <FilterChip list={list} filter="nextDueWithinDays" value="7" text={t('cases.dueSoon')} />
            </div>
          )}
          {scope === 'BILL' && <CureCurve />}
          <CorrectionForms of={attribution} />
        </>
      }
      file={<CaseExport list={list} of={of.outExport} kind={`${area}.outExport`} />}
    >
      {/* The list knows a case; what closed it is known of the one that is open. */}
      {(facts) => (
        <CaseDetail facts={facts} source={source}>
          {detail.data !== null && <Closing of={detail.data} />}
          {detail.data !== null && <CaseStory facts={detail.data} />}
        </CaseDetail>
      )}
    </CaseList>
  );
}

type OutFacts = ReplyOf<typeof collection.byOrder.outOne>;
type Journals = ComponentType<{ readonly journals: readonly PostedJournal[] }>;

/** What closed a case, with its journal; and that it came back before. */
function Closing({ of }: { readonly of: OutFacts }) {
  const { closing, returns, rollovers } = of;
  const t = useText(CASES_TEXTS);
  // Postings come with the door of payments.
  const [late, setLate] = useState<{ readonly Posted: Journals } | null>(null);
  const hasClosing = closing !== null;
  useEffect(() => {
    let isShown = true;
    if (hasClosing) {
      void import('@kituo/sdk/payments').then(({ PostedJournals: Posted }) => {
        if (isShown) setLate({ Posted });
      });
    }
    return () => {
      isShown = false;
    };
  }, [hasClosing]);
  return (
    <>
      <div className="cases-line">
        {returns > 0 && <span className="cases-reason">{t('cases.returned', { count: returns })}</span>}
        {rollovers > 1 && <span className="cases-reason">{t('cases.rolledOverTimes', { count: rollovers })}</span>}
      </div>
      {closing !== null && (
        <section aria-label={t('cases.closing')}>
          <h3 className="kp-section-title">{t('cases.closing')}</h3>
          <p className="ks-figures">
            {closing.applicationNo} · {formatMoney(closing.appliedCents)} · {formatDateTime(closing.appliedAt)}
          </p>
          {late !== null && <late.Posted journals={closing.journals} />}
        </section>
      )}
    </>
  );
}

/** The one way back into collection is a rollback; by bill, the order's other cases. */
function useLinks(scope: CaseScope): readonly RowAction<CaseRow>[] {
  const t = useText(CASES_TEXTS);
  const go = useNavigate();
  const link = (word: string, path: string, isAllowed: (row: CaseRow) => boolean): RowAction<CaseRow> => ({
    name: word,
    label: t(word),
    isDangerous: false,
    isAllowed: (row) => canOpen(path) && isAllowed(row),
    // Whenever it entered.
    open: ({ orderNo }) => void go(`${path}?orderNo=${orderNo}${path === SIBLINGS ? '&entryTime=any' : ''}`),
  });
  const toRollback = link('cases.toRollback', ROLLBACKS[scope], ({ outReason }) => outReason !== 'VOID');
  const toSiblings = link('field.siblingCount', SIBLINGS, ({ siblingCount }) => siblingCount > 0);
  return scope === 'BILL' ? [toRollback, toSiblings] : [toRollback];
}

/** One line: what the list adds up to. */
function Figures({ scope, list }: { readonly scope: CaseScope } & Pick<CaseListParts, 'list'>) {
  const t = useText(CASES_TEXTS);
  const filters = collection.caseFilters.safeParse(list.request.filters);
  const { data } = useDetail(systemOf(scope).of.outSummary, filters.success ? { filters: filters.data } : null);
  return (
    <p className="cases-figures ks-figures" role="status">
      {data !== null && (
        <>
          {t('cases.collected', { money: formatMoney(data.collectedCents) })}
          {' · '}
          {t('cases.waived', { money: formatMoney(data.deductedCents) })}
          {data.byReason.map(({ outReason, cases }) => (
            <span key={outReason}>
              {' · '}
              {t(`OUT_REASON.${outReason}`)} {cases}
            </span>
          ))}
        </>
      )}
    </p>
  );
}
