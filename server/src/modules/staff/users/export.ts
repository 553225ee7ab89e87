import { Readable } from 'node:stream';
import { type ParsedRequestOf, user } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Call, CommandCall, FileReply } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import {
  codeWordsOf,
  CONTENT_TYPE,
  exportKind,
  fileChunks,
  type Table,
  type WrittenRows,
  yesOrNo,
} from '../../platform/exports/index.ts';
import { createJob } from '../../platform/jobs/index.ts';
import { emailMask, type Mask, phoneMask, textMask } from '../../platform/masking/index.ts';
import type { UserSort } from './user-sort.ts';
import type { MASKABLE_USER_FIELDS } from './present.ts';
import { matchingUsers, type MatchingUsers } from './matching-users.ts';
import { includesMerchant } from './scope.ts';
import { walkUsers } from './walk.ts';

type Request = ParsedRequestOf<typeof user.getExcelUserList>;
type Reader = Pick<Call, 'db' | 'caller' | 'lang'>;

/** Names by number, for columns that hold numbers. */
interface Names {
  readonly departments: ReadonlyMap<string, string>;
  readonly organizations: ReadonlyMap<string, string>;
  readonly roles: (numbers: string) => string;
  readonly merchants: (numbers: string) => string;
  /** Of a code of a dictionary. */
  readonly word: (dictionary: string, code: string) => string;
  readonly yesNo: (is: boolean) => string;
}

interface Column {
  readonly en: string;
  readonly zh: string;
  /** What is read of the account. */
  readonly field: RawBuilder<unknown>;
  /** What is written of it, as this list shows it; the text itself unless said otherwise. */
  readonly show?: (text: string, names: Names) => string;
  /** How it is masked for everybody. */
  readonly mask?: Mask;
  /** Its name in data rules, which may mask it. */
  readonly maskable?: (typeof MASKABLE_USER_FIELDS)[number];
}

/** A column of the account. */
const given = (column: string) => sql`${sql.ref(`app_user.${column}`)}`;

/** Between joined numbers; rows with a comma would be looked at more closely. */
const BETWEEN = ';';

/** Most lists hold one value, which is had at a fraction of joining them. */
const joined = (column: string) => {
  const list = sql.ref(`app_user.${column}`);
  return sql`CASE WHEN cardinality(${list}) = 1 THEN ${list}[1] ELSE array_to_string(${list}, ${sql.lit(BETWEEN)}) END`;
};

/** An instant in the time of the company, which knows no summer: by the name of the zone it takes longer. */
const eatSecond = (column: string) =>
  sql`left((${sql.ref(`app_user.${column}`)} AT TIME ZONE INTERVAL '3 hours')::text, 19)`;

/** Joined numbers as names joined by semicolons. */
const namesByList =
  (byNumber: ReadonlyMap<string, string>) =>
  (numbers: string): string =>
    numbers
      .split(BETWEEN)
      .flatMap((number) => byNumber.get(number) ?? [])
      .join('; ');

const said =
  (dictionary: string): NonNullable<Column['show']> =>
  (code, { word }) =>
    word(dictionary, code);

const columns: readonly Column[] = [
  { en: 'User number', zh: '用户编号', field: given('user_no') },
  { en: 'User name', zh: '用户名', field: given('user_name'), maskable: 'userName' },
  { en: 'Login ID', zh: '登录账号', field: given('login_id'), maskable: 'loginId' },
  { en: 'Name', zh: '姓名', field: given('real_name'), maskable: 'realName' },
  { en: 'Department', zh: '部门', field: given('dept_no'), show: (no, { departments }) => departments.get(no) ?? '' },
  {
    en: 'Organisation',
    zh: '所属机构',
    field: given('org_no'),
    show: (no, { organizations }) => organizations.get(no) ?? '',
  },
  { en: 'Merchants', zh: '商户', field: joined('merchant_nos'), show: (nos, { merchants }) => merchants(nos) },
  { en: 'Phone', zh: '手机号', field: given('phone'), mask: phoneMask },
  { en: 'Email', zh: '邮箱', field: given('email'), mask: emailMask },
  { en: 'Extension', zh: '分机号', field: given('extension'), maskable: 'extension' },
  { en: 'Roles', zh: '角色', field: joined('role_nos'), show: (nos, { roles }) => roles(nos) },
  { en: 'Status', zh: '状态', field: given('user_status'), show: said('USER_STATUS') },
  { en: 'Job number', zh: '工号', field: given('job_number'), maskable: 'jobNumber' },
  { en: 'Employee status', zh: '在职状态', field: given('employee_status'), show: said('EMPLOYEE_STATUS') },
  { en: 'Employee category', zh: '员工类别', field: given('employee_category'), show: said('EMPLOYEE_CATEGORY') },
  { en: 'Internal or external', zh: '内部或外部', field: given('internal_external'), show: said('INTERNAL_EXTERNAL') },
  {
    en: 'Authenticator set up',
    zh: '已绑定 MFA',
    field: given('mfa_bound'),
    show: (text, { yesNo }) => yesNo(text === 'true'),
  },
  { en: 'Last sign-in (EAT)', zh: '最近登录（EAT）', field: eatSecond('last_sign_in_at') },
];
const salary: Column = {
  en: 'Basic salary (KES)',
  zh: '基本工资（KES）',
  field: given('basic_salary_cents'),
  // Division by 100 is exact to the cent for what a bigint column holds of a salary.
  show: (cents) => (cents === '' ? '' : (Number(cents) / 100).toFixed(2)),
};

