import { useCan } from '@kituo/sdk';
import { ReportScreen } from '../parts/report-screen.tsx';
import { ownPerformance, performanceKinds } from '../performance/performance-kinds.ts';
import { TargetsTab } from '../performance/targets.tab.tsx';

/** What people achieved and where they are; one's own figures without the code for others'. */
export function PerformanceReportPage() {
  const seesTeam = useCan('report:performance:team');
  const setsTargets = useCan('report:performance:target');
  return (
    <ReportScreen
      kinds={seesTeam ? performanceKinds : [ownPerformance]}
      tabs={setsTargets ? [{ name: 'targets', content: () => <TargetsTab /> }] : []}
    />
  );
}
