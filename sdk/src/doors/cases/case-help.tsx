import { useText } from '@kituo/sdk';
import { ActionButton, Answered, useDetail } from '@kituo/sdk/page';
import { CaseDetail } from './case-detail.tsx';
import { systemOf } from './case-system.ts';
import type { CaseScope } from './case-system.ts';
import { CaseWorkForms } from './case-work-forms.tsx';
import { CASES_TEXTS } from './cases-texts.ts';
import { useCaseWork } from './use-case-work.ts';

/**
 * A case of somebody's group, to look at and to help with: a payment link, an account number. Its notes stay the collector's.
 *
 * @example <CaseHelp scope={row.caseScope} caseId={row.caseNo} source="CollectionPersonnelMonitoring" />
 */
export function CaseHelp(props: { readonly scope: CaseScope; readonly caseId: string; readonly source: string }) {
  const { scope, caseId, source } = props;
  const t = useText(CASES_TEXTS);
  const detail = useDetail(systemOf(scope).of.allotOne, { caseId });
  const work = useCaseWork(scope, { list: { refresh: detail.refresh } });
  return (
    <Answered detail={detail}>
      {(facts) => {
        const isWorked = facts.row.caseStatus === 'COLLECTING' || facts.row.caseStatus === 'RETAINED';
        return (
          <>
            {isWorked && (
              <div className="cases-line" role="group" aria-label={t('cases.help')}>
                <ActionButton action={work.link} subject={facts.row} />
                <ActionButton action={work.number} subject={facts.row} />
              </div>
            )}
            <CaseDetail facts={facts} source={source} />
            <CaseWorkForms work={work} />
          </>
        );
      }}
    </Answered>
  );
}
