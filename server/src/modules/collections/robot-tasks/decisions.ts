import { countOf, type DecisionQueue } from '../../platform/approvals/index.ts';
import { robotTasksOf } from './read.ts';

const queue = (section: 'marketing' | 'telemarketing', page: string, title: DecisionQueue['title']): DecisionQueue => {
  const tasks = robotTasksOf(section);
  return {
    key: `${section}RobotTasks`,
    title,
    places: [{ page, query: 'taskStatus=PENDING_APPROVAL&createdAt=any', code: `${section}:robot:approve` }],
    count: async (call) =>
      await countOf(
        tasks.query({ taskStatus: 'PENDING_APPROVAL' }, call).where('t.createdBy', '<>', call.caller.userNo),
      ),
  };
};

/** Calling tasks of robots that somebody else wrote. */
export const robotDecisions: readonly DecisionQueue[] = [
  queue('marketing', '/AdminContent/MarketingManagement/RoboticTask', {
    en: 'Robot tasks of marketing',
    zh: '营销机器人任务',
  }),
  queue('telemarketing', '/AdminContent/TelemarketingSystem/RoboticTask', {
    en: 'Robot tasks of telemarketing',
    zh: '电销机器人任务',
  }),
];
