import { aiTask, nineFour, robotPlan, robotTask } from '@kituo/sdk/contracts';
import type { OfferSection, RobotSection } from './tables.ts';
import { implement, type Implementation } from '../../../http/implement.ts';
import { productsSeen } from '../../lending/product-rules/index.ts';
import { audienceOfAi, control, createAiTask, sendAgain, sync } from './ai.ts';
import { aiCallExport, aiTaskExport, callBackExport, replyExport, smsBackExport } from './ai-exports.ts';
import { followMany, markNumbers } from './ai-call-many.ts';
import { aiCalls, callSummary, followCall } from './ai-calls.ts';
import { aiItems } from './ai-items.ts';
import { readCall, readCallTranscript } from './ai-call-one.ts';
import { readExchanges } from './exchanges.ts';
import { robotLag } from './lag.ts';
import { liveTasks } from './live-tasks.ts';
import { controlTask } from './control.ts';
import { callAgain } from './call-again.ts';
import { createTask, reachOf, sizeOf } from './create.ts';
import { aiMany, stopMany } from './many.ts';
import { planExports, robotExports } from './export.ts';
import { readGroups, readTexts } from './follow-up.ts';
import { sendRecording, readTranscript } from './sound.ts';
import { readScripts } from './scripts.ts';
import { runTrial } from './trial-run.ts';
import { tryTask } from './trials.ts';
import { handleMany, replayCalls, replaySms } from './intake-many.ts';
import { match, replay } from './intake-commands.ts';
import { callBacks, smsBacks } from './intake-lists.ts';
import { handleReplies, smsReplies } from './sms-replies.ts';
import { readPlan, robotPlansOf } from './plan-list.ts';
import { movePlan, savePlan } from './plans.ts';
import { readTask, robotCallsOf } from './read-one.ts';
import { aiTasks, robotTasksOf } from './read.ts';
import { runPlanNow } from './run-plan-now.ts';
import { updateTask } from './update.ts';

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
    implement(of.detail, ({ taskNo }, call) => readTask(section, taskNo, call)),
    implement(of.calls, robotCallsOf(section).page),
    implement(of.again, (one, call) => callAgain(section, one, call)),
    implement(of.stopMany, (some, call) => stopMany(section, some, call)),
    ...actions.map((action) => implement(of[action], (request, call) => controlTask(section, action, request, call))),
  ];
}

const soundsOf = (section: OfferSection, of: typeof robotTask.marketingSound): Implementation[] => [
  implement(of.recording, (one, call) => sendRecording(section, one, call)),
  implement(of.transcript, (one, call) => readTranscript(section, one, call)),
  implement(of.trial, (one, call) => tryTask(section, one, call)),
];

const PLAN_STEPS = ['pause', 'resume', 'disable', 'stop'] as const;
/** Of what another person enables. */
const APPROVED_STEPS = ['submit', 'approve', 'return', ...PLAN_STEPS] as const;

function plansOf(
  section: RobotSection,
  of: robotPlan.RobotPlanEndpoints,
  steps: readonly Exclude<robotPlan.PlanAction, 'update'>[],
): Implementation[] {
  const plans = robotPlansOf(section);
  return [
    implement(of.page, plans.page),
    implement(of.exportList, planExports[section].queue),
    implement(of.detail, ({ planNo }, call) => readPlan(plans, planNo, call)),
    implement(of.save, (form, call) => savePlan(section, form, call)),
    ...steps.map((step) => implement(of[step], (request, call) => movePlan(section, step, request, call))),
  ];
}

