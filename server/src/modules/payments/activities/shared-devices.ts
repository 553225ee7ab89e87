import type { ReplyOf, taskAward } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

type Cluster = ReplyOf<typeof taskAward.simulate>['clusters'][number];

export interface DeviceUse {
  readonly device: string;
  readonly customerNo: string;
}

/** Of how many clusters, and of each how many customers, are told. */
const SHOWN = 10;

/** Devices that more than one of the customers used, each with everyone who did. */
export async function sharedDevices(db: Queryable, customerNos: readonly string[]): Promise<DeviceUse[]> {
  const { rows } = await sql<DeviceUse>`
    WITH used AS (SELECT DISTINCT t.trait_value, o.customer_no FROM order_trait t JOIN loan_order o USING (order_no)
      WHERE t.trait_kind = 'DEVICE' AND o.customer_no = ANY(${customerNos}::text[]))
    SELECT u.trait_value AS device, u.customer_no FROM used u
    WHERE EXISTS (SELECT FROM used other WHERE other.trait_value = u.trait_value AND other.customer_no <> u.customer_no)
    ORDER BY 1, 2`.execute(db);
  return rows;
}

/** Pure: customers whom shared devices tie together, by what they would have been awarded, the most first. */
export function clustersOf(
  uses: readonly DeviceUse[],
  awardsOf: (customerNo: string) => number,
  amountCents: number,
): Cluster[] {
  const groupOf = new Map<string, Set<string>>();
  const byDevice = Map.groupBy(uses, ({ device }) => device);
  for (const users of byDevice.values()) {
    const joined = new Set(users.flatMap(({ customerNo }) => [customerNo, ...(groupOf.get(customerNo) ?? [])]));
    for (const customerNo of joined) groupOf.set(customerNo, joined);
  }
  return [...new Set(groupOf.values())]
    .map((group) => {
      const customerNos = [...group].toSorted();
      const devices = [...byDevice.values()].filter(([first]) => first && group.has(first.customerNo)).length;
      const awarded = customerNos.reduce((sum, customerNo) => sum + awardsOf(customerNo), 0);
      return {
        customers: customerNos.length,
        devices,
        awarded,
        costCents: awarded * amountCents,
        customerNos: customerNos.slice(0, SHOWN),
      };
    })
    .toSorted((one, other) => other.awarded - one.awarded || other.customers - one.customers)
    .slice(0, SHOWN);
}
