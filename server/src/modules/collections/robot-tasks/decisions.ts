import { countOf, type DecisionQueue } from '../../platform/approvals/index.ts';
import { robotPlansOf } from './plan-list.ts';
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

const planQueue = (
  section: 'marketing' | 'telemarketing',
  page: string,
  title: DecisionQueue['title'],
): DecisionQueue => {
  const plans = robotPlansOf(section);
  return {
    key: `${section}RobotPlans`,
    title,
    places: [{ page, query: 'tab=plans&planStatus=PENDING_APPROVAL', code: `${section}:robot:approve` }],
    count: async (call) =>
      await countOf(
        plans.query({ planStatus: 'PENDING_APPROVAL' }, call).where('p.updatedBy', '<>', call.caller.userNo),
      ),
  };
};

/** Calling tasks and plans of robots that somebody else wrote. */
export const robotDecisions: readonly DecisionQueue[] = [
  queue('marketing', '/AdminContent/MarketingManagement/RoboticTask', {
    en: 'Robot tasks of marketing',
    zh: '营销机器人任务',
  }),
  queue('telemarketing', '/AdminContent/TelemarketingSystem/RoboticTask', {
    en: 'Robot tasks of telemarketing',
    zh: '电销机器人任务',
  }),
  planQueue('marketing', '/AdminContent/MarketingManagement/RoboticTask', {
    en: 'Robot plans of marketing',
    zh: '营销机器人方案',
  }),
  planQueue('telemarketing', '/AdminContent/TelemarketingSystem/RoboticTask', {
    en: 'Robot plans of telemarketing',
    zh: '电销机器人方案',
  }),
];
