import { useText } from '@kituo/sdk';
import { ActionButton, Answered, useDetail } from '@kituo/sdk/page';
import { CaseDetail } from './case-detail.tsx';
import { systemOf } from './case-system.ts';
import type { CaseScope } from './case-system.ts';
import { CaseWorkForms } from './case-work-forms.tsx';
import { CASES_TEXTS } from './cases-texts.ts';
import { FollowUpForm } from './follow-up-form.tsx';
import { useCaseWork } from './use-case-work.ts';

const HELPED: Readonly<Record<'group' | 'badDebt', readonly string[]>> = {
  group: ['COLLECTING', 'RETAINED'],
  badDebt: ['BAD_DEBT_POOL'],
};

/**
 * A case of somebody else, to look at and to help with: a payment link, an account number. Notes on the cases of a group
 * stay the collector's; those in the pool of bad debt are its desk's.
 *
 * @example <CaseHelp scope={row.caseScope} caseId={row.caseNo} source="CollectionPersonnelMonitoring" />
 */
export function CaseHelp(props: {
  readonly scope: CaseScope;
  readonly caseId: string;
  readonly source: string;
  /** Whose page it is; `group` where nothing is said. */
  readonly desk?: keyof typeof HELPED;
}) {
  const { scope, caseId, source, desk = 'group' } = props;
  const t = useText(CASES_TEXTS);
  const detail = useDetail(systemOf(scope).of.allotOne, { caseId });
  const work = useCaseWork(scope, { list: { refresh: detail.refresh } });
  return (
    <Answered detail={detail}>
      {(facts) => {
        const isWorked = HELPED[desk].includes(facts.row.caseStatus);
        return (
          <>
            {isWorked && (
              <div className="cases-line" role="group" aria-label={t('cases.help')}>
                {/* What a case allows its collector says nothing of these: who may, may. */}
                {[work.link, work.number].map((help) => (
                  <ActionButton
                    key={help.name}
                    action={{ ...help, isAllowed: () => help.isPermitted }}
                    subject={facts.row}
                  />
                ))}
              </div>
            )}
            {isWorked && desk === 'badDebt' && (
              <FollowUpForm key={caseId} desk={scope} row={facts.row} isAlone onSaved={detail.refresh} />
            )}
            <CaseDetail facts={facts} source={source} />
            <CaseWorkForms work={work} />
          </>
        );
      }}
    </Answered>
  );
}
