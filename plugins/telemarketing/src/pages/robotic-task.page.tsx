import { useText } from '@kituo/sdk';
import { robotPlan, robotTask } from '@kituo/sdk/contracts';
import { RobotTasksScreen } from '@kituo/sdk/robots';

const of = {
  endpoints: robotTask.telemarketingTasks,
  create: robotTask.telemarketingCreate,
  update: robotTask.telemarketingUpdate,
  audience: {
    kind: 'LIST',
    endpoint: robotTask.telemarketingAudience,
    texts: robotTask.telemarketingTexts,
    groups: robotTask.telemarketingGroups,
  },
  status: robotTask.telemarketingStatus,
  trialRun: robotTask.telemarketingTrialRun,
  sound: {
    of: robotTask.telemarketingSound,
    phone: { kind: 'telemarketingRobotCall.phone', code: 'telemarketing:list:phone' },
  },
  plans: robotPlan.telemarketingPlans,
  exportKind: 'telemarketingRobots.export',
  jobs: 'telemarketingRobots',
  awaits: { tasks: 'telemarketingRobotTasks', plans: 'telemarketingRobotPlans' },
  planExportKind: 'telemarketingRobotPlans.export',
} as const;

/** Batches of robot calls of the section, and their plans. */
export function RoboticTaskPage() {
  const t = useText();
  return <RobotTasksScreen of={{ ...of, title: t('robots.title') }} />;
}
