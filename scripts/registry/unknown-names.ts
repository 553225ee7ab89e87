import pg from 'pg';

/** Who a rollout is for, as it was typed. */
export interface Audience {
  readonly roles?: readonly string[];
  readonly merchants?: readonly string[];
}

/**
 * Roles (by number or name) and merchants (by number) of an audience that the database does not know: a rollout for
 * nobody looks like one that works.
 */
export async function unknownNames(databaseUrl: string, { roles = [], merchants = [] }: Audience): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT 'role ' || name AS name FROM unnest($1::text[]) AS name
         WHERE NOT EXISTS (SELECT FROM role r WHERE name IN (r.role_no, r.role_name))
       UNION ALL
       SELECT 'merchant ' || name FROM unnest($2::text[]) AS name
         WHERE NOT EXISTS (SELECT FROM merchant m WHERE name = m.merchant_no)`,
      [roles, merchants],
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
