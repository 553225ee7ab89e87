import type { Chooser } from '../rollout.ts';

/** What the database tells of a person. */
export interface Person extends Chooser {
  readonly userName: string;
  readonly isFrozen: boolean;
  /** Lower-cased paths of the pages held. */
  readonly pages: ReadonlySet<string>;
  /** Versions that failed a session of theirs too often: `users@1.5.0`. */
  readonly pluginsOut: readonly string[];
  /** What they try from a developer's machine now. */
  readonly trials: readonly { readonly plugin: string; readonly origin: string }[];
}

export type PersonRow = Omit<Person, 'pages'> & { readonly pages: readonly string[] };

/** Reads a person by login id or user name; null where there is none. `ask` runs a query with `$1`. */
export async function readPersonBy(
  ask: (query: string, user: string) => Promise<readonly PersonRow[]>,
  user: string,
): Promise<Person | null> {
  const [row] = await ask(PERSON, user);
  return row === undefined ? null : { ...row, pages: new Set(row.pages) };
}

const PERSON = `
  SELECT u.user_no AS "userNo", u.user_name AS "userName", u.user_status = 'FROZEN' AS "isFrozen",
    ARRAY(SELECT jsonb_build_object('roleNo', r.role_no, 'roleName', r.role_name)
      FROM user_role ur JOIN role r USING (role_no)
      WHERE ur.user_no = u.user_no ORDER BY r.role_name) AS roles,
    ARRAY(SELECT jsonb_build_object('merchantNo', um.merchant_no) FROM user_merchant um
      WHERE um.user_no = u.user_no ORDER BY um.merchant_no) AS merchants,
    ARRAY(SELECT DISTINCT rp.page_path FROM user_role ur JOIN role_page rp USING (role_no)
      WHERE ur.user_no = u.user_no ORDER BY 1) AS pages,
    ARRAY(SELECT DISTINCT unnest(s.plugins_out) FROM session s
      WHERE s.user_no = u.user_no AND s.ended_at IS NULL AND s.expires_at > now()
      ORDER BY 1) AS "pluginsOut",
    ARRAY(SELECT jsonb_build_object('plugin', o.plugin, 'origin', o.origin) FROM plugin_override o
      WHERE o.user_no = u.user_no AND o.ended_at IS NULL AND o.ends_at > now()
      ORDER BY o.granted_at) AS trials
  FROM app_user u
  WHERE lower(u.login_id) = lower($1) OR lower(u.user_name) = lower($1)
  ORDER BY lower(u.login_id) = lower($1) DESC
  LIMIT 1`;
