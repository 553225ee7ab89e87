import { useText } from '@kituo/sdk';
import { robotTask } from '@kituo/sdk/contracts';
import { RobotTasksScreen } from '@kituo/sdk/robots';

const create = {
  audience: 'CASES',
  endpoint: robotTask.collectionCreate,
  matching: robotTask.collectionAudience,
} as const;

/** Batches of robot calls of the section. */
export function RoboticTaskPage() {
  const t = useText();
  const endpoints = robotTask.collectionTasks;
  return (
    <RobotTasksScreen of={{ endpoints, create, title: t('robots.title'), exportKind: 'collectionRobots.export' }} />
  );
}
