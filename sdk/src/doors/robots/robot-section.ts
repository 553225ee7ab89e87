import type { robotPlan, robotTask } from '@kituo/sdk/contracts';
import type { AudienceOf } from './audience-fields.tsx';

export interface RobotSound {
  readonly of: typeof robotTask.marketingSound | typeof robotTask.telemarketingSound;
  /** Reveals the phone of a call: `marketingRobotCall.phone`, and the code it takes. */
  readonly phone: { readonly kind: string; readonly code: string };
}

/** A section's robots: its endpoints, and by what it chooses whom they call. */
export interface RobotTasksOf {
  readonly endpoints: robotTask.RobotTaskEndpoints;
  readonly title: string;
  /** The kind of the job that writes its file: `marketingRobots.export`. */
  readonly exportKind: string;
  /** Before the dot of its other jobs: `collectionRobots`. */
  readonly jobs: string;
  /** Of its plans. */
  readonly planExportKind: string;
  readonly create:
    | typeof robotTask.collectionCreate
    | typeof robotTask.marketingCreate
    | typeof robotTask.telemarketingCreate;
  /** Where drafts are changed: of offers. */
  readonly update?: typeof robotTask.marketingUpdate | typeof robotTask.telemarketingUpdate;
  readonly audience: AudienceOf;
  /** True where its cases are bills. */
  readonly isByBill?: true;
  /** Of offers: what is heard and read of their calls, and the trial of a script. */
  readonly sound?: RobotSound;
  /** A few people of a draft called first; sections without it have none. */
  readonly trialRun?: typeof robotTask.telemarketingTrialRun;
  /** How far its tasks are; sections without it show no such line. */
  readonly status?: typeof robotTask.collectionStatus;
  /** A task of a plan beside its times; sections without it have none. */
  readonly runPlan?: typeof robotTask.collectionRunPlan | typeof robotTask.stageRunPlan;
  readonly plans: robotPlan.RobotPlanEndpoints;
  /** Queues counted at the tabs, for sections where another person approves: `marketingRobotTasks`. */
  readonly awaits?: { readonly tasks: string; readonly plans: string };
}
