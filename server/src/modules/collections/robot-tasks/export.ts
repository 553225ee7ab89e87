import { robotPlan, robotTask } from '@kituo/sdk/contracts';
import { exportOf } from '../../platform/exports/index.ts';
import { robotPlansOf } from './plan-list.ts';
import { robotTasksOf } from './read.ts';
import type { RobotSection } from './tables.ts';

const PAGE = {
  collection: '/AdminContent/CollectionSystem/RoboticTask',
  collectionStage: '/AdminContent/CollectionSystemNew/RoboticTaskNew',
  marketing: { code: 'marketing:robot:export' },
  telemarketing: { code: 'telemarketing:robot:export' },
} as const satisfies Record<RobotSection, unknown>;

const ofSection = (section: RobotSection) =>
  exportOf(robotTasksOf(section), {
    kind: `${section}Robots.export`,
    title: { en: 'Export of robot tasks', zh: '导出机器人任务' },
    page: PAGE[section],
    params: robotTask.collectionTasks.exportList.request,
    fileStem: 'robot-tasks',
    subjectType: 'robotTask',
    columns: [
      { en: 'Task', zh: '任务编号', of: (row) => row.taskNo },
      { en: 'Name', zh: '任务名称', of: (row) => row.taskName },
      { en: 'Status', zh: '状态', of: (row) => row.taskStatus, codes: 'ROBOT_STATUS' },
      { en: 'Plan', zh: '方案', of: (row) => row.planName },
      { en: 'Dialled by', zh: '拨打方', of: (row) => row.vendor, codes: 'ROBOT_VENDOR' },
      { en: 'Scene', zh: '场景', of: (row) => row.scene, codes: 'MARKETING_SCENE' },
      { en: 'Script', zh: '话术', of: (row) => row.scriptCode },
      { en: 'People', zh: '人数', of: (row) => row.total },
      { en: 'Called', zh: '已拨打', of: (row) => row.dialled },
      { en: 'Connected', zh: '已接通', of: (row) => row.connected },
      { en: 'Willing', zh: '有意愿', of: (row) => row.willing },
      { en: 'Refused', zh: '已拦截', of: (row) => row.gateRefused },
      { en: 'Excluded', zh: '已排除', of: (row) => row.leftOut },
      { en: 'Cases', zh: '案件数', of: (row) => row.cases },
      { en: 'Borrowers', zh: '借款人数', of: (row) => row.borrowers },
      { en: 'Merged', zh: '已合并', of: (row) => row.merged },
      { en: 'Due (KES)', zh: '应还（KES）', of: (row) => (row.totalDueCents / 100).toFixed(2) },
      { en: 'Promises', zh: '承诺', of: (row) => row.promises },
      { en: 'Repaid that day (KES)', zh: '当日回款（KES）', of: (row) => (row.repaidSameDayCents / 100).toFixed(2) },
      { en: 'Follow-up texts', zh: '跟进短信', of: (row) => row.followUps },
      { en: 'Handed over', zh: '已转人工', of: (row) => row.transferred },
      { en: 'Opted out', zh: '退订', of: (row) => row.optOutCount },
      { en: 'Applied', zh: '申请数', of: (row) => row.convertedCount },
      { en: 'Cost (KES)', zh: '费用（KES）', of: (row) => (row.costCents / 100).toFixed(2) },
      { en: 'Starts', zh: '开始时间', of: (row) => row.startAt, isTime: true },
      { en: 'Created by', zh: '创建人', of: (row) => row.createdByName },
      { en: 'Approved by', zh: '审批人', of: (row) => row.approvedByName },
      { en: 'Created', zh: '创建时间', of: (row) => row.createdAt, isTime: true },
    ],
  });

/** Each section's list as a file. */
export const robotExports = {
  collection: ofSection('collection'),
  collectionStage: ofSection('collectionStage'),
  marketing: ofSection('marketing'),
  telemarketing: ofSection('telemarketing'),
} as const;

const plansOfSection = (section: RobotSection) =>
  exportOf(robotPlansOf(section), {
    kind: `${section}RobotPlans.export`,
    title: { en: 'Export of robot plans', zh: '导出机器人方案' },
    page: PAGE[section],
    params: robotPlan.collectionPlans.exportList.request,
    fileStem: 'robot-plans',
    subjectType: 'robotPlan',
    columns: [
      { en: 'Plan', zh: '方案编号', of: (row) => row.planNo },
      { en: 'Name', zh: '方案名称', of: (row) => row.planName },
      { en: 'Status', zh: '状态', of: (row) => row.planStatus, codes: 'ROBOT_PLAN_STATUS' },
      { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
      { en: 'Days (1 is Monday)', zh: '执行日（1 为周一）', of: (row) => row.weekdays.join(' ') },
      { en: 'Times', zh: '执行时间', of: (row) => row.runTimes.join(' ') },
      { en: 'Script', zh: '话术', of: (row) => row.scriptCode },
      { en: 'From', zh: '开始日期', of: (row) => row.startsOn },
      { en: 'Until', zh: '结束日期', of: (row) => row.endsOn },
      { en: 'Next run', zh: '下次执行', of: (row) => row.nextRunAt, isTime: true },
      { en: 'Last run', zh: '上次执行', of: (row) => row.lastRunAt, isTime: true },
      { en: 'Result', zh: '执行结果', of: (row) => row.lastOutcome, codes: 'ROBOT_PLAN_OUTCOME' },
      { en: 'People', zh: '人数', of: (row) => row.lastPeople },
      { en: 'Hold-out (%)', zh: '对照组（%）', of: (row) => row.holdOutPercent },
      { en: 'Changed by', zh: '修改人', of: (row) => row.updatedByName },
      { en: 'Approved by', zh: '审批人', of: (row) => row.approvedByName },
    ],
  });

/** Each section's plans as a file. */
export const planExports = {
  collection: plansOfSection('collection'),
  collectionStage: plansOfSection('collectionStage'),
  marketing: plansOfSection('marketing'),
  telemarketing: plansOfSection('telemarketing'),
} as const;
