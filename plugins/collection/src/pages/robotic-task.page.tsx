import { useText } from '@kituo/sdk';
import { robotPlan, robotTask } from '@kituo/sdk/contracts';
import { RobotTasksScreen } from '@kituo/sdk/robots';

const of = {
  endpoints: robotTask.collectionTasks,
  create: robotTask.collectionCreate,
  audience: { kind: 'CASES', endpoint: robotTask.collectionAudience, caseScope: 'ORDER' },
  status: robotTask.collectionStatus,
  runPlan: robotTask.collectionRunPlan,
  plans: robotPlan.collectionPlans,
  exportKind: 'collectionRobots.export',
  jobs: 'collectionRobots',
  planExportKind: 'collectionRobotPlans.export',
} as const;

/** Batches of robot calls of the section, and their plans. */
export function RoboticTaskPage() {
  const t = useText();
  return <RobotTasksScreen of={{ ...of, title: t('robots.title') }} />;
}
