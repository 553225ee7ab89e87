import type { Kysely } from 'kysely';
import { allowSeveralADay } from './985-several-a-day.ts';

/** A merchant's rule for points may have several versions on one day, as its family says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await allowSeveralADay(db, ['operation.points']);
}
