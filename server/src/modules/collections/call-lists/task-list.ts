import { callTask, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call, Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { maskPhone } from '../../platform/masking/index.ts';
import { optionNames } from './options.ts';
import { followUpsOf } from './past.ts';
import type { Desk } from './tables.ts';

/** What a desk takes of its people. Whoever may not lead sees the tasks they are in. */
export const TASK_CODES = {
  TELEMARKETING: {
    save: 'telemarketing:dialTask:save',
    control: 'telemarketing:dialTask:control',
    dial: 'telemarketing:call:dial',
    leads: 'telemarketing:dialTask:save',
  },
  SERVICE: {
    save: 'customerService:notLoggedList:dialTasks',
    control: 'customerService:notLoggedList:dialTasks',
    dial: 'customerService:notLoggedList:dialTasks',
    leads: 'customerService:notLoggedList:distribute',
  },
} as const;

function actionsOn(desk: Desk, caller: Caller, row: Pick<callTask.TaskRow, 'taskStatus' | 'userNos'>) {
  const codes = TASK_CODES[desk];
  const { taskStatus, userNos } = row;
  const leads = caller.codes.has(codes.leads);
  const control = leads && caller.codes.has(codes.control);
  const isLive = taskStatus === 'RUNNING' || taskStatus === 'PAUSED';
  const is = {
    work: taskStatus === 'RUNNING' && caller.codes.has(codes.dial) && userNos.includes(caller.userNo),
    start: control && (taskStatus === 'DRAFT' || taskStatus === 'PAUSED'),
    update: leads && caller.codes.has(codes.save) && (taskStatus === 'DRAFT' || taskStatus === 'PAUSED'),
    pause: control && taskStatus === 'RUNNING',
    reassign: control && isLive,
    stop: control && (taskStatus === 'DRAFT' || isLive),
  };
  return (['work', 'start', 'update', 'pause', 'reassign', 'stop'] as const).filter((action) => is[action]);
}

const count = (what: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from call_task_entry te join call_entry e on e.entry_id = te.entry_id
    where te.task_no = t.task_no and ${what})`;
const connected = sql`exists (select from call_made made join contact_result r on r.attempt_id = made.attempt_id
  where made.task_no = te.task_no and made.entry_id = te.entry_id and r.talk_seconds > 0)`;

const ofDesk = (desk: Desk, endpoints: typeof callTask.dialTasks | typeof callTask.callingTasks) =>
  defineList(
    endpoints.page,
    (db) => db.selectFrom('callTask as t'),
    (by) => ({
      scope: (reader) => {
        const within = by.ofMerchants('t.merchantNo')(reader);
        const { codes, userNo } = reader.caller;
        const own = codes.has(TASK_CODES[desk].leads) ? sql<boolean>`true` : sql<boolean>`${userNo} = any(t.user_nos)`;
        const ofIt = sql<boolean>`t.desk = ${desk} and ${own}`;
        return within === null ? ofIt : sql<boolean>`${ofIt} and ${within}`;
      },
      key: 't.taskNo',
      missing: 'CALL_TASK_NOT_FOUND',
      filters: {
        taskNo: by.contains('t.taskNo'),
        taskName: by.contains('t.taskName'),
        taskStatus: by.is('t.taskStatus'),
        callerUserNo: (userNo) => sql<boolean>`${userNo} = any(t.user_nos)`,
        listType: (code) => sql<boolean>`t.source ->> 'listType' = ${code}`,
        marketingTarget: (code) => sql<boolean>`t.source ->> 'marketingTarget' = ${code}`,
        scriptTag: by.is('t.scriptTag'),
        merchantNo: by.is('t.merchantNo'),
        createdAt: by.days('t.createdAt'),
      },
      sorts: { createdAt: 't.createdAt' },
      first: [['t.createdAt', 'desc']],
      select: (query) =>
        query
          .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
          .innerJoin('appUser as u', 'u.userNo', 't.createdBy')
          .selectAll('t')
          .select(['m.merchantName', 'u.realName as createdByName'])
          .select(
            sql<string[]>`array(select real_name from app_user where user_no = any(t.user_nos)
              order by real_name)`.as('callerNames'),
          )
          .select([
            count(sql`true`).as('entryCount'),
            count(sql`te.attempts > 0`).as('dialledCount'),
            count(connected).as('connectedCount'),
            count(sql`te.willingness = 'WILLING'`).as('willingCount'),
            count(sql`e.list_status = 'SELF_RETURNED'`).as('loggedInCount'),
            count(sql`te.gate_refusals > 0`).as('gateRefusedCount'),
          ])
          .select(optionNames('MARKETING_TARGET', sql`t.source ->> 'marketingTarget'`).as('targets'))
          .select(optionNames('SCRIPT_TAG', sql.ref('t.scriptTag')).as('scriptTags')),
      row: (
        { desk: _desk, createdBy: _by, createdAt, targets, scriptTags, ...row },
        { caller, lang },
      ): callTask.TaskRow => ({
        ...row,
        marketingTargetName: targets?.[lang] ?? null,
        scriptTagName: scriptTags?.[lang] ?? null,
        createdAt: createdAt.toISOString(),
        allowedActions: actionsOn(desk, caller, row),
      }),
    }),
  );

const file = (desk: Desk, list: ReturnType<typeof ofDesk>) =>
  exportOf(list, {
    kind: desk === 'TELEMARKETING' ? 'dialTask.export' : 'calling.export',
    title: { en: 'Export of dial tasks', zh: '导出拨打任务' },
    page: { code: desk === 'TELEMARKETING' ? 'telemarketing:dialTask:export' : 'customerService:calling:export' },
    params: callTask.dialTasks.exportList.request,
    fileStem: 'dial-tasks',
    subjectType: 'callTask',
    columns: [
      { en: 'Task', zh: '任务编号', of: (row) => row.taskNo },
      { en: 'Name', zh: '任务名称', of: (row) => row.taskName },
      { en: 'Status', zh: '状态', of: (row) => row.taskStatus, codes: 'DIAL_TASK_STATUS' },
      { en: 'Purpose', zh: '用途', of: (row) => row.purpose, codes: 'CALL_PURPOSE' },
      { en: 'Entries', zh: '名单数', of: (row) => row.entryCount },
      { en: 'Called', zh: '已拨打', of: (row) => row.dialledCount },
      { en: 'Connected', zh: '已接通', of: (row) => row.connectedCount },
      { en: 'Willing', zh: '有意愿', of: (row) => row.willingCount },
      { en: 'Refused', zh: '拦截数', of: (row) => row.gateRefusedCount },
      { en: 'People', zh: '人员', of: (row) => row.callerNames.join(', ') },
      { en: 'From', zh: '开始日期', of: (row) => row.validFrom },
      { en: 'Until', zh: '结束日期', of: (row) => row.validTo },
      { en: 'Created', zh: '创建时间', of: (row) => row.createdAt, isTime: true },
    ],
  });

const telemarketing = ofDesk('TELEMARKETING', callTask.dialTasks);
const service = ofDesk('SERVICE', callTask.callingTasks);
export const taskLists = { TELEMARKETING: telemarketing, SERVICE: service };
export const taskExports = { TELEMARKETING: file('TELEMARKETING', telemarketing), SERVICE: file('SERVICE', service) };

/** @throws AppError CALL_TASK_NOT_FOUND */
export async function readTask(
  taskNo: string,
  desk: Desk,
  call: Call,
): Promise<ReplyOf<typeof callTask.dialTasks.detail>> {
  const row = await taskLists[desk].one(taskNo, call);
  const { rows: people } = await sql<ReplyOf<typeof callTask.dialTasks.detail>['people'][number]>`
    select u.real_name as user_name, count(distinct made.entry_id)::int as called,
      count(distinct made.entry_id) filter (where exists (select from contact_result r
        where r.attempt_id = made.attempt_id and r.talk_seconds > 0))::int as connected,
      (select count(*)::int from call_task_entry te where te.task_no = ${taskNo} and te.worked_by = u.user_no
        and te.willingness = 'WILLING') as willing
    from call_made made join app_user u on u.user_no = made.user_no
    where made.task_no = ${taskNo} and not made.is_refused group by u.user_no, u.real_name order by 2 desc, 1`.execute(
    call.db,
  );
  const { rows: hours } = await sql<ReplyOf<typeof callTask.dialTasks.detail>['hours'][number]>`
    select extract(hour from made.at at time zone 'Africa/Nairobi')::int as hour, count(*)::int as called,
      count(*) filter (where exists (select from contact_result r
        where r.attempt_id = made.attempt_id and r.talk_seconds > 0))::int as connected
    from call_made made where made.task_no = ${taskNo} and not made.is_refused group by 1 order by 1`.execute(call.db);
  return { row, people, hours, followUps: await followUpsOf(call.db, { taskNo }) };
}

/** @throws AppError CALL_TASK_NOT_FOUND */
export async function pageOfEntries(
  { taskNo, page, pageSize }: ParsedRequestOf<typeof callTask.dialTasks.entries>,
  desk: Desk,
  call: Call,
): Promise<ReplyOf<typeof callTask.dialTasks.entries>> {
  const { entryCount } = await taskLists[desk].one(taskNo, call);
  const found = await call.db
    .selectFrom('callTaskEntry as te')
    .innerJoin('callEntry as e', 'e.entryId', 'te.entryId')
    .leftJoin('appUser as u', 'u.userNo', 'te.workedBy')
    .select(['te.entryId', 'e.phone', 'te.itemStatus', 'te.attempts', 'te.willingness'])
    .select(['u.realName as workedByName', 'te.workedAt'])
    .where('te.taskNo', '=', taskNo)
    .orderBy('te.workedAt', (order) => order.desc().nullsLast())
    .orderBy('te.entryId')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const rows = found.map(({ phone, workedAt, ...row }) => ({
    ...row,
    phone: maskPhone(phone),
    workedAt: workedAt?.toISOString() ?? null,
  }));
  return { rows, total: entryCount, totalIsExact: true };
}
