import { nineFour, robotTask } from '@kituo/sdk/contracts';
import type { RobotSection } from './tables.ts';
import { implement, type Implementation } from '../../../http/implement.ts';
import { control, createAiTask, sendAgain, sync } from './ai.ts';
import { aiCallExport, aiTaskExport, callBackExport, replyExport, smsBackExport } from './ai-exports.ts';
import { aiCalls, callSummary, followCall } from './ai-calls.ts';
import { aiItems } from './ai-items.ts';
import { controlTask } from './control.ts';
import { createTask, sizeOf } from './create.ts';
import { robotExports } from './export.ts';
import { match, replay } from './intake-commands.ts';
import { callBacks, smsBacks } from './intake-lists.ts';
import { handleReplies, smsReplies } from './sms-replies.ts';
import { readTask, robotCallsOf } from './read-one.ts';
import { aiTasks, robotTasksOf } from './read.ts';

const ACTIONS = robotTask.ROBOT_ACTIONS;
/** Collection's begin QUEUED: there is nothing to hand in or to agree to. */
const OF_COLLECTION = ['pause', 'resume', 'retry', 'stop'] as const;

function routesOf(
  section: RobotSection,
  of: typeof robotTask.collectionTasks,
  actions: readonly robotTask.RobotAction[],
): Implementation[] {
  const tasks = robotTasksOf(section);
  return [
    implement(of.page, tasks.page),
    implement(of.exportList, robotExports[section].queue),
    implement(of.detail, ({ taskNo }, call) => readTask(tasks, taskNo, call)),
    implement(of.calls, robotCallsOf(section).page),
    ...actions.map((action) => implement(of[action], (request, call) => controlTask(section, action, request, call))),
  ];
}

export const routes: readonly Implementation[] = [
  ...routesOf('collection', robotTask.collectionTasks, OF_COLLECTION),
  ...routesOf('collectionStage', robotTask.stageTasks, OF_COLLECTION),
  ...routesOf(
    'marketing',
    robotTask.marketingTasks,
    ACTIONS.filter((action) => action !== 'queue'),
  ),
  ...routesOf('telemarketing', robotTask.telemarketingTasks, ACTIONS),
  implement(robotTask.collectionCreate, (form, call) => createTask('collection', form, call)),
  implement(robotTask.stageCreate, (form, call) => createTask('collectionStage', form, call)),
  implement(robotTask.collectionAudience, (asked, call) => sizeOf(asked, call, 'ORDER')),
  implement(robotTask.stageAudience, (asked, call) => sizeOf(asked, call, 'BILL')),
  implement(robotTask.marketingCreate, (form, call) => createTask('marketing', form, call)),
  implement(robotTask.telemarketingCreate, (form, call) => createTask('telemarketing', form, call)),
  implement(robotTask.aiPage, aiTasks.page),
  implement(robotTask.aiCreate, createAiTask),
  implement(robotTask.aiSend, sendAgain),
  implement(robotTask.aiPause, (one, call) => control('pause', one, call)),
  implement(robotTask.aiResume, (one, call) => control('resume', one, call)),
  implement(robotTask.aiStop, (one, call) => control('stop', one, call)),
  implement(robotTask.aiSync, sync),
  implement(robotTask.aiExport, aiTaskExport.queue),
  implement(nineFour.callExport, aiCallExport.queue),
  implement(nineFour.callBackExport, callBackExport.queue),
  implement(nineFour.smsBackExport, smsBackExport.queue),
  implement(nineFour.replyExport, replyExport.queue),
  implement(nineFour.itemPage, aiItems.page),
  implement(nineFour.callPage, aiCalls.page),
  implement(nineFour.callSummary, callSummary),
  implement(nineFour.callFollowUp, followCall),
  implement(nineFour.callBackPage, callBacks.page),
  implement(nineFour.callBackReplay, (one, call) => replay('robot/call', one, call)),
  implement(nineFour.callBackMatch, match),
  implement(nineFour.smsBackPage, smsBacks.page),
  implement(nineFour.smsBackReplay, (one, call) => replay('sms/delivery', one, call)),
  implement(nineFour.replyPage, smsReplies.page),
  implement(nineFour.handle, handleReplies),
];
