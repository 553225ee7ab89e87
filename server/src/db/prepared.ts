import { sql } from 'kysely';

/** At the end of a statement of every payment: it is planned once a connection. Its text must not hold values. */
export const prepared = sql`/* prepared */`;
