import { ERROR_CATALOGUE } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../../db/database.ts';
import { channelNames } from '../../../parties/put-channels/index.ts';
import { codeWordsOf } from '../../../platform/exports/index.ts';

/** Dimensions whose keys are codes of a data dictionary. */
const DICTIONARIES: Readonly<Record<string, string>> = {
  COMPONENT: 'BILL_COMPONENT',
  LOAN_TYPE: 'LOAN_TYPE',
  LEVEL: 'CASE_LEVEL',
  CASE_STATUS: 'CASE_STATUS',
  CATEGORY: 'EMPLOYEE_CATEGORY',
  CONTACT_CHANNEL: 'CONTACT_CHANNEL_KIND',
  PURPOSE: 'CONTACT_PURPOSE',
  CUSTOMER_STATUS: 'CUSTOMER_STATUS_GROUP',
  STAGE: 'IMPAIRMENT_STAGE',
  BUCKET: 'IMPAIRMENT_BUCKET',
};

/** What keys of a dimension are called; a key without a name is its own. */
export async function namesOf(
  db: Queryable,
  dimension: string,
  keys: readonly string[],
  lang: 'en' | 'zh',
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  const named = (rows: readonly { readonly no: string; readonly name: string }[]) =>
    new Map(rows.map(({ no, name }) => [no, name]));
  switch (dimension) {
    case 'MERCHANT':
      return named(
        await db
          .selectFrom('merchant')
          .select(['merchantNo as no', 'merchantName as name'])
          .where('merchantNo', 'in', keys)
          .execute(),
      );
    case 'PRODUCT':
      return named(
        await db
          .selectFrom('loanProduct')
          .select(['productNo as no', 'productName as name'])
          .where('productNo', 'in', keys)
          .execute(),
      );
    case 'PRINCIPAL':
    case 'PERSON':
      return named(
        await db
          .selectFrom('appUser')
          .select(['userNo as no', 'realName as name'])
          .where('userNo', 'in', keys)
          .execute(),
      );
    case 'GROUP':
      return named(
        await db
          .selectFrom('department')
          .select(['deptNo as no', 'deptName as name'])
          .where('deptNo', 'in', keys)
          .execute(),
      );
    case 'REFUSE_CODE': {
      const rows = await db
        .selectFrom('refuseCode')
        .select(['refuseCode', 'denialReason'])
        .where('refuseCode', 'in', keys)
        .execute();
      return new Map(
        rows.map(({ refuseCode, denialReason }) => [refuseCode, wordOf(denialReason, lang) ?? refuseCode]),
      );
    }
    case 'TEMPLATE':
      return named(
        await db
          .selectFrom('messageTemplate')
          .select(['templateCode as no', 'templateName as name'])
          .where('templateCode', 'in', keys)
          .execute(),
      );
    case 'TASK':
      return named(await taskNames(db, keys));
    case 'LIST_TYPE': {
      const options = await db
        .selectFrom('callOption')
        .select(['code', 'optionNames'])
        .where('optionType', '=', 'LIST_TYPE')
        .where('code', 'in', keys)
        .execute();
      return new Map(options.map(({ code, optionNames }) => [code, wordOf(optionNames, lang) ?? code]));
    }
    case 'STAGE_BUCKET': {
      const word = await codeWordsOf(db, lang, ['IMPAIRMENT_STAGE', 'IMPAIRMENT_BUCKET']);
      return new Map(
        keys.map((key) => {
          const [stage = '', bucket = ''] = key.split(' ');
          return [key, `${word('IMPAIRMENT_STAGE', stage)} · ${word('IMPAIRMENT_BUCKET', bucket)}`];
        }),
      );
    }
    case 'CHANNEL': {
      const known = await channelNames(db, 'all', lang);
      return named(known.flatMap(({ code, label }) => (keys.includes(code) ? [{ no: code, name: label }] : [])));
    }
    case 'REASON':
      return new Map(keys.map((key) => [key, refusalOf(key, lang)]));
    default: {
      const dictionary = DICTIONARIES[dimension];
      if (dictionary === undefined) return new Map();
      const word = await codeWordsOf(db, lang, [dictionary]);
      return new Map(keys.map((key) => [key, word(dictionary, key)]));
    }
  }
}

async function taskNames(db: Queryable, keys: readonly string[]) {
  const calls = db.selectFrom('callTask').select(['taskNo as no', 'taskName as name']).where('taskNo', 'in', keys);
  const robots = db.selectFrom('robotTask').select(['taskNo as no', 'taskName as name']).where('taskNo', 'in', keys);
  const texts = db
    .selectFrom('smsMarketingTask')
    .select(['taskNo as no', 'taskName as name'])
    .where('taskNo', 'in', keys);
  return await calls.unionAll(robots).unionAll(texts).execute();
}

/** Why the contact gate refused, without the facts of one refusal. */
function refusalOf(key: string, lang: 'en' | 'zh'): string {
  const known = Object.entries(ERROR_CATALOGUE).find(([name]) => name === key)?.[1];
  const [said = key] = known?.[lang].split(/[.(（。]/) ?? [];
  return said.replaceAll(/\{\w+\}/g, '…').trim();
}

function wordOf(texts: unknown, lang: string): string | null {
  if (typeof texts !== 'object' || texts === null) return null;
  const found =
    Object.entries(texts).find(([code]) => code === lang) ?? Object.entries(texts).find(([code]) => code === 'en');
  return typeof found?.[1] === 'string' ? found[1] : null;
}

/** Products of the merchants that the reader sees. */
export async function productChoices(db: Queryable, merchantNos: readonly string[] | null) {
  const products = await db
    .selectFrom('loanProduct')
    .select(['productNo as value', 'productName as label'])
    .$if(merchantNos !== null, (query) => query.where('merchantNo', 'in', [...(merchantNos ?? []), '']))
    .orderBy('productName')
    .execute();
  return products;
}
