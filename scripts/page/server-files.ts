import type { PageNames } from './page-names.ts';
import type { PagePlace } from './page-place.ts';

/** New files by their paths. */
export type Files = Readonly<Record<string, string>>;

/** Contract, module and migration. */
export function serverFiles(names: PageNames, place: PagePlace, migration: string): Files {
  const { storey, module, file } = names;
  const folder = `server/src/modules/${storey}/${module}`;
  return {
    [`sdk/src/contracts/${storey}/${file}.contract.ts`]: contract(names, place),
    [`${folder}/index.ts`]: index(names),
    [`${folder}/tables.ts`]: table(names),
    [`${folder}/list.ts`]: list(names, place),
    [`${folder}/commands.ts`]: commands(names),
    [`${folder}/routes.ts`]: routes(names),
    [`server/src/migrations/${migration}.ts`]: migrationOf(names, place),
    [`server/src/seed/${file}.ts`]: seed(names),
  };
}

const contract = ({ plugin, storey, thing, type, constant, words, things }: PageNames, { path, code }: PagePlace) => `
import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';
import { historyEntry } from '${storey === 'platform' ? './' : '../platform/'}history.ts';

export const ${constant}_PAGE = '${path}';
const PREFIX = '${camel(plugin)}/${thing}';
const seen = { page: [${constant}_PAGE] } as const;
const SAVE = { code: ['${code}'] } as const;

const form = {
  merchantNo: businessNo,
  ${thing}Name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
  remark: z.nullable(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'))),
};

export const ${thing}Row = z.object({
  ${thing}No: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  ${thing}Name: z.string(),
  remark: z.nullable(z.string()),
  updatedByName: z.string(),
  updatedAt: z.string(),
  /** Goes back with \`update\`; a change in between answers STALE. */
  version: z.number(),
  /** What the caller may do with it now. */
  allowedActions: z.array(z.enum(['update'])),
});
export type ${type}Row = z.output<typeof ${thing}Row>;

const filters = z.strictObject({ ${thing}Name: textFilter, merchantNo: z.optional(businessNo) });
const SORTS = ['${thing}No', '${thing}Name', 'updatedAt'] as const;

export const page = defineEndpoint({
  name: '${thing}.page',
  method: 'POST',
  path: \`\${PREFIX}/page\`,
  access: seen,
  kind: 'query',
  summary: 'The ${spaced(things)}',
  request: listRequest(filters, SORTS),
  reply: listReply(${thing}Row),
});

export const detail = defineEndpoint({
  name: '${thing}.detail',
  method: 'GET',
  path: \`\${PREFIX}/{${thing}No}\`,
  access: seen,
  kind: 'query',
  summary: 'One ${words} and what was changed of it',
  request: z.object({ ${thing}No: businessNo }),
  reply: z.object({ ...${thing}Row.shape, history: z.array(historyEntry) }),
});

/** Errors: REFERENCE_UNKNOWN for a merchant that the caller does not see. */
export const save = defineEndpoint({
  name: '${thing}.save',
  method: 'POST',
  path: \`\${PREFIX}/save\`,
  access: SAVE,
  kind: 'command',
  summary: 'Adds a ${words}',
  request: z.strictObject(form),
  reply: z.object({ ${thing}No: z.string() }),
});

/** Errors: NOT_FOUND, STALE, REFERENCE_UNKNOWN. */
export const update = defineEndpoint({
  name: '${thing}.update',
  method: 'POST',
  path: \`\${PREFIX}/update\`,
  access: SAVE,
  kind: 'command',
  summary: 'Changes a ${words}',
  request: z.strictObject({ ${thing}No: businessNo, version: z.int(), ...form }),
  reply: z.object({ version: z.number() }),
});

export const exportList = defineEndpoint({
  name: '${thing}.export',
  method: 'POST',
  path: \`\${PREFIX}/export\`,
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected ${spaced(things)} as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});
`;

const index = ({ thing, things, module }: PageNames) => `
// ${capital(spaced(things))}: their list, form and file.

import { defineModule } from '../../../define-module.ts';
import { ${thing}Export } from './list.ts';
import { routes } from './routes.ts';

export const ${camel(module)} = defineModule({ name: '${module}', routes, exports: [${thing}Export.kind] });
`;

const table = ({ thing, type }: PageNames) => `
import type { Generated } from 'kysely';
import type { InstantDefault, Optional } from '../../../db/column-types.ts';

interface ${type}Table {
  ${thing}No: Generated<string>;
  merchantNo: string;
  ${thing}Name: string;
  remark: Optional<string>;
  updatedBy: string;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    ${thing}: ${type}Table;
  }
}
`;

