import { useCan } from '@kituo/sdk';
import { AbTestsTab } from '../ab-tests/ab-tests.tab.tsx';
import { operationKinds } from '../operation/operation-kinds.ts';
import { ReportScreen } from '../parts/report-screen.tsx';

/** The funnel from registration to the repeat loan, what channels cost, what each contact brought, and experiments. */
export function OperationReportPage() {
  const seesTests = useCan('report:abTest:view');
  return (
    <ReportScreen kinds={operationKinds} tabs={seesTests ? [{ name: 'abTests', content: () => <AbTestsTab /> }] : []} />
  );
}
