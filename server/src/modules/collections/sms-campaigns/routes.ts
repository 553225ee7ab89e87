import { marketingRouteTrial, type ReplyOf, smsMarketingTask as contract } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { implement } from '../../../http/implement.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { controlTask, saveTask } from './commands.ts';
import { enabledChoices, estimateTask } from './estimate.ts';
import { recipientList, taskExport, taskList } from './list.ts';
import { armResults } from './results.ts';
import { openTasks, simulateTask } from './route-trial.ts';

type Detail = ReplyOf<typeof contract.detail>;

const steps = [
  [contract.submit, 'submit'],
  [contract.approve, 'approve'],
  [contract.sendBack, 'return'],
  [contract.pause, 'pause'],
  [contract.resume, 'resume'],
  [contract.retry, 'retry'],
  [contract.stop, 'stop'],
] as const;

export const routes = [
  implement(marketingRouteTrial.tasks, openTasks),
  implement(marketingRouteTrial.simulateTask, simulateTask),
  implement(contract.page, taskList.page),
  implement(contract.exportList, taskExport.queue),
  implement(contract.recipients, recipientList.page),
  implement(contract.estimate, estimateTask),
  implement(contract.templates, enabledChoices),
  implement(contract.save, saveTask),
  ...steps.map(([endpoint, step]) => implement(endpoint, (request, call) => controlTask(step, request, call))),
  implement(contract.detail, async ({ taskNo }, call) => {
    const row = await taskList.one(taskNo, call);
    const skips = await sql<Detail['skips'][number]>`select skipped_for as reason,
      count(*)::int as people from sms_marketing_recipient where task_no = ${taskNo} and recipient_status = 'SKIPPED'
      and skipped_for is not null group by 1 order by people desc`.execute(call.db);
    const failures = await sql<Detail['failures'][number]>`select provider_code as code, count(*)::int as people
      from sms_marketing_recipient where task_no = ${taskNo} and recipient_status = 'FAILED'
      group by 1 order by people desc limit 50`.execute(call.db);
    const hours = await sql<{ hour: string; sent: number; delivered: number }>`
      select to_char(sent_at at time zone 'Africa/Nairobi', 'YYYY-MM-DD HH24:00') as hour, count(*)::int as sent,
        count(*) filter (where recipient_status = 'DELIVERED')::int as delivered
      from sms_marketing_recipient where task_no = ${taskNo} and sent_at is not null
      group by 1 order by 1 limit 200`.execute(call.db);
    return {
      row,
      arms: await armResults(call.db, taskNo),
      skips: skips.rows,
      failures: failures.rows,
      sentByHour: hours.rows,
      history: await readHistory(call.db, 'smsMarketingTask', taskNo),
    };
  }),
];
