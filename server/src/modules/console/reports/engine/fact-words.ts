import type { report } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../../db/database.ts';
import { codeWordsOf } from '../../../platform/exports/index.ts';
import type { Lang } from './report-types.ts';
import type { ShownField, Source } from './source.ts';

/** Dictionaries of columns that rows behind figures show as codes. */
const DICTIONARY_OF: Readonly<Record<string, string>> = {
  'j.journal_kind': 'JOURNAL_KIND',
  'p.component': 'BILL_COMPONENT',
  'b.bill_status': 'BILL_STATUS',
  'o.order_status': 'ORDER_STATUS',
  'l.level': 'CASE_LEVEL',
  't.channel': 'CONTACT_CHANNEL_KIND',
  't.purpose': 'CONTACT_PURPOSE',
  'm.promise_channel': 'PROMISE_CHANNEL',
  'm.promise_status': 'PROMISE_STATUS',
  'f.category': 'FEEDBACK_CATEGORY',
  'r.reason_type': 'IN_CALL_REASON',
  'r.resolve_status': 'IN_CALL_STATUS',
  'i.source_type': 'INSPECTION_SOURCE',
  'r.discipline_type': 'DISCIPLINE_TYPE',
};
const ACCOUNTS: readonly string[] = ['p.account_code', 'd.account_code'];

type Fact = Omit<report.ReportFact, 'words'>;

/** Rows with what their codes are called. Codes stay beside them: what is filtered and tested speaks of those. */
export async function withWords(
  db: Queryable,
  { shows }: Source,
  lang: Lang,
  facts: readonly Fact[],
): Promise<report.ReportFact[]> {
  const coded = Object.entries(shows).flatMap(([field, column]): [ShownField, string][] => {
    const dictionary = DICTIONARY_OF[column];
    return dictionary === undefined ? [] : [[field as ShownField, dictionary]];
  });
  const wordOf = await codeWordsOf(db, lang, [...new Set(coded.map(([, dictionary]) => dictionary))]);
  const accounts = ACCOUNTS.includes(shows.account ?? '')
    ? await accountNames(db, lang, facts)
    : new Map<string, string>();
  return facts.map((fact) => {
    const account = fact.account === null ? undefined : accounts.get(fact.account);
    const words = coded.flatMap(([field, dictionary]): [string, string][] => {
      const code = fact[field];
      return typeof code === 'string' ? [[field, wordOf(dictionary, code)]] : [];
    });
    return { ...fact, words: Object.fromEntries(account === undefined ? words : [...words, ['account', account]]) };
  });
}

async function accountNames(db: Queryable, lang: Lang, facts: readonly Fact[]): Promise<ReadonlyMap<string, string>> {
  const codes = [...new Set(facts.flatMap(({ account }) => account ?? []))];
  if (codes.length === 0) return new Map();
  const found = await db
    .selectFrom('account')
    .select(['accountCode', 'nameEn', 'nameZh'])
    .where('accountCode', 'in', codes)
    .execute();
  return new Map(found.map(({ accountCode, nameEn, nameZh }) => [accountCode, lang === 'zh' ? nameZh : nameEn]));
}
