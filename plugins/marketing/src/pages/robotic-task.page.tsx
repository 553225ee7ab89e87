import { useText } from '@kituo/sdk';
import { robotPlan, robotTask } from '@kituo/sdk/contracts';
import { RobotTasksScreen } from '@kituo/sdk/robots';

const of = {
  endpoints: robotTask.marketingTasks,
  create: robotTask.marketingCreate,
  update: robotTask.marketingUpdate,
  audience: { kind: 'GROUP', endpoint: robotTask.marketingAudience, texts: robotTask.marketingTexts },
  status: robotTask.marketingStatus,
  sound: {
    of: robotTask.marketingSound,
    phone: { kind: 'marketingRobotCall.phone', code: 'marketing:recipient:phone' },
  },
  plans: robotPlan.marketingPlans,
  exportKind: 'marketingRobots.export',
  jobs: 'marketingRobots',
  awaits: { tasks: 'marketingRobotTasks', plans: 'marketingRobotPlans' },
  planExportKind: 'marketingRobotPlans.export',
} as const;

/** Batches of robot calls of the section, and their plans. */
export function RoboticTaskPage() {
  const t = useText();
  return <RobotTasksScreen of={{ ...of, title: t('robots.title') }} />;
}
