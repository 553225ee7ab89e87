import type { ParsedRequestOf, ReplyOf, sensitiveWord } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { findWords, withoutPhones } from './find-words.ts';

type Request = ParsedRequestOf<typeof sensitiveWord.trial>;
type Scope = Request['scopes'][number];

const DAYS = 30;
const SAMPLES = 20;
/** Of each kind of text, the newest: what takes longer than a form waits for is not looked through. */
const MOST = 20_000;

interface Sent {
  readonly scope: Scope;
  readonly at: Date;
  readonly text: string;
}

/** What was sent and noted in the last 30 days, the newest first. Announcements and codes are left out. */
async function textsOf(db: Queryable, scopes: readonly Scope[]): Promise<Sent[]> {
  const since = new Date(Date.now() - DAYS * 86_400_000);
  const sources: Partial<Record<Scope, Promise<{ readonly rows: readonly Omit<Sent, 'scope'>[] }>>> = {
    ...(scopes.includes('TEMPLATE') && {
      TEMPLATE: sql<Omit<Sent, 'scope'>>`SELECT sent_at AS at, body AS text FROM message WHERE message_status = 'SENT'
        AND sent_at >= ${since} AND body IS NOT NULL AND NOT is_secret ORDER BY sent_at DESC LIMIT ${MOST}`.execute(db),
    }),
    ...(scopes.includes('MANUAL_SMS') && {
      MANUAL_SMS: sql<Omit<Sent, 'scope'>>`SELECT queued_at AS at, payload ->> 'text' AS text FROM contact_dispatch
        WHERE channel = 'SMS' AND queued_at >= ${since} AND payload ? 'text'
        ORDER BY queued_at DESC LIMIT ${MOST}`.execute(db),
    }),
    ...(scopes.includes('FOLLOW_UP') && {
      FOLLOW_UP: sql<Omit<Sent, 'scope'>>`SELECT at, remark AS text FROM case_follow_up WHERE at >= ${since}
        ORDER BY follow_up_id DESC LIMIT ${MOST}`.execute(db),
    }),
  };
  const texts: Sent[] = [];
  for (const scope of scopes) {
    const found = await sources[scope];
    texts.push(...(found?.rows ?? []).map((row) => ({ ...row, scope })));
  }
  return texts;
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

/** What a group that is not saved would have found in the last 30 days. Keeps nothing. */
export async function tryWords(
  { words, exceptions, scopes }: Request,
  { db }: { readonly db: Queryable },
): Promise<ReplyOf<typeof sensitiveWord.trial>> {
  const texts = await textsOf(db, scopes);
  const group = { wordGroupNo: '', wordGroup: '', words, exceptions, action: 'FLAG' as const };
  const byWord = new Map(words.map((word) => [word, { word, hits: 0, likelyFalse: 0 }]));
  const samples: ReplyOf<typeof sensitiveWord.trial>['samples'] = [];
  let hits = 0;
  for (const { scope, at, text } of texts) {
    const found = findWords(text, [group]);
    if (found.length > 0) hits += 1;
    for (const { word } of found) {
      const isLikelyFalse = isWithinOthers(text, word);
      const counted = byWord.get(word);
      if (counted) {
        counted.hits += 1;
        if (isLikelyFalse) counted.likelyFalse += 1;
      }
      if (samples.length < SAMPLES) {
        samples.push({ scope, word, at: at.toISOString(), text: withoutPhones(text), isLikelyFalse });
      }
    }
  }
  return {
    texts: texts.length,
    isWhole: scopes.every((scope) => texts.filter((one) => one.scope === scope).length < MOST),
    hits,
    byWord: [...byWord.values()].filter((one) => one.hits > 0).sort((one, other) => other.hits - one.hits),
    samples,
  };
}
