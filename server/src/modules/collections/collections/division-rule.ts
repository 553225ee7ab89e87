import { divisionPolicy } from '@kituo/sdk/contracts';
import type { CaseLevelName } from '../../../db/collection-schema.ts';
import type { Queryable } from '../../../db/database.ts';
import { configAt, type ConfigFamily, refuseStrangeMerchant } from '../../platform/configuration/index.ts';

const HOUSE: divisionPolicy.LevelRule = {
  isDivided: true,
  divisionMode: 'COUNT',
  newStaffWeight: 60,
  oldStaffWeight: 100,
  newStaffMaxAmountCents: null,
  keepCollector: true,
};

/** Who gets which cases of a merchant; at first all by count, and whoever has a case keeps it. */
export const divisionFamily: ConfigFamily<divisionPolicy.DivisionPolicy> = {
  key: 'collection.division',
  title: { en: 'Case division', zh: '分案策略' },
  value: divisionPolicy.divisionPolicy,
  isPerSubject: true,
  access: {
    see: {
      page: ['CollectLevelDevisionPolicy', 'PreReminderCaseDivisionPolicy'].map(
        (page) => `/AdminContent/CollectionSystem/${page}`,
      ),
    },
    save: 'collection:policy:save',
    decide: null,
  },
  initial: async () => await Promise.resolve({ S0: HOUSE, S1: HOUSE, S2: HOUSE, S3: HOUSE, S4: HOUSE, S5: HOUSE }),
  check: refuseStrangeMerchant,
};

/** How the cases of a level are divided at a merchant now. */
export async function levelRuleAt(
  db: Queryable,
  merchantNo: string,
  level: CaseLevelName,
  at: Date,
): Promise<divisionPolicy.LevelRule> {
  const { value } = await configAt(db, divisionFamily, at, merchantNo);
  return value?.[level] ?? HOUSE;
}
