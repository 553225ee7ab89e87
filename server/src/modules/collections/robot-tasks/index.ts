// Calling tasks for robots: audience, dialling and results.

import { defineModule } from '../../../define-module.ts';
import { robotDecisions } from './decisions.ts';
import { aiCallExport, aiTaskExport, callBackExport, replyExport, smsBackExport } from './ai-exports.ts';
import { planExports, robotExports } from './export.ts';
import { aiCallReveals } from './ai-calls.ts';
import { callBackReveals, smsBackReveals } from './intake-lists.ts';
import { aiCallJobs } from './ai-call-many.ts';
import { intakeJobs } from './intake-many.ts';
import { robotJobs } from './many.ts';
import { smsReplyReveals } from './sms-replies.ts';
import { robotCallReveals } from './sound.ts';
import { routes } from './routes.ts';

export { dialRobotTasks } from './dial.ts';
export { askForMissing } from './missing-reports.ts';
export { runRobotPlans } from './run-plans.ts';
export { robotPlanMachine } from './robot-plan.machine.ts';
export { robotLag } from './lag.ts';
export { remindByRobot } from './remind.ts';
export { watchAiTasks } from './vendor.ts';
export { moveTask } from './store.ts';
export { replyTopics } from './sms-replies.ts';
export { moveAiTask } from './ai-store.ts';

export const robotTasks = defineModule({
  name: 'robot-tasks',
  routes,
  jobs: [...robotJobs, ...intakeJobs, ...aiCallJobs],
  reveals: [...aiCallReveals, ...callBackReveals, ...smsBackReveals, ...smsReplyReveals, ...robotCallReveals],
  decisions: robotDecisions,
  exports: [
    ...Object.values(robotExports),
    ...Object.values(planExports),
    aiTaskExport,
    aiCallExport,
    callBackExport,
    smsBackExport,
    replyExport,
  ].map(({ kind }) => kind),
});
