import { Button, callFile, saveFile, useText } from '@kituo/sdk';
import type { CaseHelp } from '@kituo/sdk/cases';
import { type collection, file } from '@kituo/sdk/contracts';
import { DescriptionList } from '@kituo/sdk/page';
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
      {row.evidence.length > 0 && (
        <ul className="kp-facts" aria-label={t('field.evidence')}>
          {row.evidence.map(({ attachId, fileName }) => (
            <li key={attachId}>
              <Button
                size="small"
                variant="minimal"
                text={fileName}
                onClick={() => {
                  callFile(file.attachDownload, { attachId }).then(saveFile, () => undefined);
                }}
              />
            </li>
          ))}
        </ul>
      )}
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
