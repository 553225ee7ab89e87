import type { ReplyOf, smsRoute } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { networkOf } from './networks.ts';

type Health = ReplyOf<typeof smsRoute.health>[number];
type Figures = Pick<Health, 'sent' | 'delivered' | 'failed' | 'costCents'>;

interface Sent extends Figures {
  readonly accountCode: string;
  /** What networks are told by: the beginning of the number; empty for a test. */
  readonly prefix: string;
  readonly newestAt: Date;
  readonly isFailing: boolean;
}

const NOTHING: Figures = { sent: 0, delivered: 0, failed: 0, costCents: 0 };
const sumOf = (all: readonly Figures[]): Figures =>
  all.reduce(
    (sum, one) => ({
      sent: sum.sent + one.sent,
      delivered: sum.delivered + one.delivered,
      failed: sum.failed + one.failed,
      costCents: sum.costCents + one.costCents,
    }),
    NOTHING,
  );
const figuresOf = ({ sent, delivered, failed, costCents }: Figures): Figures => ({
  sent,
  delivered,
  failed,
  costCents,
});

/** What became of the texts of the last hour and what they cost, by account and network. */
export async function healthOf(_request: object, { db }: { readonly db: Queryable }): Promise<Health[]> {
  const { rows } = await sql<Sent>`
    select s.account_code, left(coalesce(m.destination, a.phone, ''), 6) as prefix,
      count(*) filter (where s.outcome = 'SENT')::int as sent,
      count(*) filter (where s.delivery = 'DELIVERED')::int as delivered,
      count(*) filter (where s.outcome <> 'SENT' or s.delivery = 'FAILED')::int as failed,
      coalesce(sum(s.cost_cents), 0)::bigint as cost_cents, max(s.at) as newest_at,
      (array_agg(s.outcome order by s.at desc, s.sending_id desc))[1] not in ('SENT', 'INVALID') as is_failing
    from sms_sending s
    left join message m on s.source = 'MESSAGE' and m.message_no = s.source_no
    left join contact_dispatch a on a.attempt_id =
      case when s.source = 'CONTACT' and s.source_no ~ '^[0-9]+$' then s.source_no::bigint end
    where s.at > now() - interval '1 hour' group by 1, 2 order by 1, 2`.execute(db);
  return [...Map.groupBy(rows, ({ accountCode }) => accountCode)].map(([accountCode, own]) => {
    const newest = own.toSorted((one, other) => other.newestAt.getTime() - one.newestAt.getTime())[0];
    const networks = [...Map.groupBy(own, ({ prefix }) => networkOf(prefix.padEnd(12, '0')))].map(
      ([network, among]) => ({ network, ...figuresOf(sumOf(among)) }),
    );
    return {
      accountCode,
      ...sumOf(own),
      isFailing: newest?.isFailing ?? false,
      networks: networks.toSorted((one, other) => other.sent - one.sent),
    };
  });
}
