import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { user } from '@kituo/sdk/contracts';
import writeXlsxFile from 'write-excel-file/node';
import { AppError } from '../../http/app-error.ts';
import type { Call, FileReply } from '../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { grantsOf } from '../roles/index.ts';
import { presentUser } from './present.ts';
import { type UserSort, findUserNos } from './query.ts';
import { readUsers } from './read.ts';

interface Request {
  readonly format: 'csv' | 'xlsx';
  readonly filters: user.UserFilters;
  readonly sort: UserSort | null;
  readonly userNos?: readonly string[] | undefined;
}

/** Rows read at a time, so that an export of any size holds a constant part of it in memory. */
const CHUNK = 500;

/** A workbook is put together in memory, about 10 KB and 0.3 ms a row; CSV streams and has no bound. */
export const MAX_WORKBOOK_ROWS = 20_000;

/** Throws EXPORT_TOO_LARGE for more rows than a workbook may have. */
export function checkWorkbookSize(rows: number): void {
  if (rows <= MAX_WORKBOOK_ROWS) return;
  throw new AppError('EXPORT_TOO_LARGE', { facts: { rows, maxRows: MAX_WORKBOOK_ROWS } });
}

/** Excel runs a cell that begins so as a formula; an apostrophe in front makes it text. */
export function escapeCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

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

async function* rowsOf(userNos: readonly string[], shown: readonly Column[], call: Call) {
  const grants = await grantsOf(call.db, call.caller);
  yield shown.map(([en, zh]) => (call.lang === 'zh' ? zh : en));
  for (let at = 0; at < userNos.length; at += CHUNK) {
    const records = await readUsers(call.db, call.caller.scope, userNos.slice(at, at + CHUNK));
    for (const record of records) {
      const row = presentUser(call.caller, grants, record);
      yield shown.map(([, , value]) => escapeCell(value(row) ?? ''));
    }
  }
}

/** CSV with a byte order mark: without it Excel reads Chinese as gibberish. */
function csv(rows: AsyncIterable<string[]>): NodeJS.ReadableStream {
  return Readable.from(rows).compose(stringify({ bom: true, record_delimiter: '\r\n' }));
}

async function xlsx(rows: AsyncIterable<string[]>): Promise<Buffer> {
  const sheet: { value: string; type: StringConstructor; fontWeight?: 'bold' }[][] = [];
  for await (const cells of rows) {
    const isHead = sheet.length === 0;
    sheet.push(
      cells.map((value) => ({ value, type: String, ...(isHead ? { fontWeight: 'bold' } : {}) })),
    );
  }
  return await writeXlsxFile(sheet, { sheet: 'Users', stickyRowsCount: 1 }).toBuffer();
}

/** Exactly the filtered accounts, or the selected among them, masked like the list. Recorded. XLSX up to 20,000 rows. */
export async function exportUsers(request: Request, call: Call): Promise<FileReply> {
  const { format, filters, sort } = request;
  const matching = await findUserNos(call.db, call.caller.scope, filters, sort, {
    offset: 0,
    limit: 0,
  });
  const selected = request.userNos && new Set(request.userNos);
  const userNos = selected ? matching.filter((userNo) => selected.has(userNo)) : matching;
  if (format === 'xlsx') checkWorkbookSize(userNos.length);
  await writeAudit(call.db, call, {
    action: 'user.getExcelUserList',
    subjectType: 'user',
    subjectNo: 'export',
    after: { format, rows: userNos.length, filters, selected: selected?.size ?? null },
  });
  const shown = call.caller.codes.has('user:user:salary') ? [...columns, salary] : columns;
  const rows = rowsOf(userNos, shown, call);
  const fileName = `users-${new Date().toISOString().slice(0, 10)}.${format}`;
  return format === 'csv'
    ? { fileName, contentType: 'text/csv; charset=utf-8', content: csv(rows) }
    : {
        fileName,
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        content: await xlsx(rows),
      };
}
