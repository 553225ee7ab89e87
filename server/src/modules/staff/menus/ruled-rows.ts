import { menuRules } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { MASKABLE_ORDER_FIELDS, orderSample } from '../../review/order-lists/index.ts';
import { MASKABLE_USER_FIELDS, peopleHoldingPage, peopleWithin } from '../users/index.ts';

export interface RowSample {
  readonly total: number;
  /** The first few that somebody else sees, too. */
  readonly sample: { no: string; name: string }[];
}

/** What data rules can say about the rows of one page. */
interface RuledRows {
  readonly rowScopes: readonly menuRules.RowScope[];
  readonly maskable: readonly string[];
  /** Null where the page has no list that this server can count. */
  readonly within: ((db: Queryable, scope: DataScope, seenBy: DataScope) => Promise<RowSample>) | null;
  holders: typeof peopleHoldingPage;
}

/** Pages whose lists can be counted and masked by rules; a section adds its own here. */
const pages: Readonly<Record<string, Pick<RuledRows, 'maskable' | 'within'>>> = {
  '/admincontent/usersystem/usermanagement': {
    maskable: MASKABLE_USER_FIELDS,
    within: peopleWithin,
  },
  ...Object.fromEntries(
    ['orderallocation', 'myaudit', 'ordermanagement', 'ordermanagementabridgment'].map((page) => [
      `/admincontent/auditsystem/${page}`,
      { maskable: MASKABLE_ORDER_FIELDS, within: orderSample },
    ]),
  ),
};

/** Pages of people and of cases: their lists keep to rules, though nothing is counted or masked here. */
const alsoKeeping: readonly string[] = [
  '/admincontent/auditsystem/auditpersonnel',
  ...['caseallocation', 'mycollection', 'baddebtmanagement'].flatMap((page) => [
    `/admincontent/collectionsystem/${page}`,
    `/admincontent/collectionsystemnew/${page}new`,
  ]),
];

/** Where rows have a merchant alone, a rule on departments or people would hide them all or nothing. */
const OF_MERCHANTS: readonly menuRules.RowScope[] = ['ALL', 'MERCHANTS'];

export function ruledRows(pagePath: string): RuledRows {
  const known = pages[pagePath];
  const keeps = known !== undefined || alsoKeeping.includes(pagePath);
  return {
    ...(known ?? { maskable: [], within: null }),
    rowScopes: keeps ? menuRules.rowScope.options : OF_MERCHANTS,
    holders: peopleHoldingPage,
  };
}
