import { callList } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { importColumns, type ImportKind, orNull } from '../../platform/imports/index.ts';
import { startOfBusinessDate } from '../../platform/policy/index.ts';
import { type Candidate, rowVerdicts } from './candidates.ts';
import { finishImport, importNoOf } from './import-store.ts';
import { takeEntries } from './take-entries.ts';

type Form = z.output<typeof callList.importForm>;
const SOURCE = { importType: 'FILE' } as const;

const columns = importColumns([
  ['merchantNo', 'Merchant number', '商户编号', true, 'M0001'],
  ['phone', 'Phone', '手机号', true, '254712345678'],
  ['listType', 'List type', '名单类型', true, 'LEAD'],
  ['marketingTarget', 'Marketing target', '营销目标', true, 'FIRST_LOAN'],
  ['optInSource', 'Consent given through', '同意来源', true, 'WEBSITE'],
  ['optInAt', 'Consent given on', '同意日期', true, '2026-11-01'],
  ['recommendedProductNo', 'Recommended product', '推荐产品', false, ''],
  ['recommendedAmountCents', 'Recommended amount (KES)', '推荐金额（KES）', false, '5,000'],
]);

/** Cents of what is typed in shillings; what is no amount fails in the form. */
function cents(typed: string | undefined): number | null {
  const plain = (typed ?? '').replaceAll(/[\s,]/g, '');
  return plain === '' ? null : Math.round(Number(plain) * 100);
}

const candidateOf = ({ optInAt, ...form }: Form): Candidate => ({ ...form, optInAt: startOfBusinessDate(optInAt) });

/**
 * What a row names, before anything is imported. Whether its number is blocked, listed or a customer's is said by the
 * import itself, which is on record: a preview would be a way to look people up.
 */
const checkRows = async (forms: readonly Form[], { db, caller }: Pick<Call, 'db' | 'caller'>) =>
  (await rowVerdicts(db, forms.map(candidateOf), { caller })).verdicts;

/** People who agreed to be called, a file at a time: duplicates, blocked numbers and strange statuses fail one by one. */
export const importEntriesKind: ImportKind<Form> = {
  kind: 'callList.import',
  title: { en: 'Import of people to call', zh: '导入名单' },
  code: 'telemarketing:list:import',
  columns,
  nameColumn: 'phone',
  toInput: ({ recommendedProductNo, recommendedAmountCents, ...rest }) => ({
    ...rest,
    recommendedProductNo: orNull(recommendedProductNo),
    recommendedAmountCents: cents(recommendedAmountCents),
  }),
  form: callList.importForm,
  unique: [['merchantNo', 'marketingTarget', 'phone']],
  async check(form, call) {
    const [verdict] = await checkRows([form], call);
    if (verdict) throw verdict;
  },
  async apply(form, run) {
    const [taken] = await takeEntries([candidateOf(form)], SOURCE, run);
    if (taken instanceof AppError) throw taken;
    return taken;
  },
  long: {
    maxRows: callList.MAX_IMPORT,
    check: checkRows,
    apply: async (forms, run) => await takeEntries(forms.map(candidateOf), SOURCE, run),
  },
  recordOf: importNoOf,
  ended: async (run) => await finishImport(run.db, run.jobNo),
};

/** @throws AppError CALL_BLACKLISTED where nobody may call the number about offers */
export async function refuseBlocked(tx: Tx, phone: string): Promise<void> {
  const block = await tx
    .selectFrom('contactBlock')
    .select('blockId')
    .where('phone', '=', phone)
    .where('liftedAt', 'is', null)
    .where(sql<boolean>`coalesce(expires_at, now()) >= now()`)
    .executeTakeFirst();
  const listed = await tx
    .selectFrom('marketingBlacklist')
    .select('blacklistNo')
    .where('phone', '=', phone)
    .where('rowStatus', '<>', 'DELETED')
    .where(sql<boolean>`coalesce(expire_at, now()) >= now()`)
    .executeTakeFirst();
  if (block || listed) throw new AppError('CALL_BLACKLISTED', { fields: ['phone'] });
}
