import { useText } from '@kituo/sdk';
import type { CaseHelp } from '@kituo/sdk/cases';
import type { collection } from '@kituo/sdk/contracts';
import { DescriptionList, FileList } from '@kituo/sdk/page';
import { useEffect, useState } from 'react';
import { POOL_FACTS } from './bad-debt-fields.ts';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';

/** A case beside the lists of bad debt: why it is in the pool, with its proof, and what its desk does about it. */
export function BadDebtCase({
  row,
  scope,
}: {
  readonly row: collection.BadDebtRow;
  readonly scope: collection.CaseScope;
}) {
  const t = useText(RECOVERIES_TEXTS);
  // Cases come with a door of their own, once somebody opens one.
  const [late, setLate] = useState<{ readonly Help: typeof CaseHelp } | null>(null);
  useEffect(() => {
    let isShown = true;
    void import('@kituo/sdk/cases').then(({ CaseHelp: Help }) => {
      if (isShown) setLate({ Help });
    });
    return () => {
      isShown = false;
    };
  }, []);
  return (
    <>
      <DescriptionList of={row} columns={POOL_FACTS[scope]} />
      {row.badDebtRemark !== null && <p>{row.badDebtRemark}</p>}
      <FileList files={row.evidence} label={t('field.evidence')} />
      {late !== null && (
        <late.Help
          key={row.caseId}
          scope={scope}
          caseId={row.caseId}
          source={scope === 'ORDER' ? 'BadDebtManagement' : 'BadDebtManagementNew'}
          desk="badDebt"
        />
      )}
    </>
  );
}
