import { useText } from '@kituo/sdk';
import type { chargeOff, collection } from '@kituo/sdk/contracts';
import { DescriptionList, ListScreen, PageTabs, useListPage } from '@kituo/sdk/page';
import { BadDebtCandidates } from './bad-debt-candidates.list.tsx';
import { BAD_DEBT_ENDPOINTS, recoveryColumns, recoveryFilters } from './bad-debt-fields.ts';
import { BadDebtPool } from './bad-debt-pool.list.tsx';
import { Losses } from './losses.list.tsx';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';

interface ScreenProps {
  readonly scope: collection.CaseScope;
  readonly title: string;
}

/**
 * Bad debt: the pool, what may enter it, losses recognised, and what came back of them.
 *
 * @example <BadDebtScreen scope="ORDER" title={t('badDebtManagement.title')} />
 */
export function BadDebtScreen(props: ScreenProps) {
  return (
    <PageTabs
      label={props.title}
      tabs={[
        { name: 'pool', content: () => <BadDebtPool key="pool" {...props} /> },
        { name: 'candidates', content: () => <BadDebtCandidates key="candidates" {...props} /> },
        { name: 'losses', content: () => <Losses key="losses" {...props} /> },
        { name: 'recoveries', content: () => <Recoveries key="recoveries" {...props} /> },
      ]}
    />
  );
}

function Recoveries({ scope, title }: ScreenProps) {
  const t = useText(RECOVERIES_TEXTS);
  const { losses, lossesName } = BAD_DEBT_ENDPOINTS[scope];
  const of = useListPage<chargeOff.RecoveryRow>({
    load: losses.recoveries,
    idOf: (row) => row.applicationNo,
    columns: recoveryColumns,
    filters: recoveryFilters,
    defaultSort: '-appliedAt',
    file: { endpoint: losses.recoveryExport, jobKind: `${lossesName}.recoveryExport` },
  });
  return (
    <ListScreen
      of={of}
      title={title}
      emptyText={t('badDebt.noRecoveries')}
      detail={(row) => <DescriptionList of={row} columns={recoveryColumns} />}
    />
  );
}
