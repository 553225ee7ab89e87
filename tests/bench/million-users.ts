import type pg from 'pg';

const FIRST = [
  'Achieng',
  'Amina',
  'Atieno',
  'Baraka',
  'Chebet',
  'Fatuma',
  'Halima',
  'Juma',
  'Kamau',
  'Kariuki',
  'Kiprono',
  'Makena',
  'Mumbi',
  'Mutua',
  'Nafula',
  'Njeri',
  'Nyambura',
  'Odhiambo',
  'Omar',
  'Otieno',
  'Salma',
  'Wairimu',
  'Wambui',
  'Wanjiru',
  'Wekesa',
  'Zawadi',
];
const LAST = [
  'Abdalla',
  'Barasa',
  'Bett',
  'Cheruiyot',
  'Gitau',
  'Hassan',
  'Karanja',
  'Kibe',
  'Kimani',
  'Koech',
  'Maina',
  'Mwangi',
  'Mwakio',
  'Ndungu',
  'Ngugi',
  'Njoroge',
  'Odera',
  'Okoth',
  'Omondi',
  'Opiyo',
  'Ouma',
  'Owino',
  'Rotich',
  'Salim',
  'Simiyu',
  'Thuo',
  'Wafula',
  'Waweru',
  'Yusuf',
];

const TABLES = ['app_user', 'user_role', 'user_merchant', 'user_name_word', 'name_word'];

/** Takes the indexes off that hold no rule, and answers how to make them again: at once is quicker than row by row. */
async function takeIndexesOff(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid::regclass::text = ANY($1) AND NOT indisunique`,
    [TABLES],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Everything but the numbers of the demonstration, which the seed has given already. */
const FROM = 1_000;

const numbered = (n: number): string => `U${String(n).padStart(7, '0')}`;

/** A number from 0 below `many`, another for each `salt`: what repeats by the number would hang together. */
const draw = (salt: number, many: number): string =>
  `((hashint8(n::bigint * 1000003 + ${salt})::bigint + 2147483648) % ${many})`;

const pick = (list: readonly string[], salt: number): string =>
  `(ARRAY[${list.map((name) => `'${name}'`).join(',')}])[1 + ${draw(salt, list.length)}]`;

/** One role, and of every tenth person a second. */
const firstRole = `'R-' || lpad((2 + ${draw(14, 12)})::text, 3, '0')`;
const secondRole = `'R-' || lpad((2 + (${draw(14, 12)} + 5) % 12)::text, 3, '0')`;
const roleNos = `CASE WHEN ${draw(15, 10)} = 0
  THEN ARRAY[least(${firstRole}, ${secondRole}), greatest(${firstRole}, ${secondRole})]
  ELSE ARRAY[${firstRole}] END`;

/**
 * Fills the people's tables up to `rows` accounts through the real schema, its indexes and checks: names
 * that repeat, every department, one to three merchants, one role or two. Answers how many were added.
 */
export async function fillUsers(client: pg.Client, rows: number): Promise<number> {
  const [first, last] = [numbered(FROM + 1), numbered(FROM + rows)];
  const { rows: counted } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM app_user WHERE user_no BETWEEN $1 AND $2',
    [first, last],
  );
  if ((counted[0]?.count ?? 0) >= rows) return 0;
  const span = `generate_series(${FROM + 1}, ${FROM + rows}) AS n`;
  await client.query('BEGIN');
  await client.query("SET LOCAL maintenance_work_mem = '512MB'");
  const indexes = await takeIndexesOff(client);
  // Foreign keys hold by construction; checking a million of each measures nothing here.
  await client.query("SET LOCAL session_replication_role = 'replica'");
  await client.query(`
    INSERT INTO app_user (user_no, user_name, login_id, real_name, password_hash, email, phone,
      extension, job_number, dept_no, org_no, user_status, employee_status, employee_category,
      basic_salary_cents, internal_external, mfa_bound, must_update_password, last_sign_in_at, created_at, role_nos, merchant_nos)
    SELECT 'U' || lpad(n::text, 7, '0'),
      lower(${pick(FIRST, 1)} || '.' || ${pick(LAST, 2)}) || n,
      'staff' || n,
      ${pick(FIRST, 1)} || ' ' || ${pick(LAST, 2)},
      'none', 'staff' || n || '@kituo.example', '2547' || lpad((n % 100000000)::text, 8, '0'),
      (2000 + n % 7000)::text, 'K' || lpad(to_hex(n), 6, '0') || (n % 10),
      'D' || lpad((1 + ${draw(3, 12)})::text, 4, '0'), 'O00' || (2 + ${draw(4, 3)}),
      CASE WHEN ${draw(5, 20)} = 0 THEN 'FROZEN' ELSE 'NORMAL' END,
      CASE WHEN ${draw(6, 25)} = 0 THEN 'LEFT' ELSE 'ON_THE_JOB' END,
      CASE WHEN ${draw(7, 3)} = 0 THEN 'NEW' ELSE 'OLD' END,
      4500000 + ${draw(8, 600)} * 10000, CASE WHEN ${draw(9, 5)} = 0 THEN 'EXTERNAL' ELSE 'INTERNAL' END,
      ${draw(10, 4)} = 0, false,
      CASE WHEN ${draw(11, 6)} > 0 THEN now() - make_interval(secs => ${draw(12, 7_776_000)}) END,
      now() - make_interval(secs => ${draw(13, 63_072_000)}), ${roleNos},
      ARRAY(SELECT 'M000' || m FROM generate_series(1, 1 + ${draw(16, 3)}) AS m)
    FROM ${span}`);
  // As the rows say: the triggers that keep both alike are off as well.
  await client.query(
    `
    INSERT INTO user_role (user_no, role_no) SELECT user_no, unnest(role_nos) FROM app_user WHERE user_no BETWEEN $1 AND $2`,
    [first, last],
  );
  await client.query(
    `
    INSERT INTO user_merchant (user_no, merchant_no) SELECT user_no, unnest(merchant_nos) FROM app_user WHERE user_no BETWEEN $1 AND $2`,
    [first, last],
  );
  await client.query(
    `
    INSERT INTO user_name_word SELECT word, user_name, user_no FROM app_user, words_of_name(real_name) AS word
    WHERE user_no BETWEEN $1 AND $2 ORDER BY 1, 2, 3`,
    [first, last],
  );
  await client.query('INSERT INTO name_word SELECT DISTINCT word FROM user_name_word');
  for (const definition of indexes) await client.query(definition);
  await client.query('COMMIT');
  await client.query(`VACUUM ANALYZE ${TABLES.join(', ')}`);
  return rows;
}
