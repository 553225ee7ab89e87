/** `@kituo/sdk/calls`: people to call, under telemarketing and customer service. */
export { SmsForm, type SmsValues } from './sms.form.tsx';
export { FOLLOW_STATUS, WILLINGNESS } from './call-words.ts';
export { CallTasksScreen } from './call-tasks.screen.tsx';
export { SelectionTaskForm } from './task.form.tsx';
export { useTaskOfSelection } from './use-task-of-selection.ts';
export { DistributeForm, distributionOf } from './distribute.form.tsx';
export type { DistributeValues } from './distribute.form.tsx';
export { Calls, EntryPast, FollowUps, GateLine } from './entry-past.tsx';
