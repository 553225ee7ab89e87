import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { createLogger } from '../../server/src/modules/platform/health/index.ts';
import { createMessages, type MessageTransport } from '../../server/src/modules/platform/messages/deliver.ts';
import { queueMessage, recipientOf } from '../../server/src/modules/platform/messages/index.ts';
import { createTestDatabase } from '../support/database.ts';

/*
 * npm run bench:messages [-- --quick]: messages through the centre (node, template and version read, text filled, row
 * written, taken, handed to a gateway that takes all at once, ended), beside the bare statements that this amounts to:
 * an insert and two updates a message on one connection. Both in turn.
 */
const count = process.argv.includes('--quick') ? 1_000 : 10_000;
const ROUNDS = 3;

const gateway: MessageTransport = {
  channels: ['SMS'],
  keepsSecrets: false,
  send: async ({ messageNo }) => await Promise.resolve(messageNo),
};
const BARE = {
  insert: `insert into message (kind, channel, user_no, destination, subject, body, template_code, is_secret)
    values ('mfa.reset', 'SMS', $1, '254712345678', $2, $3, 'MFA_RESET_SMS', false) returning message_no`,
  take: `update message set message_status = 'SENDING', attempts = attempts + 1 where message_no = $1`,
  end: `update message set message_status = 'SENT', sent_at = now() where message_no = $1`,
};

const seconds = async (work: () => Promise<void>): Promise<number> => {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1_000;
};

{
  const database = await createTestDatabase('migrated');
  const { db, url } = database;
  const { userNo } = await db
    .insertInto('appUser')
    .values({ userName: 'bench', loginId: 'bench', realName: 'Bench', passwordHash: '', phone: '254712345678' })
    .returning('userNo')
    .executeTakeFirstOrThrow();
  const client = new pg.Client(url);
  await client.connect();
  const centre = async () => {
    const recipient = await recipientOf(db, userNo);
    for (let at = 0; at < count; at += 1) {
      await db.transaction().execute(async (tx) => await queueMessage(tx, 'mfa.reset', recipient, { channel: 'SMS' }));
    }
    const messages = createMessages(db, gateway, createLogger('silent'));
    let left = count;
    while (left > 0) left -= await messages.deliver();
  };
  const bare = async () => {
    const text = 'Bench, an administrator reset your authenticator.';
    for (let at = 0; at < count; at += 1) {
      const { rows } = await client.query<{ message_no: string }>({
        name: 'insert',
        text: BARE.insert,
        values: [userNo, 'Reset', text],
      });
      const values = [rows[0]?.message_no];
      await client.query({ name: 'take', text: BARE.take, values });
      await client.query({ name: 'end', text: BARE.end, values });
    }
  };
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ours, theirs] = [await seconds(centre), await seconds(bare)];
    ratios.push(ours / theirs);
    console.log(
      `${count} messages: centre ${ours.toFixed(1)} s, bare ${theirs.toFixed(1)} s, ${(ours / theirs).toFixed(2)} times`,
    );
  }
  const middle = ratios.toSorted((one, other) => one - other)[1] ?? 0;
  console.log(`median ${middle.toFixed(2)} times the bare statements`);
  await client.end();
  await database.drop();
}