export const routes: readonly Implementation[] = [
  ...plansOf('collection', robotPlan.collectionPlans, ['enable', ...PLAN_STEPS]),
  ...plansOf('collectionStage', robotPlan.stagePlans, ['enable', ...PLAN_STEPS]),
  implement(robotPlan.collectionProducts, (_nothing, call) => productsSeen(call)),
  implement(robotPlan.stageProducts, (_nothing, call) => productsSeen(call)),
  ...plansOf('marketing', robotPlan.marketingPlans, APPROVED_STEPS),
  ...plansOf('telemarketing', robotPlan.telemarketingPlans, APPROVED_STEPS),
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
  implement(robotTask.collectionRunPlan, (form, call) => runPlanNow('collection', form, call)),
  implement(robotTask.stageRunPlan, (form, call) => runPlanNow('collectionStage', form, call)),
  implement(robotTask.collectionStatus, (_nothing, call) => liveTasks('collection', call)),
  implement(robotTask.stageStatus, (_nothing, call) => liveTasks('collectionStage', call)),
  implement(robotTask.collectionAudience, (asked, call) => sizeOf(asked, call, 'ORDER')),
  implement(robotTask.stageAudience, (asked, call) => sizeOf(asked, call, 'BILL')),
  implement(robotTask.marketingCreate, (form, call) => createTask('marketing', form, call)),
  implement(robotTask.telemarketingCreate, (form, call) => createTask('telemarketing', form, call)),
  implement(robotTask.marketingUpdate, (form, call) => updateTask('marketing', form, call)),
  implement(robotTask.telemarketingUpdate, (form, call) => updateTask('telemarketing', form, call)),
  implement(robotTask.marketingStatus, (_nothing, call) => liveTasks('marketing', call)),
  implement(robotTask.telemarketingStatus, (_nothing, call) => liveTasks('telemarketing', call)),
  ...soundsOf('marketing', robotTask.marketingSound),
  ...soundsOf('telemarketing', robotTask.telemarketingSound),
  implement(robotTask.telemarketingTrialRun, runTrial),
  implement(robotTask.telemarketingGroups, readGroups),
  implement(robotTask.marketingTexts, readTexts),
  implement(robotTask.telemarketingTexts, readTexts),
  implement(robotTask.marketingAudience, (asked, call) => reachOf('marketing', asked, call)),
  implement(robotTask.telemarketingAudience, (asked, call) => reachOf('telemarketing', asked, call)),
  implement(aiTask.scriptList, async (_nothing, { db }) => await readScripts(db)),
  implement(aiTask.audienceSize, audienceOfAi),
  implement(aiTask.page, aiTasks.page),
  implement(aiTask.one, readExchanges),
  implement(aiTask.create, createAiTask),
  implement(aiTask.send, sendAgain),
  implement(aiTask.pause, (one, call) => control('pause', one, call)),
  implement(aiTask.resume, (one, call) => control('resume', one, call)),
  implement(aiTask.stop, (one, call) => control('stop', one, call)),
  implement(aiTask.sync, sync),
  implement(aiTask.stopMany, (some, call) => aiMany('stop', some, call)),
  implement(aiTask.syncMany, (some, call) => aiMany('sync', some, call)),
  implement(aiTask.exportList, aiTaskExport.queue),
  implement(nineFour.callExport, aiCallExport.queue),
  implement(nineFour.callBackExport, callBackExport.queue),
  implement(nineFour.smsBackExport, smsBackExport.queue),
  implement(nineFour.replyExport, replyExport.queue),
  implement(nineFour.itemPage, aiItems.page),
  implement(nineFour.callPage, aiCalls.page),
  implement(nineFour.callSummary, callSummary),
  implement(nineFour.callOne, readCall),
  implement(nineFour.callTranscript, readCallTranscript),
  implement(nineFour.callFollowUp, followCall),
  implement(nineFour.callFollowMany, followMany),
  implement(nineFour.callMarkNumbers, markNumbers),
  implement(nineFour.callBackPage, callBacks.page),
  implement(nineFour.callBackReplay, (one, call) => replay('robot/call', one, call)),
  implement(nineFour.callBackLag, async (_nothing, { db }) => await robotLag(db, new Date())),
  implement(nineFour.callBackMatch, match),
  implement(nineFour.callBackReplayMany, replayCalls),
  implement(nineFour.smsBackReplayMany, replaySms),
  implement(nineFour.handleMany, handleMany),
  implement(nineFour.smsBackPage, smsBacks.page),
  implement(nineFour.smsBackReplay, (one, call) => replay('sms/delivery', one, call)),
  implement(nineFour.replyPage, smsReplies.page),
  implement(nineFour.handle, handleReplies),
];
