import { type ParsedRequestOf, type ReplyOf, sensitiveWord } from '@kituo/sdk/contracts';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { createJob, defineJob, type ItemsKind } from '../jobs/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../policy/index.ts';
import { finderOf, withoutPhones } from './find-words.ts';

type Request = ParsedRequestOf<typeof sensitiveWord.trial>;
type Scope = Request['scopes'][number];
type Found = Omit<ReplyOf<typeof sensitiveWord.trialResult>, 'isRunning' | 'done' | 'total'>;

const DAYS = 30;
const SAMPLES = 20;
/** Texts read at once. */
const CHUNK = 5_000;

interface Text {
  readonly id: string;
  readonly at: Date;
  readonly text: string;
}

/** What was sent or noted on a day, after a number, in the order of numbers. Announcements and codes are left out. */
function textsOf(scope: Scope, from: Date, to: Date, after: string): RawBuilder<Text> {
  switch (scope) {
    case 'TEMPLATE':
      return sql<Text>`SELECT message_no AS id, sent_at AS at, body AS text FROM message
        WHERE message_status = 'SENT' AND sent_at >= ${from} AND sent_at < ${to} AND body IS NOT NULL AND NOT is_secret
          AND message_no > ${after} ORDER BY message_no LIMIT ${CHUNK}`;
    case 'MANUAL_SMS':
      return sql<Text>`SELECT lpad(attempt_id::text, 20, '0') AS id, queued_at AS at, payload ->> 'text' AS text
        FROM contact_dispatch WHERE channel = 'SMS' AND queued_at >= ${from} AND queued_at < ${to} AND payload ? 'text'
          AND lpad(attempt_id::text, 20, '0') > ${after} ORDER BY attempt_id LIMIT ${CHUNK}`;
    case 'FOLLOW_UP':
      return sql<Text>`SELECT lpad(follow_up_id::text, 20, '0') AS id, at, remark AS text FROM case_follow_up
        WHERE at >= ${from} AND at < ${to} AND remark IS NOT NULL AND lpad(follow_up_id::text, 20, '0') > ${after}
        ORDER BY follow_up_id LIMIT ${CHUNK}`;
  }
}

const LETTER = /[\p{L}\p{N}]/u;

/** Whether a word stands in a text only within longer ones: `ass` in `class`. */
function isWithinOthers(text: string, word: string): boolean {
  const [folded, sought] = [text.toLowerCase(), word.toLowerCase()];
  for (let from = folded.indexOf(sought); from >= 0; from = folded.indexOf(sought, from + 1)) {
    const [before, after] = [folded[from - 1] ?? '', folded[from + sought.length] ?? ''];
    if (!LETTER.test(before) && !LETTER.test(after)) return false;
  }
  return true;
}

const nothing = (): Found => ({ texts: 0, hits: 0, byWord: [], samples: [] });

/** What one text adds to what was found. */
function note(found: Found, scope: Scope, { at, text }: Text, find: ReturnType<typeof finderOf>): void {
  found.texts += 1;
  const hits = find(text);
  if (hits.length > 0) found.hits += 1;
  for (const { word } of hits) {
    const isLikelyFalse = isWithinOthers(text, word);
    let counted = found.byWord.find((one) => one.word === word);
    if (!counted) found.byWord.push((counted = { word, hits: 0, likelyFalse: 0 }));
    counted.hits += 1;
    if (isLikelyFalse) counted.likelyFalse += 1;
    if (found.samples.length < SAMPLES) {
      found.samples.push({ scope, word, at: at.toISOString(), text: withoutPhones(text), isLikelyFalse });
    }
  }
}

/** Texts of one kind and day; all of them, however many. */
async function lookThrough(db: Queryable, scope: Scope, day: string, request: Omit<Request, 'scopes'>): Promise<Found> {
  const [from, to] = [startOfBusinessDate(day), startOfBusinessDate(addDays(day, 1))];
  const found = nothing();
  const find = finderOf([{ wordGroupNo: '', wordGroup: '', ...request, action: 'FLAG' }]);
  for (let after = ''; ;) {
    const { rows } = await textsOf(scope, from, to, after).execute(db);
    for (const text of rows) note(found, scope, text, find);
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK) return found;
    after = last.id;
  }
}

const params = sensitiveWord.trial.request;

/** Words that are not saved, on what was sent and noted: an item a kind of text and day. */
export const trialKind: ItemsKind<Request> = defineJob({
  kind: 'sensitiveWords.trial',
  title: { en: 'Trial of sensitive words', zh: '试跑敏感词' },
  code: 'operation:sensitiveWord:save',
  params,
  async runItem({ subjectNo }, request, run) {
    const [scope = '', day = ''] = subjectNo.split(' ');
    return await lookThrough(run.tx, params.def.shape.scopes.def.element.parse(scope), day, request);
  },
});

/** Queues a trial, the newest days first. */
export async function startTrial(request: Request, call: CommandCall): Promise<{ jobNo: string }> {
  const today = businessDateOf(new Date());
  const days = Array.from({ length: DAYS + 1 }, (_, index) => addDays(today, -index));
  const items = days.flatMap((day) => request.scopes.map((scope) => ({ subjectNo: `${scope} ${day}`, input: null })));
  return { jobNo: await createJob(trialKind, request, call, items) };
}

/** Pure. Both together; of the samples those that came first. */
function together(all: Found, one: Found): Found {
  const byWord = new Map(all.byWord.map((each) => [each.word, { ...each }]));
  for (const { word, hits, likelyFalse } of one.byWord) {
    const held = byWord.get(word) ?? { word, hits: 0, likelyFalse: 0 };
    byWord.set(word, { word, hits: held.hits + hits, likelyFalse: held.likelyFalse + likelyFalse });
  }
  return {
    texts: all.texts + one.texts,
    hits: all.hits + one.hits,
    byWord: [...byWord.values()],
    samples: [...all.samples, ...one.samples].slice(0, SAMPLES),
  };
}

/** What one's own trial has found so far. @throws AppError NOT_FOUND */
export async function trialResult(
  { jobNo }: ParsedRequestOf<typeof sensitiveWord.trialResult>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof sensitiveWord.trialResult>> {
  const job = await db
    .selectFrom('job')
    .select('jobStatus')
    .where('jobNo', '=', jobNo)
    .where('kind', '=', trialKind.kind)
    .where('userNo', '=', caller.userNo)
    .executeTakeFirst();
  if (!job) throw new AppError('NOT_FOUND');
  const items = await db
    .selectFrom('jobItem')
    .select(['itemStatus', 'result'])
    .where('jobNo', '=', jobNo)
    .orderBy('itemNo')
    .execute();
  // Written by the job itself.
  const found = items.flatMap(({ result }) => (result === null ? [] : [result as Found])).reduce(together, nothing());
  return {
    isRunning: job.jobStatus === 'QUEUED' || job.jobStatus === 'RUNNING',
    done: items.filter(({ itemStatus }) => itemStatus !== 'QUEUED').length,
    total: items.length,
    ...found,
    byWord: found.byWord.toSorted((one, other) => other.hits - one.hits),
  };
}
