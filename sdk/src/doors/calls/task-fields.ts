import type { callTask, RequestOf } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  merchantOptions,
  number,
  oneOf,
  type OptionSource,
  part,
  several,
  status,
  text,
  time,
} from '@kituo/sdk/page';
import './calls-texts.ts';

export type TaskRow = callTask.TaskRow;
export type SavedFilter = NonNullable<RequestOf<typeof callTask.dialTasks.save>['source']['savedFilter']>;

/** What a section's tasks are made of. */
export interface TaskChoices {
  readonly people: OptionSource;
  readonly listTypes: OptionSource;
  /** Left out where a section has no targets: it says what its calls are for instead. */
  readonly targets?: OptionSource;
  /** What scripts are about; left out where a section keeps no such words. */
  readonly scriptTags?: OptionSource;
  /** The list that its entries come from, whose saved views a task may be made of. */
  readonly entries?: {
    readonly page: string;
    readonly list: string;
    /** What a view's texts mean to the list's endpoint; null where it would not take them. */
    readonly toFilters: (texts: Readonly<Record<string, string>>) => SavedFilter['filters'] | null;
  };
}

const DIAL_TASK_STATUS = defineDictionary<CodesOf<typeof callTask.taskStatus>>('DIAL_TASK_STATUS', {
  DRAFT: 'waiting',
  RUNNING: 'active',
  PAUSED: 'attention',
  DONE: 'good',
  STOPPED: 'failed',
});
export const DIAL_MODE = defineDictionary<CodesOf<typeof callTask.dialMode>>('DIAL_MODE', {
  CLICK: 'waiting',
  AUTO_NEXT: 'waiting',
});
export const CALL_PURPOSE = defineDictionary<CodesOf<typeof callTask.taskPurpose>>('CALL_PURPOSE', {
  SERVICE: 'waiting',
  MARKETING: 'waiting',
});

/** Why a task paused without anybody. */
const DIAL_TASK_PAUSE = defineDictionary<CodesOf<typeof callTask.taskPause>>('DIAL_TASK_PAUSE', {
  NOBODY_ON_SHIFT: 'attention',
});

export const CALL_CHANNEL = defineDictionary<CodesOf<typeof callTask.callChannel>>('CALL_CHANNEL', {
  BROWSER: 'waiting',
  EXTENSION: 'waiting',
});

export const taskColumns = defineColumns<TaskRow>([
  text('taskName', { width: 200 }),
  number('taskNo', { width: 120 }),
  status('taskStatus', DIAL_TASK_STATUS, { width: 110 }),
  status('pausedFor', DIAL_TASK_PAUSE, { width: 150 }),
  part('dialledCount', ({ dialledCount, entryCount }) => ({ done: dialledCount, total: entryCount }), { width: 130 }),
  count('connectedCount', { width: 100 }),
  count('willingCount', { width: 90 }),
  count('loggedInCount', { width: 110, hidden: true }),
  count('gateRefusedCount', { width: 90 }),
  text('marketingTargetName', { width: 130 }),
  text('scriptTagName', { width: 130, hidden: true }),
  status('purpose', CALL_PURPOSE, { width: 110 }),
  status('callChannel', CALL_CHANNEL, { width: 120, hidden: true }),
  several('callerNames', ({ callerNames }) => callerNames, { width: 200 }),
  day('validFrom', { width: 120 }),
  day('validTo', { width: 120 }),
  text('merchantName', { width: 150, hidden: true }),
  text('createdByName', { width: 150, hidden: true }),
  time('createdAt', { sortable: true, width: 165 }),
]);

export const taskFilters = ({ people, listTypes, targets, scriptTags }: TaskChoices) =>
  defineFilters({
    taskName: containing(),
    taskStatus: oneOf(DIAL_TASK_STATUS),
    callerUserNo: oneOf(people),
    taskNo: containing({ example: 'DT00000123' }),
    listType: oneOf(listTypes),
    ...(targets !== undefined && { marketingTarget: oneOf(targets) }),
    ...(scriptTags !== undefined && { scriptTag: oneOf(scriptTags) }),
    merchantNo: oneOf(merchantOptions),
    createdAt: dateRange(),
  });
