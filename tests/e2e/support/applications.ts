import { randomInt } from 'node:crypto';
import { openDatabase } from '../../../server/src/db/pool.ts';
import { machineReview, takeApplication } from '../../../server/src/modules/lending/orders/index.ts';
import { makeProduct } from '../../../server/src/modules/lending/orders/testing/lend.ts';
import { orderFileStep } from '../../../server/src/seed/order-file.ts';
import { databaseOfStation } from '../../support/station-process.ts';
import { Dice } from '../../../server/src/seed/lending/dice.ts';

/** An application that waits to be allocated, with its evidence. */
export interface WaitingApplication {
  readonly orderNo: string;
  readonly customerName: string;
  readonly phone: string;
}

/** New customers' applications at the running server's first merchant, past the machine's review. */
export async function waitingApplications(dataDir: string, count: number): Promise<WaitingApplication[]> {
  const database = openDatabase(databaseOfStation(dataDir), { maxConnections: 2 });
  try {
    const { db } = database;
    const productNo = await makeProduct(db);
    const made: WaitingApplication[] = [];
    for (let index = 0; index < count; index += 1) {
      const phone = `2547${randomInt(10_000_000, 100_000_000)}`;
      const customerName = `Wanjiku E2e${randomInt(1_000, 10_000)}`;
      const idCardNo = String(randomInt(10_000_000, 100_000_000));
      const orderNo = await db.transaction().execute(async (tx) => {
        const { customerNo } = await tx
          .insertInto('customer')
          .values({ merchantNo: 'M0001', customerName, phone, idCardNo })
          .returning('customerNo')
          .executeTakeFirstOrThrow();
        const payee = { phone, name: customerName };
        const order = { customerNo, productNo, appliedCents: 1_000_000, payee };
        const applied = await takeApplication(tx, order);
        await machineReview(tx, applied, { isPassed: true });
        return applied;
      });
      made.push({ orderNo, customerName, phone });
    }
    await orderFileStep.run(db, {
      now: new Date(),
      dice: new Dice(7),
      merchantNos: ['M0001'],
      people: { reviewers: [], checker: '' },
    });
    return made;
  } finally {
    await database.close();
  }
}
