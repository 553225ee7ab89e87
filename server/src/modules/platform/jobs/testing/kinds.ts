import * as z from 'zod/mini';
import { AppError } from '../../../../http/app-error.ts';
import { createJobKinds, type FileKind, type ItemsKind } from '../kinds.ts';

const title = { en: 'Test', zh: '测试' };
const code = 'user:user:export';

/** The item that a process with `KITUO_TEST_HOLDS` works on for as long as it lives. */
const HELD = 'kill-10';

/** What an item of this process waits for, by its name: a test that means the middle of a job says so here. */
export const waits = new Map<string, Promise<unknown>>();

/** Writes the item's text into an organisation's name; refuses `bad`, falls over `fault`. */
export const itemsKind: ItemsKind<Record<string, never>> = {
  kind: 'test.items',
  title,
  code,
  params: z.strictObject({}),
  async runItem({ input }, _params, { tx }) {
    const name = String(input);
    await tx.insertInto('organization').values({ orgNo: name, orgName: name }).execute();
    await waits.get(name);
    if (name === HELD && process.env.KITUO_TEST_HOLDS) await new Promise(() => undefined);
    if (name.startsWith('bad')) throw new AppError('REFERENCE_UNKNOWN', { fields: ['orgNo'] });
    if (name.startsWith('fault')) throw new Error('a fault of ours');
    return { name };
  },
};

/** Runs items like the others, and says of them all how many passed: a process with `KITUO_TEST_HOLDS` dies over that. */
export const endingKind: ItemsKind<Record<string, never>> = {
  ...itemsKind,
  kind: 'test.ending',
  async ended({ db, jobNo }) {
    const ends = await db.selectFrom('organization').select('orgNo').where('orgNo', 'like', `end-${jobNo}-%`).execute();
    const orgNo = `end-${jobNo}-${ends.length + 1}`;
    await db.insertInto('organization').values({ orgNo, orgName: orgNo }).execute();
    await waits.get('ended');
    if (process.env.KITUO_TEST_HOLDS) await new Promise(() => undefined);
  },
};

/** Writes so many lines, slowly. */
export const fileKind: FileKind<{ rows: number }> = {
  kind: 'test.file',
  title,
  code,
  params: z.object({ rows: z.number() }),
  async writeFile({ rows }, { write, progress }) {
    await write(
      (async function* () {
        for (let row = 1; row <= rows; row += 1) {
          yield Buffer.from('line\n');
          await progress(row);
        }
      })(),
    );
    return { rows, fileName: 'lines.csv', contentType: 'text/csv' };
  },
};

export const testKinds = createJobKinds([itemsKind, endingKind, fileKind]);
