import { createHash } from 'node:crypto';
import type { smsRoutes } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';

export type SmsAccount = Selectable<Schema['smsAccount']>;
type Route = smsRoutes.SmsRouteValue;

/** An account that was passed over is tried again after so long. */
const TRY_AGAIN_MS = 60_000;

/** The account that a message's number draws; the same message draws the same one. Pure. */
function drawn(shares: Route['accounts'], key: string): string | undefined {
  const total = shares.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return undefined;
  const draw = createHash('sha256').update(key).digest().readUInt32BE(0) % total;
  let upTo = 0;
  return shares.find(({ weight }) => draw < (upTo += weight))?.accountCode;
}

/**
 * Pure. In which order accounts are tried: as drawn, then the failover, then as listed; failing ones last. While a route
 * is failed over by hand, its failover goes first.
 */
export function accountOrder(
  { accounts, failoverAccountCode }: Pick<Route, 'accounts' | 'failoverAccountCode'>,
  key: string,
  {
    usable,
    failing,
    isFailedOver = false,
  }: { readonly usable: ReadonlySet<string>; readonly failing: ReadonlySet<string>; readonly isFailedOver?: boolean },
): string[] {
  const shares = accounts.filter(({ accountCode }) => usable.has(accountCode));
  const first = drawn(shares, key);
  const spare = failoverAccountCode !== null && usable.has(failoverAccountCode) ? [failoverAccountCode] : [];
  const wanted = [
    ...(isFailedOver ? spare : []),
    ...(first === undefined ? [] : [first]),
    ...spare,
    ...shares.map(({ accountCode }) => accountCode),
  ];
  const once = [...new Set(wanted)];
  return [...once.filter((code) => !failing.has(code)), ...once.filter((code) => failing.has(code))];
}

/** Which accounts failed for so long, the last time within a minute. */
export async function failingOf(
  db: Queryable,
  accountCodes: readonly string[],
  afterSeconds: number,
  at: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly accountCode: string; readonly firstAt: Date; readonly lastAt: Date }>`
    SELECT s.account_code, min(s.at) AS first_at, max(s.at) AS last_at FROM sms_sending s
    WHERE s.account_code = ANY(${[...accountCodes]}::text[]) AND s.at > ${new Date(at.getTime() - 86_400_000)}
      AND s.outcome IN ('UNAVAILABLE', 'REFUSED', 'UNKNOWN')
      AND s.at > coalesce((SELECT max(w.at) FROM sms_sending w WHERE w.account_code = s.account_code
        AND w.outcome = 'SENT'), '-infinity')
    GROUP BY 1`.execute(db);
  const long = rows.filter(
    ({ firstAt, lastAt }) =>
      at.getTime() - firstAt.getTime() >= afterSeconds * 1_000 && at.getTime() - lastAt.getTime() < TRY_AGAIN_MS,
  );
  return new Set(long.map(({ accountCode }) => accountCode));
}
