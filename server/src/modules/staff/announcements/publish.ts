import { isDeepStrictEqual } from 'node:util';
import { announcement, type ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { refuseUnwritten } from '../../platform/languages/index.ts';
import { refuseBlockedWords } from '../../platform/sensitive-words/index.ts';
import { type Announcement, lockAnnouncement, refuseSecondPopup } from './store.ts';

const texts = z.record(z.string(), z.string());
const payload = z.strictObject({
  announcementNo: z.string(),
  endAt: z.optional(z.nullable(z.string())),
  /** Of a restart with other words. */
  title: z.optional(texts),
  content: z.optional(texts),
});
type Payload = z.output<typeof payload>;

async function read(db: Queryable, announcementNo: string, scope: DataScope) {
  const seen = merchantsSeen(scope);
  const found = await db
    .selectFrom('announcement')
    .selectAll()
    .where('announcementNo', '=', announcementNo)
    .executeTakeFirst();
  const isSeen =
    found && (seen === null || found.merchantNos.length === 0 || found.merchantNos.some((no) => seen.includes(no)));
  if (!found || !isSeen) throw new AppError('NOT_FOUND');
  return found;
}

/** Puts a draft, or what was abolished, before people in its days. */
function showKind(kind: string, title: ChangeKind['title'], from: 'DRAFT' | 'ABOLISHED'): ChangeKind<Payload> {
  return {
    kind,
    family: 'announcement',
    title,
    checkerCode: 'operation:config:audit',
    payload,
    async describe(db, { announcementNo, endAt, ...wanted }, scope) {
      const found = await read(db, announcementNo, scope);
      const title = wanted.title ?? found.title;
      const content = wanted.content ?? found.content;
      const isChanged = !isDeepStrictEqual({ title, content }, { title: found.title, content: found.content });
      return {
        subjectNo: announcementNo,
        subjectName: found.title['en'] ?? announcementNo,
        before: {
          announcementStatus: found.announcementStatus,
          ...(isChanged && { title: found.title['en'] ?? '', content: found.content['en'] ?? '' }),
        },
        after: {
          announcementStatus: 'ACTIVE',
          ...(isChanged && { title: title['en'] ?? '' }),
          content: content['en'] ?? '',
          startAt: found.publishedAt.toISOString(),
          endAt: endAt === undefined ? (found.endsAt?.toISOString() ?? null) : endAt,
        },
        concerns: [],
        merchantNos: found.merchantNos,
        state: { version: found.version },
      };
    },
    async apply({ announcementNo, endAt, ...wanted }, call) {
      const { tx, caller } = call;
      const before = await lockAnnouncement(tx, announcementNo, caller.scope);
      if (before.announcementStatus !== from) throw new AppError('ILLEGAL_TRANSITION');
      await rewrite(before, wanted, call);
      const said = { ...before, title: wanted.title ?? before.title, content: wanted.content ?? before.content };
      await show(said, endAt === undefined ? before.endsAt : endAt === null ? null : new Date(endAt), call);
      return { announcementNo };
    },
  };
}

/** Other words have other readers: they count afresh. */
async function rewrite(before: Announcement, wanted: Pick<Payload, 'title' | 'content'>, { tx }: CommandContext) {
  const { announcementNo } = before;
  const { title = before.title, content = before.content } = wanted;
  if (isDeepStrictEqual({ title, content }, { title: before.title, content: before.content })) return;
  await tx
    .updateTable('announcement')
    .set({ title: JSON.stringify(title), content: JSON.stringify(content) })
    .where('announcementNo', '=', announcementNo)
    .execute();
  await tx.deleteFrom('announcementConfirmation').where('announcementNo', '=', announcementNo).execute();
  await tx.deleteFrom('announcementReader').where('announcementNo', '=', announcementNo).execute();
}

async function show(before: Announcement, endsAt: Date | null, call: CommandContext): Promise<void> {
  const { tx } = call;
  const { announcementNo, announcementStatus, title, content, publishedAt } = before;
  if (endsAt !== null && endsAt <= new Date()) throw new AppError('ANNOUNCEMENT_OVER', { fields: ['endAt'] });
  for (const [field, texts] of Object.entries({ title, content })) {
    if (announcement.namesContactsAlone(texts, before.audience)) continue;
    throw new AppError('BAD_REQUEST', { fields: [{ field, msg: announcement.CONTACTS_ALONE }] });
  }
  await refuseUnwritten(tx, { title, content });
  await refuseBlockedWords(tx, 'ANNOUNCEMENT', { title, content }, call);
  await refuseSecondPopup(tx, before, publishedAt, endsAt);
  await tx
    .updateTable('announcement')
    .set({ announcementStatus: 'ACTIVE', endsAt, abolishReason: null, version: before.version + 1 })
    .where('announcementNo', '=', announcementNo)
    .execute();
  await writeAudit(tx, call, {
    action: announcementStatus === 'DRAFT' ? 'announcement.publish' : 'announcement.restart',
    subjectType: 'announcement',
    subjectNo: announcementNo,
    before: { announcementStatus },
    after: { announcementStatus: 'ACTIVE', endAt: endsAt?.toISOString() ?? null },
  });
}

export const publishKind = showKind('announcement.publish', { en: 'Publish announcement', zh: '发布公告' }, 'DRAFT');
export const restartKind = showKind(
  'announcement.restart',
  { en: 'Restart announcement', zh: '重启公告' },
  'ABOLISHED',
);

/** @throws AppError NOT_FOUND, ILLEGAL_TRANSITION, ANNOUNCEMENT_OVER, POPUP_TAKEN, SENSITIVE_WORD, CHANGE_WAITING */
export async function askToPublish(
  { announcementNo, reason }: ParsedRequestOf<typeof announcement.publish>,
  call: CommandContext,
) {
  return { changeNo: await requestChange(publishKind, { announcementNo }, call, reason) };
}

/** @throws AppError as `askToPublish` */
export async function askToRestart(
  { reason, ...wanted }: ParsedRequestOf<typeof announcement.restart>,
  call: CommandContext,
) {
  return { changeNo: await requestChange(restartKind, wanted, call, reason) };
}
