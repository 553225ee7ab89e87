import { Readable } from 'node:stream';
import { type ParsedRequestOf, user } from '@kituo/sdk/contracts';
import type { Call, CommandCall, FileReply } from '../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { CONTENT_TYPE, exportKind, fileChunks, type Table } from '../exports/index.ts';
import { createJob } from '../jobs/index.ts';
import { grantsOf } from '../roles/index.ts';
import { presentUser } from './present.ts';
import { findUserNos } from './query.ts';
import { readUsers } from './read.ts';

type Request = ParsedRequestOf<typeof user.getExcelUserList>;
type Reader = Pick<Call, 'db' | 'caller' | 'lang'>;

/** Rows read at a time, so that an export of any size holds a constant part of it in memory. */
const CHUNK = 500;

const names = (list: readonly { merchantName?: string; roleName?: string }[]) =>
  list.map((entry) => entry.merchantName ?? entry.roleName ?? '').join('; ');

type Column = readonly [en: string, zh: string, value: (row: user.UserRow) => string | null];

const columns: readonly Column[] = [
  ['User number', '用户编号', (row) => row.userNo],
  ['User name', '用户名', (row) => row.userName],
  ['Login id', '登录账号', (row) => row.loginId],
  ['Name', '姓名', (row) => row.realName],
  ['Department', '部门', (row) => row.deptName],
  ['Organisation', '所属机构', (row) => row.orgName],
  ['Merchants', '商户', (row) => names(row.merchants)],
  ['Phone', '手机号', (row) => row.phone],
  ['E-mail', '邮箱', (row) => row.email],
  ['Extension', '分机号', (row) => row.extension],
  ['Roles', '角色', (row) => names(row.roles)],
  ['Status', '状态', (row) => row.userStatus],
  ['Job number', '工号', (row) => row.jobNumber],
  ['Employee status', '在职状态', (row) => row.employeeStatus],
  ['Employee category', '员工类别', (row) => row.employeeCategory],
  ['Internal or external', '内部或外部', (row) => row.internalExternal],
  ['Authenticator bound', '已绑定 MFA', (row) => (row.mfaBound ? 'YES' : 'NO')],
  ['Last sign-in (UTC)', '最近登录（UTC）', (row) => row.lastSignInAt],
];
const salary: Column = [
  'Basic salary (KES)',
  '基本工资（KES）',
  ({ basicSalaryCents }) =>
    // Division by 100 is exact to the cent for what a bigint column holds of a salary.
    basicSalaryCents == null ? null : (basicSalaryCents / 100).toFixed(2),
];

async function* batchesOf(userNos: readonly string[], shown: readonly Column[], reader: Reader) {
  const { db, caller } = reader;
  const grants = await grantsOf(db, caller);
  for (let at = 0; at < userNos.length; at += CHUNK) {
    const records = await readUsers(db, caller.scope, userNos.slice(at, at + CHUNK));
    yield records.map((record) => {
      const row = presentUser(caller, grants, record);
      return shown.map(([, , value]) => value(row));
    });
  }
}

/** Exactly the filtered accounts, or the selected among them, masked like the list. */
async function tableOf(request: Request, reader: Reader): Promise<Table & { rows: number }> {
  const { db, caller, lang } = reader;
  const range = { offset: 0, limit: 0 };
  const matching = await findUserNos(db, caller.scope, request.filters, request.sort, range);
  const selected = request.userNos && new Set(request.userNos);
  const userNos = selected ? matching.filter((userNo) => selected.has(userNo)) : matching;
  const shown = caller.codes.has('user:user:salary') ? [...columns, salary] : columns;
  return {
    name: 'Users',
    head: shown.map(([en, zh]) => (lang === 'zh' ? zh : en)),
    batches: batchesOf(userNos, shown, reader),
    rows: userNos.length,
  };
}

function recorded({ format, filters, userNos }: Request) {
  return { format, filters, selected: userNos?.length ?? null };
}

/** The file at once, as the answer. Recorded. */
export async function exportUsers(request: Request, call: Call): Promise<FileReply> {
  const { format } = request;
  const table = await tableOf(request, call);
  await writeAudit(call.db, call, {
    action: 'user.getExcelUserList',
    subjectType: 'user',
    subjectNo: 'export',
    after: { ...recorded(request), rows: table.rows },
  });
  return {
    fileName: `users-${new Date().toISOString().slice(0, 10)}.${format}`,
    contentType: CONTENT_TYPE[format],
    content: Readable.from(fileChunks(format, table)),
  };
}

export const exportUsersKind = exportKind({
  kind: 'users.export',
  title: { en: 'Export of users', zh: '导出用户' },
  code: 'user:user:export',
  params: user.getExcelUserList.request,
  fileStem: 'users',
  table: tableOf,
});

/** The same file as a job, kept for a while. Recorded. */
export async function queueUserExport(
  request: Request,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  const jobNo = await createJob(exportUsersKind, request, call);
  await writeAudit(call.tx, call, {
    action: 'user.exportUserList',
    subjectType: 'user',
    subjectNo: 'export',
    after: { ...recorded(request), jobNo },
  });
  return { jobNo };
}
