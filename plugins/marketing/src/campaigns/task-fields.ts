import type { smsMarketingTask } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  defineColumns,
  defineFilters,
  flag,
  merchantOptions,
  money,
  number,
  oneOf,
  several,
  status,
  text,
  time,
} from '@kituo/sdk/page';
import { SMS_AUDIENCE, SMS_TASK_STATUS } from '../marketing-words.ts';

export type TaskRow = smsMarketingTask.TaskRow;

export const taskColumns = defineColumns<TaskRow>([
  number('taskNo', { width: 140 }),
  text('taskName', { width: 200 }),
  status('audienceType', SMS_AUDIENCE, { width: 150 }),
  text('audienceName', { width: 180 }),
  count('audienceCount', { width: 90 }),
  several('templateNames', (row) => row.templateNames, { width: 200 }),
  status('status', SMS_TASK_STATUS, { width: 170 }),
  count('sentCount', { width: 80 }),
  count('deliveredCount', { width: 100 }),
  count('failedCount', { width: 80 }),
  count('skippedCount', { width: 90 }),
  count('optOutCount', { width: 90 }),
  count('convertedCount', { width: 100 }),
  money('estimatedCostCents', { width: 120 }),
  money('costCents', { width: 120 }),
  time('scheduledAt', { sortable: true, width: 165 }),
  flag('byCustomerHour', { width: 120, hidden: true }),
  text('createdByName', { width: 140 }),
  text('approvedByName', { width: 140 }),
  text('fault', { width: 200 }),
]);
export const taskFilters = defineFilters({
  taskName: containing(),
  status: oneOf(SMS_TASK_STATUS),
  taskNo: containing({ example: 'SM000000001' }),
  templateNo: containing({ example: 'ST000000001' }),
  merchantNo: oneOf(merchantOptions),
  audienceType: oneOf(SMS_AUDIENCE),
  userGroupNo: containing({ example: 'UG00000001' }),
  scheduledAt: dateRange(),
});
