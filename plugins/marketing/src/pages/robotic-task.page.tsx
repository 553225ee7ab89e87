import { useText } from '@kituo/sdk';
import { robotTask } from '@kituo/sdk/contracts';
import { RobotTasksScreen } from '@kituo/sdk/robots';

const create = { audience: 'PHONES', endpoint: robotTask.marketingCreate } as const;

/** Batches of robot calls of the section. */
export function RoboticTaskPage() {
  const t = useText();
  const endpoints = robotTask.marketingTasks;
  return (
    <RobotTasksScreen of={{ endpoints, create, title: t('robots.title'), exportKind: 'marketingRobots.export' }} />
  );
}
