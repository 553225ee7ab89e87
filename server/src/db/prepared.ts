import { sql } from 'kysely';

/** What marks a statement, at its beginning or end, that is planned once a connection. */
export const PREPARED = '/* prepared */';

/** At the end of a statement of every payment: it is planned once a connection. Its text must not hold values. */
export const prepared = sql.raw<unknown>(PREPARED);
