import type { route } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { RuleFamily } from '../../platform/rules/index.ts';
import { productNamesOf, shareProducts } from '../product-rules/index.ts';
import { gapBeside } from './band-gap.ts';
import { bandsMeet } from './match.ts';
import { ROUTE_RULES } from './route-rules.ts';
import { restsAt } from './accounts.ts';
import { simulateRoute } from './simulate-route.ts';

type Route = route.RouteStrategy;

/** Which account pays a merchant's orders. Without any strategy: the M-Pesa float, sent by hand. */
export const routeFamily: RuleFamily<Route> = {
  ...ROUTE_RULES,
  title: { en: 'Payout routing', zh: '放款路由' },
  page: '/AdminContent/AfterLoanSystem/LoanRouting',
  codes: { save: 'afterLoan:route:save', state: 'afterLoan:route:state', audit: 'afterLoan:route:audit' },
  overlaps: (one, other) => shareProducts(one, other) && bandsMeet(one, other),
  checkBeside: refuseGap,
  check: checkAccounts,
  simulate: async (db, rule, now) => await simulateRoute(db, rule, now),
  async decorate(rows, reading) {
    const names = await productNamesOf(rows, reading);
    const accounts = await reading.db
      .selectFrom('loanerAccount')
      .select(['accountId', 'accountCode', 'accountName'])
      .execute();
    const rests = await restsAt(reading.db, new Date());
    const restOf = new Map(accounts.map(({ accountId, accountCode }) => [accountId, rests.get(accountCode)]));
    const nameOf = new Map(accounts.map(({ accountId, accountName }) => [accountId, accountName]));
    const figures = await figuresOf(
      reading.db,
      rows.map(({ ruleId }) => ruleId),
    );
    return new Map(
      rows.map(({ ruleId, value }) => [
        ruleId,
        {
          ...names.get(ruleId),
          entryNames: value.entries.map(({ accountId, weight }) => `${nameOf.get(accountId) ?? accountId} ${weight}%`),
          resting: value.entries.flatMap(({ accountId }) => {
            const until = restOf.get(accountId);
            return until ? [{ accountName: nameOf.get(accountId) ?? accountId, until: until.toISOString() }] : [];
          }),
          ...(figures.get(ruleId) ?? { successPercent: null, medianSeconds: null }),
        },
      ]),
    );
  },
};

/** @throws AppError BAND_GAP */
function refuseGap(route: Route, others: readonly Route[]): void {
  const gap = gapBeside(route, others);
  if (gap === null) return;
  throw new AppError('BAND_GAP', {
    fields: [gap.side === 'below' ? 'minAmountCents' : 'maxAmountCents'],
    facts: { from: shillings(gap.fromCents), to: shillings(gap.toCents) },
  });
}
const shillings = (cents: number) => new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(cents / 100);

/** @throws AppError ACCOUNT_UNKNOWN for one that pays by another channel or another merchant, ACCOUNT_DISABLED */
async function checkAccounts(db: Queryable, merchantNo: string, { entries, payoutType }: Route): Promise<void> {
  const channel = payoutType === 'BANK' ? 'BANK_EFT' : 'MPESA_B2C';
  for (const [index, { accountId }] of entries.entries()) {
    const fields = [`accountId${index + 1}`];
    const found = await db
      .selectFrom('loanerAccount')
      .select('enabled')
      .where('accountId', '=', accountId)
      .where('lendingChannel', '=', channel)
      .$if(payoutType === 'BANK', (query) => query.where('accountNo', 'is not', null))
      .where(sql<boolean>`(merchant_nos = '{}' or ${merchantNo} = any(merchant_nos))`)
      .executeTakeFirst();
    if (!found) throw new AppError('ACCOUNT_UNKNOWN', { fields });
    if (!found.enabled) throw new AppError('ACCOUNT_DISABLED', { fields });
  }
}

interface Figures {
  readonly ruleId: string;
  readonly successPercent: number;
  readonly medianSeconds: number | null;
}

/** How what each strategy sent in 24 hours ended. */
async function figuresOf(db: Queryable, ruleIds: readonly string[]): Promise<Map<string, Omit<Figures, 'ruleId'>>> {
  const { rows } = await sql<Figures>`
    select i.rule_id,
      round(100.0 * count(*) filter (where a.attempt_status = 'SUCCESS') / count(*))::int as success_percent,
      percentile_cont(0.5) within group (order by extract(epoch from a.finished_at - a.sent_at))::int as median_seconds
    from config_rule_item i join payout_attempt a on a.attempt_no = i.facts ->> 'attemptNo'
    where i.rule_id = any(${ruleIds}::text[]) and i.run_at > now() - interval '1 day'
      and a.attempt_status in ('SUCCESS', 'FAILED')
    group by i.rule_id`.execute(db);
  return new Map(rows.map(({ ruleId, ...figures }) => [ruleId, figures]));
}
