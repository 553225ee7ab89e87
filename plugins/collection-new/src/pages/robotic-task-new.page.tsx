import { useText } from '@kituo/sdk';
import { robotTask } from '@kituo/sdk/contracts';
import { RobotTasksScreen } from '@kituo/sdk/robots';

const create = {
  audience: 'CASES',
  endpoint: robotTask.stageCreate,
  matching: robotTask.stageAudience,
} as const;

/** Batches of robot calls to cases by bill. */
export function RoboticTaskNewPage() {
  const t = useText();
  const endpoints = robotTask.stageTasks;
  return (
    <RobotTasksScreen
      of={{ endpoints, create, title: t('robots.title'), exportKind: 'collectionStageRobots.export' }}
    />
  );
}
