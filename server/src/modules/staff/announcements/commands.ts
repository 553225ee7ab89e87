import type { announcement, ParsedRequestOf } from '@kituo/sdk/contracts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { refuseUnwritten } from '../../platform/languages/index.ts';
import { refuseBlockedWords } from '../../platform/sensitive-words/index.ts';
import { refuseStrangeImage } from './images.ts';
import { lockAnnouncement } from './store.ts';

type Form = ParsedRequestOf<typeof announcement.save>;

/** @throws AppError NOT_FOUND, STALE, ILLEGAL_TRANSITION, ANNOUNCEMENT_FOR_ALL, REFERENCE_UNKNOWN, SENSITIVE_WORD, BAD_REQUEST for what is no image and for an enabled language without a text */
export async function saveAnnouncement(form: Form, call: CommandContext) {
  const { tx, caller } = call;
  const seen = merchantsSeen(caller.scope);
  // Who sees some merchants writes to those alone, and names them.
  if (seen !== null && form.merchantNos.length === 0) {
    throw new AppError('ANNOUNCEMENT_FOR_ALL', { fields: ['merchantNos'] });
  }
  if (seen !== null && form.merchantNos.some((no) => !seen.includes(no)))
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNos'] });
  await refuseUnwritten(tx, { title: form.title, content: form.content });
  await refuseBlockedWords(tx, 'ANNOUNCEMENT', { title: form.title, content: form.content }, call);
  await refuseStrangeImage(tx, form);
  const { announcementNo, version, startAt, endAt, title, content, deptNos, image, ...rest } = form;
  const values = {
    ...rest,
    deptNos: form.audience === 'STAFF' ? deptNos : [],
    title: JSON.stringify(title),
    content: JSON.stringify(content),
    publishedAt: startAt,
    endsAt: endAt,
    image: image && JSON.stringify(image),
  };
  const { audience, announcementType, merchantNos, mustConfirm } = form;
  const facts = {
    title,
    content,
    audience,
    announcementType,
    merchantNos,
    deptNos: values.deptNos,
    mustConfirm,
    startAt,
    endAt,
    image: image?.fileName ?? null,
  };
  if (announcementNo === undefined) {
    const made = await tx
      .insertInto('announcement')
      .values({ ...values, announcementStatus: 'DRAFT', makerUserNo: caller.userNo })
      .returning(['announcementNo', 'version'])
      .executeTakeFirstOrThrow();
    noteMade(tx, `announcement ${made.announcementNo}`);
    await writeAudit(tx, call, {
      action: 'announcement.save',
      subjectType: 'announcement',
      subjectNo: made.announcementNo,
      after: facts,
    });
    return made;
  }
  const before = await lockAnnouncement(tx, announcementNo, caller.scope);
  if (before.announcementStatus !== 'DRAFT') throw new AppError('ILLEGAL_TRANSITION');
  if (before.version !== version) throw new AppError('STALE');
  await tx
    .updateTable('announcement')
    .set({ ...values, version: before.version + 1 })
    .where('announcementNo', '=', announcementNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'announcement.save',
    subjectType: 'announcement',
    subjectNo: announcementNo,
    before: {
      title: before.title,
      content: before.content,
      audience: before.audience,
      announcementType: before.announcementType,
      merchantNos: before.merchantNos,
      deptNos: before.deptNos,
      mustConfirm: before.mustConfirm,
      startAt: before.publishedAt.toISOString(),
      endAt: before.endsAt?.toISOString() ?? null,
      image: before.image?.fileName ?? null,
    },
    after: facts,
  });
  return { announcementNo, version: before.version + 1 };
}

/** @throws AppError NOT_FOUND, ILLEGAL_TRANSITION */
export async function abolishAnnouncement(
  { announcementNo, reason }: ParsedRequestOf<typeof announcement.abolish>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  const before = await lockAnnouncement(tx, announcementNo, caller.scope);
  const isOver = before.endsAt !== null && before.endsAt <= new Date();
  if (before.announcementStatus !== 'ACTIVE' || isOver) throw new AppError('ILLEGAL_TRANSITION');
  await tx
    .updateTable('announcement')
    .set({ announcementStatus: 'ABOLISHED', abolishReason: reason, version: before.version + 1 })
    .where('announcementNo', '=', announcementNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'announcement.abolish',
    subjectType: 'announcement',
    subjectNo: announcementNo,
    before: { announcementStatus: 'ACTIVE' },
    after: { announcementStatus: 'ABOLISHED' },
    reason,
  });
  return { announcementNo, announcementStatus: 'ABOLISHED' as const };
}