/** Dictionaries that columns hold codes of. */
const DICTIONARIES = ['USER_STATUS', 'EMPLOYEE_STATUS', 'EMPLOYEE_CATEGORY', 'INTERNAL_EXTERNAL'];

async function readNames({ db, caller: { scope }, lang }: Reader): Promise<Names> {
  const departments = await db.selectFrom('department').select(['deptNo', 'deptName']).execute();
  const organizations = await db.selectFrom('organization').select(['orgNo', 'orgName']).execute();
  const roles = await db.selectFrom('role').select(['roleNo', 'roleName']).execute();
  const merchants = await db.selectFrom('merchant').select(['merchantNo', 'merchantName']).execute();
  return {
    departments: new Map(departments.map(({ deptNo, deptName }) => [deptNo, deptName])),
    organizations: new Map(organizations.map(({ orgNo, orgName }) => [orgNo, orgName])),
    roles: namesByList(new Map(roles.map(({ roleNo, roleName }) => [roleNo, roleName]))),
    merchants: namesByList(
      // Of somebody's merchants just those within the scope are named.
      new Map(
        merchants
          .filter(({ merchantNo }) => includesMerchant(scope, merchantNo))
          .map(({ merchantNo, merchantName }) => [merchantNo, merchantName]),
      ),
    ),
    word: await codeWordsOf(db, lang, DICTIONARIES),
    yesNo: (is) => yesOrNo(is, lang),
  };
}

async function* batchesOf(
  reader: Reader,
  found: MatchingUsers,
  sort: UserSort | null,
  shown: readonly Column[],
): AsyncGenerator<WrittenRows> {
  const names = await readNames(reader);
  const columns = shown.map(({ field, show, mask }) => ({
    field,
    mask,
    show: show && ((text: string) => show(text, names)),
  }));
  yield* walkUsers(reader.db, found, sort, columns);
}

/** Exactly the filtered accounts, or the selected among them, masked like the list. */
async function tableOf(request: Request, reader: Reader): Promise<Table & { rows: number }> {
  const { db, caller, lang } = reader;
  const { filters, sort, userNos } = request;
  const matching = await matchingUsers(db, caller.scope, filters);
  const found = userNos === undefined ? matching : matching.where(sql<boolean>`app_user.user_no = ANY(${userNos})`);
  const { rows } = await found.select((eb) => eb.fn.countAll<number>().as('rows')).executeTakeFirstOrThrow();
  const held = caller.codes.has('user:user:salary') ? [...columns, salary] : columns;
  const shown = held.map((column) =>
    column.maskable !== undefined && caller.maskedFields.has(column.maskable) ? { ...column, mask: textMask } : column,
  );
  return {
    name: 'Users',
    head: shown.map(({ en, zh }) => (lang === 'zh' ? zh : en)),
    batches: batchesOf(reader, found, sort, shown),
    rows,
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
export async function queueUserExport(request: Request, call: CommandCall): Promise<{ jobNo: string }> {
  const jobNo = await createJob(exportUsersKind, request, call);
  await writeAudit(call.tx, call, {
    action: 'user.exportUserList',
    subjectType: 'user',
    subjectNo: 'export',
    after: { ...recorded(request), jobNo },
  });
  return { jobNo };
}
