import { useText } from '@kituo/sdk';
import { robotTask } from '@kituo/sdk/contracts';
import { RobotTasksScreen } from '@kituo/sdk/robots';

const create = { audience: 'PHONES', endpoint: robotTask.telemarketingCreate } as const;

/** Batches of robot calls of the section. */
export function RoboticTaskPage() {
  const t = useText();
  const endpoints = robotTask.telemarketingTasks;
  return (
    <RobotTasksScreen of={{ endpoints, create, title: t('robots.title'), exportKind: 'telemarketingRobots.export' }} />
  );
}
