import { useText } from '@kituo/sdk';
import { robotPlan, robotTask } from '@kituo/sdk/contracts';
import { RobotTasksScreen } from '@kituo/sdk/robots';

const of = {
  endpoints: robotTask.stageTasks,
  create: robotTask.stageCreate,
  audience: { kind: 'CASES', endpoint: robotTask.stageAudience, caseScope: 'BILL' },
  status: robotTask.stageStatus,
  runPlan: robotTask.stageRunPlan,
  isByBill: true,
  plans: robotPlan.stagePlans,
  exportKind: 'collectionStageRobots.export',
  jobs: 'collectionStageRobots',
  planExportKind: 'collectionStageRobotPlans.export',
} as const;

/** Batches of robot calls to cases by bill, and their plans. */
export function RoboticTaskNewPage() {
  const t = useText();
  return <RobotTasksScreen of={{ ...of, title: t('robots.title') }} />;
}
