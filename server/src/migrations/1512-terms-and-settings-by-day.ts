import type { Kysely } from 'kysely';
import { allowSeveralADay } from './985-several-a-day.ts';

/** Terms of a coupon template and settings of apps may have several versions on one day, as their families say. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await allowSeveralADay(db, ['coupon.template', 'operation.appConfig']);
}
