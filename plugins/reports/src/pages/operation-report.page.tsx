import { operationKinds } from '../operation/operation-kinds.ts';
import { ReportScreen } from '../parts/report-screen.tsx';

/** The funnel from registration to the repeat loan, what channels cost, and what each contact brought. */
export function OperationReportPage() {
  return <ReportScreen kinds={operationKinds} />;
}