const list = ({ thing, type, things, constant, file }: PageNames, { code, title }: PagePlace) => `
import { ${thing} } from '@kituo/sdk/contracts';
import { defineList } from '../../../lists/index.ts';
import { exportOf } from '../../platform/exports/index.ts';

export const ${thing}List = defineList(
  ${thing}.page,
  (db) => db.selectFrom('${thing} as t'),
  (by) => ({
    scope: by.ofMerchants('t.merchantNo'),
    key: 't.${thing}No',
    filters: { ${thing}Name: by.contains('t.${thing}Name'), merchantNo: by.is('t.merchantNo') },
    sorts: { ${thing}No: 't.${thing}No', ${thing}Name: 't.${thing}Name', updatedAt: 't.updatedAt' },
    first: [['t.updatedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 't.merchantNo')
        .innerJoin('appUser as u', 'u.userNo', 't.updatedBy')
        .select(['t.${thing}No', 't.merchantNo', 'm.merchantName', 't.${thing}Name', 't.remark'])
        .select(['u.realName as updatedByName', 't.updatedAt', 't.version']),
    row: ({ updatedAt, ...stored }, { caller }): ${thing}.${type}Row => ({
      ...stored,
      updatedAt: updatedAt.toISOString(),
      allowedActions: caller.codes.has('${code}') ? ['update'] : [],
    }),
  }),
);

export const ${thing}Export = exportOf(${thing}List, {
  kind: '${things}.export',
  title: { en: 'Export of ${spaced(things)}', zh: '导出${title.zh}' },
  page: ${thing}.${constant}_PAGE,
  params: ${thing}.exportList.request,
  fileStem: '${file}',
  subjectType: '${thing}',
  columns: [
    { en: 'Number', zh: '编号', of: (row) => row.${thing}No },
    { en: 'Name', zh: '名称', of: (row) => row.${thing}Name },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Remark', zh: '备注', of: (row) => row.remark },
    { en: 'Changed by', zh: '修改人', of: (row) => row.updatedByName },
    { en: 'Changed', zh: '修改时间', of: (row) => row.updatedAt, isTime: true },
  ],
});
`;

const commands = ({ thing, type, words }: PageNames) => `
import type { ${thing}, ParsedRequestOf } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller, CommandCall } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';

/** @throws AppError REFERENCE_UNKNOWN */
export async function save${type}(form: ParsedRequestOf<typeof ${thing}.save>, call: CommandCall) {
  const { tx, caller } = call;
  await refuseUnseen(tx, caller, form.merchantNo);
  const { ${thing}No } = await tx
    .insertInto('${thing}')
    .values({ ...form, updatedBy: caller.userNo })
    .returning('${thing}No')
    .executeTakeFirstOrThrow();
  await writeAudit(tx, call, {
    action: '${thing}.save',
    subjectType: '${thing}',
    subjectNo: ${thing}No,
    merchantNo: form.merchantNo,
    after: form,
  });
  return { ${thing}No };
}

/** @throws AppError NOT_FOUND, STALE, REFERENCE_UNKNOWN */
export async function update${type}(
  { ${thing}No, version, ...form }: ParsedRequestOf<typeof ${thing}.update>,
  call: CommandCall,
) {
  const { tx, caller } = call;
  const before = await lockOne(tx, tx.selectFrom('${thing}').selectAll().where('${thing}No', '=', ${thing}No), {
    missing: 'NOT_FOUND',
    subject: \`${words} \${${thing}No}\`,
    state: (row) => row.version,
    isSeen: (row) => seesMerchant(caller.scope, row.merchantNo),
  });
  if (before.version !== version) throw new AppError('STALE');
  await refuseUnseen(tx, caller, form.merchantNo);
  await tx
    .updateTable('${thing}')
    .set({ ...form, updatedBy: caller.userNo, updatedAt: new Date(), version: version + 1 })
    .where('${thing}No', '=', ${thing}No)
    .execute();
  const { merchantNo, ${thing}Name, remark } = before;
  await writeAudit(tx, call, {
    action: '${thing}.update',
    subjectType: '${thing}',
    subjectNo: ${thing}No,
    merchantNo,
    before: { merchantNo, ${thing}Name, remark },
    after: form,
  });
  return { version: version + 1 };
}

async function refuseUnseen(tx: Tx, { scope }: Caller, merchantNo: string): Promise<void> {
  const known = await tx.selectFrom('merchant').select('merchantNo').where('merchantNo', '=', merchantNo).executeTakeFirst();
  if (!known || !seesMerchant(scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
}
`;

