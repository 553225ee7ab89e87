import { useText } from '@kituo/sdk';
import { RollbacksScreen } from '@kituo/sdk/recoveries';

/** Undoes what was allocated to a bill, with its siblings in view. */
export function RollbackFlowNewPage() {
  const t = useText();
  return <RollbacksScreen scope="BILL" title={t('rollbackFlowNew.title')} />;
}
