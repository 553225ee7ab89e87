import { connectToStation } from './station-database.ts';

/** A warning of one's own to work on, in somebody's hands if they are named. Answers its number. */
export async function newWarning(dataDir: string, subject: string, holder: string | null = null): Promise<string> {
  const database = await connectToStation(dataDir);
  try {
    const { rows } = await database.query<{ warning_no: string }>(
      `INSERT INTO warning (warning_level, source_type, source_key, subject, role_nos, merchant_no, assignee_user_no)
       VALUES ('URGENT', 'LOW_BALANCE', $1, $1, '{R-001}', 'M0001',
         (SELECT user_no FROM app_user WHERE user_name = $2)) RETURNING warning_no`,
      [subject, holder],
    );
    return rows[0]?.warning_no ?? '';
  } finally {
    await database.end();
  }
}