const routes = ({ thing, type }: PageNames) => `
import { ${thing} } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { save${type}, update${type} } from './commands.ts';
import { ${thing}Export, ${thing}List } from './list.ts';

export const routes = [
  implement(${thing}.page, ${thing}List.page),
  implement(${thing}.detail, async ({ ${thing}No }, call) => ({
    ...(await ${thing}List.one(${thing}No, call)),
    history: await readHistory(call.db, '${thing}', ${thing}No),
  })),
  implement(${thing}.save, save${type}),
  implement(${thing}.update, update${type}),
  implement(${thing}.exportList, ${thing}Export.queue),
];
`;

const migrationOf = (
  { table: name, words, prefix, things }: PageNames,
  { isInMenu, isCodeKnown, section, path, title, code }: PagePlace,
) => `
import { type Kysely, sql } from 'kysely';

/** The ${spaced(things)}: one row each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(${camel(name)}).execute(db);${isInMenu && isCodeKnown ? '' : '\n  await sql.raw(entries).execute(db);'}
}

const ${camel(name)} = \`
  CREATE SEQUENCE ${name}_number;
  CREATE TABLE ${name} (
    ${name}_no text PRIMARY KEY DEFAULT '${prefix}' || lpad(nextval('${name}_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    ${name}_name text NOT NULL CHECK (${name}_name <> ''),
    remark text,
    updated_by text NOT NULL REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1
  );
  -- The list's own order, and a ${words} of a merchant.
  CREATE INDEX ${name}_updated ON ${name} (updated_at, ${name}_no);
  CREATE INDEX ${name}_merchant ON ${name} (merchant_no, updated_at);
\`;
${isInMenu && isCodeKnown ? '' : entries({ isInMenu, isCodeKnown, section, path, title, code, words })}`;

/** For databases that were filled before; others have it of the seed. */
const entries = (place: Omit<PagePlace, 'isNewPlugin' | 'sectionTitle'> & Pick<PageNames, 'words'>) => `
// Databases that were filled before; one that is filled later has these of the seed.
const entries = \`
  DO $$
  DECLARE
    section text;
  BEGIN
    SELECT parent_menu_no INTO section FROM menu
      WHERE menu_type = 'PAGE' AND perms LIKE '/AdminContent/${place.section}/%' LIMIT 1;
    IF section IS NULL THEN
      RETURN;
    END IF;${
      place.isInMenu
        ? ''
        : `
    INSERT INTO menu (parent_menu_no, menu_type, menu_name, perms, sort)
      SELECT section, 'PAGE', '${JSON.stringify(place.title).replaceAll("'", '’')}', '${place.path}', max(sort) + 10
      FROM menu WHERE parent_menu_no = section ON CONFLICT DO NOTHING;
    INSERT INTO role_page (role_no, page_path)
      SELECT role_no, '${place.path.toLowerCase()}' FROM role WHERE is_administrator ON CONFLICT DO NOTHING;`
    }${
      place.isCodeKnown
        ? ''
        : `
    INSERT INTO menu (parent_menu_no, menu_type, menu_name, perms, sort)
      SELECT section, 'OPERATION', '${JSON.stringify({ en: `Save ${place.words}`, zh: `保存${place.title.zh}` }).replaceAll("'", '’')}', '${place.code}', max(sort) + 10
      FROM menu WHERE parent_menu_no = section ON CONFLICT DO NOTHING;
    INSERT INTO role_code (role_no, code)
      SELECT role_no, '${place.code}' FROM role WHERE is_administrator ON CONFLICT DO NOTHING;`
    }
  END $$;
\`;
`;

const seed = ({ thing, words, things }: PageNames) => `
import type { Tx } from '../db/database.ts';
import { MERCHANTS } from './places.ts';

/** Some ${spaced(things)} of each merchant of the demonstration. */
export async function seed${capital(things)}(tx: Tx, userNo: string): Promise<void> {
  const rows = MERCHANTS.flatMap(({ merchantNo }) =>
    [1, 2, 3].map((count) => ({
      merchantNo,
      ${thing}Name: \`${capital(words)} \${count}\`,
      remark: count === 1 ? 'For demonstration' : null,
      updatedBy: userNo,
    })),
  );
  await tx.insertInto('${thing}').values(rows).execute();
}
`;

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
/** `schedulePlans` → \`schedule plans\`. */
export const spaced = (word: string) => word.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
/** `after-loan`, `schedule_plan` → `afterLoan`, `schedulePlan`. */
export const camel = (word: string) => word.replace(/[-_](\w)/g, (_whole, letter: string) => letter.toUpperCase());
