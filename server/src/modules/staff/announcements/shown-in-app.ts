import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** Announcements that customers see at this moment. */
export const shownInApp = (db: Queryable) =>
  db
    .selectFrom('announcement')
    .where('audience', '=', 'APP')
    .where(sql<boolean>`announcement_status_at(announcement_status, published_at, ends_at, now()) = 'ACTIVE'`);
